import { type FakeWindow, fakeWindow } from '../../provider/testing/fake-window.ts'

export type Answered = { value?: unknown; failure?: { code: number; data?: unknown } }

/** A page in a tab, with everything that it was told. */
export type FakePage = {
  tabId: number
  origin: string
  window: FakeWindow
  events: { name: string; value: unknown }[]
  /** Answers by the name of the question, every one that came. */
  answers: Map<string, Answered[]>
  /** Whether the provider was put into it, and how often. */
  providers: number
  ask(method: string, params?: unknown): Promise<Answered>
  /** To another address in the same tab. `silently`: as a page does that crashes. */
  leave(silently?: boolean): void
  /** Back to it, out of the browser's cache. */
  comeBack(): void
}

/** `there` is told whether the page is shown, once it is left or comes back. */
export function fakePage(origin: string, tabId: number, there: (is: boolean) => void): FakePage {
  const window = fakeWindow(origin)
  const waiting = new Map<string, (answered: Answered) => void>()
  const page: FakePage = {
    tabId,
    origin,
    window,
    events: [],
    answers: new Map(),
    providers: 0,
    ask(method, params = null) {
      const id = crypto.randomUUID()
      page.answers.set(id, [])
      window.window.postMessage({ sotto: 'ask', id, method, params }, origin)
      return new Promise((resolve) => waiting.set(id, resolve))
    },
    leave(silently = false) {
      if (!silently) window.tell('pagehide')
      there(false)
    },
    comeBack() {
      there(true)
      window.tell('pageshow', { source: null, data: null, persisted: true })
    },
  }
  window.window.addEventListener('message', ({ data }) => {
    if (data.sotto === 'event') page.events.push(data)
    if (data.sotto !== 'answer') return
    page.answers.get(data.id)?.push(data)
    waiting.get(data.id)?.(data)
  })
  return page
}
