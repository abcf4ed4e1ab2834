import type { Frame, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { requests } from '../../../extension/background/requests.ts'
import { ask, find } from './dapp-page.ts'
import { inBridgeWorld } from './isolated-world.ts'
import { asking, listening } from './listen.ts'
import { meddling } from './meddling.ts'
import { openScene, type Scene } from './scene.ts'
import { type Site, serveSite } from './site.ts'
import type { Tab } from './stage.ts'

/** Long enough for an answer that must not come. */
const A_WHILE = 300

let scene: Scene
let stage: Scene['stage']
let enabled: Site
let stranger: Site
let page: Tab

beforeAll(async () => {
  const frames = `<iframe name="blank"></iframe><iframe name="srcdoc" srcdoc="<p>in it"></iframe>
    <iframe name="scripts" sandbox="allow-scripts" srcdoc="<p>in it"></iframe>
    <iframe name="same" sandbox="allow-scripts allow-same-origin" src="/inner"></iframe>
    <iframe name="data" src="data:text/html,<p>in it"></iframe>`
  const meddled = Object.entries(meddling).map(([name, code]) => [`/meddled/${name}`, `<script>${code}</script>`])
  const alone = { html: 'alone', headers: { 'content-security-policy': 'sandbox allow-scripts' } }
  scene = await openScene({ direct: true })
  stage = scene.stage
  const pages = { '/frames': frames, '/sandboxed': alone, ...Object.fromEntries(meddled) }
  ;({ site: enabled, page } = await scene.openSite(pages))
  stranger = await serveSite({ '/framing': `<iframe name="victim" src="${enabled.origin}/"></iframe>` })
})

afterAll(async () => {
  await scene?.close()
  await stranger?.close()
})

/** Whatever a page tried: it got nothing, nobody was asked, and the wallet goes on. */
afterEach(async () => {
  expect(await stage.stored('local', 'grants')).toBeUndefined()
  expect(await stage.prompts()).toBe(0)
  expect(await ask(page, 'sotto_getAddressCard')).toMatchObject({ code: 4100 })
})

async function withPage<T>(url: string, work: (page: Page) => Promise<T>): Promise<T> {
  const tab = await stage.open(url)
  try {
    return await work(stage.pageOf(tab))
  } finally {
    await tab.close()
  }
}

async function frameOf(outer: Page, name: string): Promise<Frame> {
  const element = await outer.waitForSelector(`iframe[name=${name}]`, { state: 'attached' })
  const frame = await element.contentFrame()
  if (frame === null) throw new Error(`${name} is no frame`)
  return frame
}

const lookIn = (frame: Frame | Page): Promise<unknown[]> => frame.evaluate(listening(A_WHILE))

test('the page itself has a provider, so that the rest of this proves something', async () => {
  expect(await ask(page, 'sotto_getInfo')).toMatchObject({ value: { environment: 'sandbox' } })
  await withPage(`${enabled.origin}/`, async (other) => {
    expect(await other.evaluate(listening(0, 'answered'))).toContainEqual(expect.objectContaining({ sotto: 'answer' }))
  })
})

describe('frames', () => {
  test.each(['blank', 'srcdoc', 'scripts', 'same', 'data'])(
    'a frame of an enabled page has no provider: %s',
    async (name) => {
      await withPage(`${enabled.origin}/frames`, async (outer) => {
        // A frame gets its name a moment after the page is there.
        await expect.poll(() => outer.frame({ name })).not.toBeNull()
        const frame = outer.frame({ name })
        if (frame === null) throw new Error('no such frame')
        expect(await lookIn(frame)).toEqual([])
      })
    },
  )

  test('an enabled site has none inside a page of another origin', async () => {
    await withPage(`${stranger.origin}/framing`, async (outer) => {
      expect(await lookIn(await frameOf(outer, 'victim'))).toEqual([])
      expect(await lookIn(outer)).toEqual([])
    })
  })

  test('a window that an enabled page opens on about:blank has none', async () => {
    await withPage(`${enabled.origin}/`, async (opener) => {
      const [opened] = await Promise.all([opener.waitForEvent('popup'), opener.evaluate(`void open('about:blank')`)])
      expect(await lookIn(opened)).toEqual([])
      await opened.close()
    })
  })

  test('nor has a page of the site that is sandboxed as a whole', async () => {
    await withPage(`${enabled.origin}/sandboxed`, async (alone) => expect(await lookIn(alone)).toEqual([]))
  })

  test.each(['approve.html', 'dashboard.html', 'popup.html', 'icon/128.png'])(
    '%s of the extension is not shown in one',
    async (file) => {
      await withPage(`${enabled.origin}/`, async (outer) => {
        await outer.evaluate(
          `new Promise((resolve) => {
          const frame = Object.assign(document.createElement('iframe'), { src: '${stage.url(file)}', onload: resolve, onerror: resolve })
          document.body.append(frame)
          setTimeout(resolve, 2000)
        })`,
        )
        expect(outer.frames().map((frame) => frame.url())).not.toContain(stage.url(file))
      })
    },
  )

  test('nor does a page open one by itself', async () => {
    await withPage(`${enabled.origin}/`, async (opener) => {
      const [opened] = await Promise.all([
        opener.waitForEvent('popup'),
        opener.evaluate(`void open('${stage.url('approve.html')}')`),
      ])
      await opened.waitForLoadState()
      expect(opened.url()).not.toBe(stage.url('approve.html'))
      await opened.close()
    })
  })
})

describe('forged messages', () => {
  const id = '1'
  const card = { sotto: 'ask', id, method: 'sotto_getAddressCard', params: null }

  test.each([
    [
      'another origin beside the question',
      { ...card, origin: 'https://bank.example', sender: { origin: 'https://bank.example' } },
    ],
    ['a tab and a key of its own', { ...card, tabId: 1, frameId: 0, key: 'other', grantId: 'x' }],
    ['a question to the worker itself', { ...card, to: 'worker', name: 'profile.select', input: {} }],
  ])('%s changes nothing: the browser says who asks', async (_, forged) => {
    expect(await page.run(asking(JSON.stringify(forged)))).toMatchObject({ code: 4100 })
  })

  test.each([
    ['to the worker', { to: 'worker', name: 'vault.state', input: {} }],
    ['from the worker', { to: 'bridge', key: id, value: 'forged' }],
    ['a greeting', { to: 'provider', hello: true }],
    ['with an ID that is none', { sotto: 'ask', id: { length: 1 }, method: 'sotto_getInfo' }],
  ])('a message %s gets no answer', async (_, forged) => {
    expect(await page.run(asking(JSON.stringify({ id, ...forged }), A_WHILE))).toBeUndefined()
  })

  test.each([
    ['no method at all', `{ ...card, method: undefined }`, -32602],
    ['a method that there is not', `{ ...card, method: 'eth_sendTransaction' }`, 4200],
    ['a method of every object', `{ ...card, method: 'constructor' }`, 4200],
    ['parameters of another method', `{ ...card, params: [{ sotto_addressCard: {} }] }`, -32602],
    ['a prototype among the parameters', `{ ...card, params: JSON.parse('{"__proto__":{"purpose":"x"}}') }`, -32602],
    [
      'a purpose that turns its text around',
      `{ ...card, method: 'sotto_requestAddressCard', params: { purpose: 'a\\u202eb' } }`,
      -32602,
    ],
    [
      'a purpose without end',
      `{ ...card, method: 'sotto_requestAddressCard', params: { purpose: 'x'.repeat(200) } }`,
      -32602,
    ],
  ])('%s is refused', async (_, question, code) => {
    const forged = `(() => { const card = ${JSON.stringify(card)}; return ${question} })()`
    expect(await page.run(asking(forged))).toMatchObject({ code })
  })

  test.each(['http://localhost:1', 'https://bank.example'])(
    'from a frame of another origin, in the name of %s',
    async (origin) => {
      await withPage(`${enabled.origin}/frames`, async (outer) => {
        await outer.evaluate(`globalThis.heard = []; addEventListener('message', ({ data }) => heard.push(data))`)
        await (await frameOf(outer, 'data')).evaluate(
          (forged) => {
            const { parent } = globalThis as unknown as { parent: { postMessage(message: unknown, to: string): void } }
            parent.postMessage(forged, '*')
          },
          { ...card, origin },
        )
        // The page's own question is answered after the forged one would have been.
        await outer.evaluate(asking(JSON.stringify({ ...card, id: 'own' })))
        const heard = await outer.evaluate<{ sotto: string; id: string }[]>('heard')
        expect(heard.filter((each) => each.sotto === 'answer').map((each) => each.id)).toEqual(['own'])
      })
    },
  )

  test('a page has no door to the extension', async () => {
    expect(await page.run(`typeof globalThis.chrome?.runtime?.sendMessage + typeof globalThis.browser`)).toBe(
      'undefinedundefined',
    )
  })
})

describe('a content script', () => {
  const tell = (message: unknown) =>
    `chrome.runtime.sendMessage(${JSON.stringify(message)}).then((answer) => answer ?? null, () => null)`

  test('reaches no route that belongs to the wallet’s own pages', async () => {
    const names = Object.keys(requests)
    const asked = names.map((name) => tell({ to: 'worker', name, input: {} }))
    const answers = await inBridgeWorld<unknown[]>(stage.context, stage.pageOf(page), `Promise.all([${asked.join()}])`)
    expect(names.length).toBeGreaterThan(30)
    expect(answers).toEqual(names.map(() => null))
  })

  test.each([
    ['an address of the extension', { to: 'worker', name: 'vault.state', input: {}, url: '/dashboard.html' }],
    [
      'a field that there is not',
      { to: 'provider', method: 'sotto_getAddressCard', params: null, key: 'k', origin: 'https://bank.example' },
    ],
    ['a prototype', JSON.parse('{"__proto__":{"to":"worker"},"to":"provider","name":"vault.lock"}')],
    ['nothing known', { to: 'nobody' }],
  ])('that adds %s gets no answer', async (_, message) => {
    expect(await inBridgeWorld(stage.context, stage.pageOf(page), tell(message))).toBeNull()
  })

  test.each([
    ['sees', 'memory', 'session.get()'],
    ['sees', 'storage', 'local.get()'],
    ['changes', 'memory', 'session.set({ view: null })'],
    ['changes', 'storage', 'local.set({ grants: [] })'],
    ['empties', 'storage', 'local.clear()'],
  ])('%s nothing that the wallet keeps in its %s: %s', async (_, __, call) => {
    const before = await stage.stored('local', 'profiles')
    const tries = `Promise.resolve().then(() => chrome.storage.${call}).then(() => 'done', () => 'refused')`
    expect(await inBridgeWorld(stage.context, stage.pageOf(page), tries)).toBe('refused')
    expect(await stage.stored('local', 'profiles')).toEqual(before)
  })
})

describe.each(Object.keys(meddling))('a page that replaces %s', (name) => {
  const getCard = JSON.stringify({ sotto: 'ask', id: 'own', method: 'sotto_getAddressCard', params: null })
  /** By a frame's untouched globals, since the page's own are what was replaced. */
  const raw = `(() => {
    const frame = document.body.appendChild(document.createElement('iframe'))
    const clean = frame.contentWindow
    return new clean.Promise((resolve) => {
      clean.EventTarget.prototype.addEventListener.call(window, 'message', ({ data }) => {
        if (data?.sotto === 'answer' && data.id === 'own') resolve(data.failure.code)
      })
      clean.postMessage.call(window, ${getCard}, '*')
    })
  })()`

  test('before the wallet is there fools itself alone', async () => {
    await withPage(`${enabled.origin}/meddled/${name}`, async (meddled) => {
      expect(await viaDebugger(meddled, raw)).toBe(4100)
    })
  })

  test('afterwards fools itself alone', async () => {
    const other = await stage.open(`${enabled.origin}/`)
    await find(other)
    const meddled = stage.pageOf(other)
    await viaDebugger(meddled, `(() => { ${meddling[name as keyof typeof meddling]} })()`)
    expect(await viaDebugger(meddled, raw)).toBe(4100)
    await other.close()
  })
})

/** Playwright's own evaluation leans on the page's globals; this does not. */
async function viaDebugger(of: Page, code: string): Promise<unknown> {
  const cdp = await stage.context.newCDPSession(of)
  const { result } = await cdp.send('Runtime.evaluate', { expression: code, awaitPromise: true, returnByValue: true })
  await cdp.detach()
  return result.value
}
