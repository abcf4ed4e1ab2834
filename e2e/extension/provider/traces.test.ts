import { type Browser, chromium } from 'playwright'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { chromiumOptions } from '../../accounts/chromium.ts'
import { until } from '../harness/until.ts'
import { ask, events, find } from './dapp-page.ts'
import { listening } from './listen.ts'
import { openScene, type Scene } from './scene.ts'
import { type Site, serveSite } from './site.ts'
import type { Tab } from './stage.ts'

/** What a page can see of itself: every global, its document, and what it has loaded. */
const visible = `(async () => {
  await new Promise((resolve) => setTimeout(resolve, 300))
  const names = []
  for (let of = globalThis; of !== null; of = Object.getPrototypeOf(of)) names.push(...Reflect.ownKeys(of).map(String))
  return {
    names: names.sort(),
    html: document.documentElement.outerHTML,
    chrome: Object.keys(globalThis.chrome ?? {}),
    sheets: document.styleSheets.length + (document.adoptedStyleSheets?.length ?? 0),
    loaded: performance.getEntriesByType('resource').map(({ name }) => name),
  }
})()`

/** Every way to load something of an extension: whether one of them got it. */
const loading = (url: string) => `(async () => {
  const by = (tag, where) => new Promise((resolve) => {
    const element = Object.assign(document.createElement(tag), { [where]: '${url}', onload: () => resolve(tag), onerror: () => resolve('') })
    if (tag === 'link') element.rel = 'stylesheet'
    document.head.append(element)
    setTimeout(() => resolve(''), 500)
  })
  const fetched = await fetch('${url}').then(() => 'fetch', () => '')
  return [fetched, await by('script', 'src'), await by('img', 'src'), await by('link', 'href')].join('')
})()`

let scene: Scene
let stage: Scene['stage']
let enabled: Site
let stranger: Site
let without: Browser

beforeAll(async () => {
  scene = await openScene({ direct: true })
  stage = scene.stage
  enabled = (await scene.openSite()).site
  stranger = await serveSite({ '/': `<script>globalThis.early = ${listening(300)}</script>` })
  without = await chromium.launch(chromiumOptions())
})

afterAll(async () => {
  await scene?.close()
  await without?.close()
  await stranger?.close()
})

describe('a site that is not enabled, on another port of an enabled host', () => {
  test('hears nothing from its first script on, and gets no answer', async () => {
    const page = await stage.open(`${stranger.origin}/`)
    expect(await page.run('early')).toEqual([])
    expect(await page.run(listening(300))).toEqual([])
    await page.close()
  })

  test('sees what it would see in a browser without the extension', async () => {
    const page = await stage.open(`${stranger.origin}/empty`)
    const plain = await without.newPage()
    await plain.goto(`${stranger.origin}/empty`)
    expect(await page.run(visible)).toEqual(await plain.evaluate(visible))
    await Promise.all([page.close(), plain.close()])
  })

  test.each(['manifest.json', 'icon/128.png', 'inpage.js', 'bridge.js', 'approve.html', 'popup.html'])(
    'can load nothing of it: %s',
    async (file) => {
      const page = await stage.open(`${stranger.origin}/`)
      expect(await page.run(loading(stage.url(file)))).toBe('')
      await page.close()
    },
  )

  test('nor can an enabled one', async () => {
    const page = await stage.open(`${enabled.origin}/`)
    expect(await page.run(loading(stage.url('inpage.js')))).toBe('')
    await page.close()
  })
})

describe('taken back while the page is open', () => {
  const now = () => Date.now()
  const grant = async () => {
    const { walletId, profileId } = scene
    const given = { origin: enabled.origin, profileId, walletId, grantedAt: now(), expiresAt: null, lastUsedAt: null }
    await stage.store('local', 'grants', [{ id: 'given', ...given }])
  }
  let page: Tab

  beforeEach(async () => {
    await stage.enable(enabled.origin)
    await grant()
    page = await stage.open(`${enabled.origin}/`)
    await find(page)
    expect(await ask(page, 'sotto_getAddressCard')).toHaveProperty('value.nota')
    return () => page.close()
  })

  test('a grant: the event arrives, and the card is not given any more', async () => {
    await stage.ask('grant.revoke', { id: 'given' })
    await until('both events', async () => (await events(page)).some(({ name }) => name === 'permissionsChanged'))
    const heard = (await events(page)).filter(({ name }) => name !== 'connect')
    expect(heard).toEqual([
      { name: 'addressCardRevoked', value: {} },
      { name: 'permissionsChanged', value: [] },
    ])
    expect(await ask(page, 'sotto_getAddressCard')).toMatchObject({ code: 4100 })
    expect(await ask(page, 'sotto_getPermissions')).toEqual({ value: [] })
  })

  test('by the site itself, just the same', async () => {
    expect(await ask(page, 'sotto_revokePermissions', [{ sotto_addressCard: {} }])).toEqual({ value: null })
    await until('the event', async () => (await events(page)).some(({ name }) => name === 'addressCardRevoked'))
    expect(await ask(page, 'sotto_getAddressCard')).toMatchObject({ code: 4100 })
  })

  test('the whole site: it is told, gets no answer of use, and finds no trace when it is opened again', async () => {
    await stage.ask('site.disable', { origin: enabled.origin })
    await until('the event', async () => (await events(page)).some(({ name }) => name === 'disconnect'))
    expect(await ask(page, 'sotto_getAddressCard')).toMatchObject({ code: 4900 })
    await page.go(`${enabled.origin}/again`)
    expect(await page.run(listening(300))).toEqual([])
    expect(await stage.stored('local', 'grants')).toEqual([])
  })

  test('the host, in the settings of the browser: as if the site had been disabled', async () => {
    await stage.inside.run(`chrome.permissions.remove({ origins: ['http://localhost/*'] })`)
    await until('the site is disabled', async () => (await stage.stored<unknown[]>('local', 'sites'))?.length === 0)
    expect(await ask(page, 'sotto_getAddressCard')).toMatchObject({ code: 4900 })
    await page.go(`${enabled.origin}/again`)
    expect(await page.run(listening(300))).toEqual([])
  })
})
