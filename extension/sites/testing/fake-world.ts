import { connectBridge } from '../../provider/bridge.ts'
import type { BridgeReply, WorkerMessage } from '../../provider/protocol.ts'
import { createLife, type Death, fakeBrowser, fakeEvent, type Life } from './fake-life.ts'
import { type FakePage, fakePage } from './fake-page.ts'

type Sender = Record<string, unknown>
type Script = { id: string; matches: string[] }

/**
 * A browser with web pages, bridges and a worker that can be ended at any of its calls and starts again when somebody
 * speaks to it. `load` starts the worker's own code against the browser that it is given.
 */
export function fakeWorld(load: (browser: object) => Promise<unknown>) {
  const pages = new Map<number, FakePage>()
  const bridges = new Map<number, ((message: WorkerMessage) => boolean)[]>()
  const hosts = new Set<string>()
  const scripts = new Map<string, Script>()
  const windows = new Map<number, unknown>()
  const events = { added: fakeEvent(), removed: fakeEvent(), windowRemoved: fakeEvent(), tabRemoved: fakeEvent() }
  const failing = { windows: false, busyTab: 0 }
  /** The moment between a window's opening and the browser's word of it. */
  const opened = { hold: Promise.resolve() }
  let life: Life | undefined
  let starting: Promise<unknown> | undefined
  let death: Death | undefined
  let nextTab = 1
  let nextWindow = 100

  const browser = {
    ...fakeBrowser,
    runtime: { ...fakeBrowser.runtime, onConnect: fakeEvent() },
    idle: { onStateChanged: fakeEvent() },
    permissions: {
      contains: async ({ origins = [] }: { origins?: string[] }) => origins.every((each) => hosts.has(each)),
      remove: async ({ origins = [] }: { origins?: string[] }) => {
        for (const each of origins) hosts.delete(each)
        events.removed.trigger({ origins })
        return true
      },
      getAll: async () => ({ origins: [...hosts] }),
      onAdded: events.added,
      onRemoved: events.removed,
    },
    scripting: {
      getRegisteredContentScripts: async () => [...scripts.values()],
      registerContentScripts: async (list: Script[]) => {
        for (const each of list) scripts.set(each.id, each)
      },
      unregisterContentScripts: async ({ ids }: { ids: string[] }) => {
        for (const each of ids) scripts.delete(each)
      },
      executeScript: async ({ target, files: [file] }: { target: { tabId: number }; files: string[] }) => {
        const page = pages.get(target.tabId)
        if (page === undefined) throw new Error('No tab')
        if (file === 'bridge.js') inject(page)
        else page.providers++
      },
    },
    tabs: {
      create: async () => ({}),
      query: async ({ url }: { url?: string }) =>
        [...pages.values()]
          .filter(({ origin }) => url === undefined || pattern(origin) === url)
          .map(({ tabId, origin }) => ({ id: tabId, url: hosts.has(pattern(origin)) ? `${origin}/` : undefined })),
      sendMessage: async (tabId: number, message: WorkerMessage) => {
        if (tabId === failing.busyTab) return new Promise(() => {})
        const heard = bridges.get(tabId)
        if (heard === undefined) throw new Error('Could not establish connection. Receiving end does not exist.')
        return heard.map((each) => each(structuredClone(message))).includes(true) ? true : undefined
      },
      onRemoved: events.tabRemoved,
    },
    windows: {
      create: async (made: unknown) => {
        if (failing.windows) throw new Error('No window')
        const id = nextWindow++
        windows.set(id, made)
        await opened.hold
        return { id }
      },
      get: async (id: number) => {
        if (!windows.has(id)) throw new Error('No window')
        return { id }
      },
      update: async (id: number) => {
        if (!windows.has(id)) throw new Error('No window')
        return { id }
      },
      remove: async (id: number) => closeWindow(id),
      onRemoved: events.windowRemoved,
    },
  }

  const closeWindow = (id: number) => {
    if (!windows.delete(id)) throw new Error('No window')
    events.windowRemoved.trigger(id)
  }

  const pattern = (origin: string) => {
    const { protocol, hostname } = new URL(origin)
    return `${protocol}//${hostname}/*`
  }

  async function worker(): Promise<Life> {
    if (life?.isAlive() !== true) {
      life = createLife(browser, death)
      death = undefined
      starting = load(life.browser)
    }
    await starting
    return life
  }

  /** As `runtime.sendMessage` is: starts the worker, and fails where that is ended before it answers. */
  async function send(message: unknown, sender: Sender): Promise<unknown> {
    const now = await worker()
    if (!now.isAlive()) throw new Error('Could not establish connection. Receiving end does not exist.')
    const { runtime } = fakeBrowser
    const { promise: answer, resolve: reply } = Promise.withResolvers<unknown>()
    // As in Chrome: a listener that answers later says `true`, and no promise of it is waited for.
    const heard = (await runtime.onMessage.trigger(
      structuredClone(message),
      { id: runtime.id, ...sender },
      reply,
    )) as unknown[]
    const lost = now.died.then(() =>
      Promise.reject(new Error('The message port closed before a response was received.')),
    )
    return Promise.race([heard.includes(true) ? answer : undefined, lost])
  }

  function inject(page: FakePage): void {
    if (bridges.has(page.tabId)) return
    const heard: ((message: WorkerMessage) => boolean)[] = []
    const { tabId, origin } = page
    bridges.set(tabId, heard)
    const sender = { tab: { id: tabId }, frameId: 0, url: `${origin}/`, origin, documentLifecycle: 'active' }
    // As Chromium has it where a page of another site takes its place.
    const leaving = { ...sender, frameId: 4, documentLifecycle: 'cached' }
    void connectBridge(
      {
        send: (message) => send(message, 'gone' in message ? leaving : sender) as Promise<BridgeReply | undefined>,
        onMessage: (hears) => void heard.push(hears),
        isLeftBehind: () => false,
      },
      page.window.window,
    ).then((enabled) => {
      if (!enabled && bridges.get(tabId) === heard) bridges.delete(tabId)
    })
  }

  function open(origin: string, tabId = nextTab++): FakePage {
    let heard = bridges.get(tabId)
    const page = fakePage(origin, tabId, (isThere) => {
      if (isThere) {
        pages.set(tabId, page)
        if (heard !== undefined) bridges.set(tabId, heard)
        return
      }
      heard = bridges.get(tabId)
      bridges.delete(tabId)
      pages.delete(tabId)
    })
    pages.set(tabId, page)
    const registered = [...scripts.values()].some(({ matches }) => matches.includes(`${origin}/*`))
    if (registered && hosts.has(pattern(origin))) inject(page)
    return page
  }

  return {
    open,
    send,
    worker,
    hosts,
    scripts,
    windows,
    opened,
    failing,
    events,
    pattern,
    /** From a page of the wallet itself. */
    ask: async (name: string, input: unknown = {}) => {
      const reply = await send({ to: 'worker', name, input }, { url: fakeBrowser.runtime.getURL('/approve.html') })
      return reply as { ok: boolean; value?: unknown; failure?: { code: string } }
    },
    /** The person closes a window. */
    close: async (id: number) => {
      await worker()
      closeWindow(id)
    },
    kill: () => life?.end(),
    /** The next worker that starts is ended so. */
    doom: (how: Death) => {
      life?.end()
      death = how
    },
    marks: () => life?.marks() ?? 0,
  }
}
export type FakeWorld = ReturnType<typeof fakeWorld>
