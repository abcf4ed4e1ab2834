import { readdirSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { EventType } from '#shared/model/event.ts'
import { createApp } from '../app.ts'
import { asset } from '../assets.ts'
import { createTestWorld } from '../test-world.ts'

let get: (path: string) => Promise<Response>

beforeAll(async () => {
  const app = createApp(await createTestWorld())
  get = async (path) => app.request(`http://localhost:7984${path}`, { headers: { host: 'localhost:7984' } })
})

const files = readdirSync(asset('pages/account')).filter((name) => name !== 'index.html')

test.each(files)('%s is served under a strict policy', async (name) => {
  const answer = await get(`/account/${name}`)
  expect(answer.status).toBe(200)
  const type = { css: 'text/css', js: 'text/javascript', svg: 'image/svg+xml' }[name.split('.').at(-1) ?? '']
  expect(answer.headers.get('content-type')).toBe(`${type}; charset=utf-8`)
  const policy = answer.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toMatch(/unsafe|https?:|\*/)
})

test('every file that the page asks for is there, and none comes from elsewhere', async () => {
  const seen = new Set<string>()
  const queue = ['/account']
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (seen.has(path)) continue
    seen.add(path)
    const answer = await get(path)
    expect([path, answer.status]).toEqual([path, 200])
    const text = await answer.text()
    const wanted = path === '/account' ? /(?:src|href)="([^"]+)"/g : /from '([^']+)'/g
    for (const [, link = ''] of text.matchAll(wanted)) {
      queue.push(link.startsWith('./') ? `/account/${link.slice(2)}` : link)
    }
  }
  expect([...seen].filter((path) => !path.startsWith('/account'))).toEqual([])
  expect(seen.size).toBe(files.length + 2)
})

test('nothing in the page is inline', async () => {
  const page = await (await get('/account')).text()
  expect(page).not.toMatch(/<style|\sstyle=|<script(?![^>]*\ssrc=)|\son\w+=/)
})

test('the activity list has a name for whatever can happen to an account', async () => {
  const script = await (await get('/account/activity.js')).text()
  const ofTheGateway = ['master_key.rotated', 'backup.made']
  const named = (type: string) => script.includes(`'${type}':`) || script.includes(`  ${type}:`)
  expect(EventType.options.filter((type) => !ofTheGateway.includes(type) && !named(type))).toEqual([])
})
