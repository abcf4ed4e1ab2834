import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Queue } from '../../../extension/sites/approvals/approval.ts'
import { type Gateway, serveGateway } from '../../accounts/gateway.ts'
import { until } from '../harness/until.ts'
import { type Site, serveSite } from './site.ts'
import { type Stage, stageOn } from './stage.ts'
import { openUnwatched, type Unwatched } from './unwatched.ts'

const rules = JSON.stringify({ prerender: [{ urls: ['/ahead'], eagerness: 'immediate' }] })
/** What the page that is loaded ahead told its site, in order. */
const told: string[] = []
let go: () => void = () => undefined
const going = new Promise<string>((resolve) => {
  go = () => resolve('now')
})

let gateway: Gateway
let site: Site
let stage: Stage<Unwatched>

beforeAll(async () => {
  gateway = await serveGateway()
  await gateway.tester.api.createWallet({ type: 'custodial', label: 'Daily' })
  site = await serveSite({
    '/': `<script type="speculationrules">${rules}</script>
      <script>fetch('/go').then(() => { location.href = '/ahead' })</script>`,
    '/ahead': `<script>
      const tell = (what) => fetch('/tell?' + what + (document.prerendering ? '=ahead' : '=shown'))
      addEventListener('sotto:announceProvider', ({ detail }) => {
        tell('found')
        detail.provider.request({ method: 'sotto_requestAddressCard' }).catch(() => undefined)
      }, { once: true })
      dispatchEvent(new Event('sotto:requestProvider'))
      postMessage({ sotto: 'ask', id: '1', method: 'sotto_requestAddressCard', params: null })
      tell('loaded')
    </script>`,
    '/tell': (query) => {
      told.push(String(query))
      return ''
    },
    '/go': () => going,
  })
  stage = await stageOn(await openUnwatched())
  await stage.connect(gateway.origin, gateway.tester.apiKey, 'Home')
  await stage.enable(site.origin)
})

afterAll(async () => {
  go()
  await stage?.close()
  await Promise.all([site?.close(), gateway?.close()])
})

test('a page that is only loaded ahead is nobody’s yet: it has no provider, and asks nobody', async () => {
  const waiting = async () => (await stage.stored<Queue>('session', 'approvals'))?.list ?? []
  await stage.visit(`${site.origin}/`)
  await until('the page loaded ahead', () => told.includes('loaded=ahead'))
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect([told, await waiting()]).toEqual([['loaded=ahead'], []])
  go()
  await until('its question', async () => (await waiting()).length > 0)
  await until('what it found', () => told.length > 1)
  expect(told).toEqual(['loaded=ahead', 'found=shown'])
})
