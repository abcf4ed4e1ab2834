type Told = { source: unknown; data: unknown; detail?: unknown; persisted?: boolean }
type Heard = (event: Told & { isTrusted: boolean }) => void

/** As much of a page's window as the provider and its bridge use: messages come later and are copies. */
export function fakeWindow(origin: string) {
  const listeners = new Map<string, Set<Heard>>()
  const posted: unknown[] = []
  /** Dispatches a trusted event, as a browser does and no page can. */
  const tell = (type: string, event: Told = { source: null, data: null }) => {
    for (const listener of [...(listeners.get(type) ?? [])]) listener({ ...event, isTrusted: true })
  }
  const page = {
    location: { origin },
    addEventListener: (type: string, listener: Heard) => {
      listeners.set(type, (listeners.get(type) ?? new Set()).add(listener))
    },
    removeEventListener: (type: string, listener: Heard) => listeners.get(type)?.delete(listener),
    /** Its time comes with `tell('interval')`, in no test by itself. */
    setInterval: (work: () => void) => page.addEventListener('interval', work),
    dispatchEvent: (event: Event) => {
      for (const listener of [...(listeners.get(event.type) ?? [])]) listener(event as unknown as Parameters<Heard>[0])
      return !event.defaultPrevented
    },
    /** Throws what cannot be copied, as a window does. */
    postMessage: (data: unknown, to: string) => {
      const copy: unknown = structuredClone(data)
      if (to !== origin && to !== '*') return
      posted.push(copy)
      queueMicrotask(() => tell('message', { source: page, data: copy }))
    },
  }
  return {
    window: page as unknown as Window & typeof globalThis,
    /** Everything that was posted in it, by whomever. */
    posted,
    tell,
    /** How many listen. */
    listening: () => [...listeners.values()].reduce((sum, each) => sum + each.size, 0),
  }
}
export type FakeWindow = ReturnType<typeof fakeWindow>

/** Lets everything happen that waits for nothing but its turn. */
export const settled = () => new Promise((resolve) => setTimeout(resolve))
