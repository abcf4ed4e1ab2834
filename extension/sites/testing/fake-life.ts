import { fakeBrowser } from 'wxt/testing/fake-browser'

type Listener = (...values: never[]) => unknown

/** What happens at a call that the worker does not survive: it is ended just before the call, or just after. */
export type Death = { call: number; is: 'before' | 'after' }

/** Calls that leave a mark outside of the worker; it can be ended at each of them. */
const MARKS = /^(storage\..*\.(set|remove|clear)|tabs\.sendMessage|windows\.(create|remove)|scripting\.\w+)$/

/**
 * One life of a worker: a view of the browser that goes dead with it. Nothing that it still had in mind happens
 * afterwards, and no event reaches it.
 */
export function createLife(browser: object, death?: Death) {
  const listeners = new Map<unknown, Set<Listener>>()
  let marks = 0
  let alive = true
  let ended = () => {}
  const died = new Promise<void>((resolve) => {
    ended = resolve
  })
  const never = () => new Promise<never>(() => undefined)
  const end = () => {
    alive = false
    for (const [event, all] of listeners)
      for (const listener of all) (event as { removeListener(l: Listener): void }).removeListener(listener)
    ended()
  }

  const call = (path: string, work: (...values: unknown[]) => unknown, values: unknown[]): unknown => {
    if (!alive) return never()
    const last = MARKS.test(path) && ++marks === death?.call
    if (last && death.is === 'before') {
      end()
      return never()
    }
    const result = work(...values)
    if (!last) return result instanceof Promise ? result.then((value) => (alive ? value : never())) : result
    return Promise.resolve(result).then(() => {
      end()
      return never()
    })
  }

  const view = (of: object, path: string): object =>
    new Proxy(of, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name)
        const at = path === '' ? String(name) : `${path}.${String(name)}`
        if (name === 'addListener') return (listener: Listener) => listen(target, listener)
        if (typeof value === 'function')
          return (...values: unknown[]) =>
            name === 'getURL' ? value.apply(target, values) : call(at, value.bind(target), values)
        return typeof value === 'object' && value !== null ? view(value, at) : value
      },
    })

  const listen = (event: object, listener: Listener) => {
    listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    ;(event as { addListener(l: Listener): void }).addListener(listener)
  }
  return { browser: view(browser, ''), died, end, marks: () => marks, isAlive: () => alive }
}
export type Life = ReturnType<typeof createLife>

/** An event of the browser, as those of the fake one are. */
export function fakeEvent() {
  const listeners = new Set<Listener>()
  return {
    addListener: (listener: Listener) => void listeners.add(listener),
    removeListener: (listener: Listener) => void listeners.delete(listener),
    trigger: (...values: unknown[]) => {
      for (const listener of [...listeners]) (listener as (...values: unknown[]) => unknown)(...values)
    },
  }
}

export { fakeBrowser }
