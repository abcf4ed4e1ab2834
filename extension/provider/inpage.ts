import type { Answer, EventName, Event as ProviderEvent, ProviderFailure, Question } from './protocol.ts'

type Listener = (value: unknown) => void
type Waiting = { resolve: (value: unknown) => void; reject: (error: Error) => void }

/** What a page may look at to tell this provider from others (the detail shape of EIP-6963). */
const info = (icon: string) => ({ uuid: crypto.randomUUID(), name: 'Sotto', icon, rdns: 'dev.sotto.wallet' })

/**
 * The provider, in the page's own world. It holds nothing and decides nothing: whatever a page does to it, or to the
 * globals that it uses, the page does to itself. Everything is checked behind the bridge.
 */
export function install(icon: string): void {
  const waiting = new Map<string, Waiting>()
  const listeners = new Map<string, Set<Listener>>()

  const request = (asked: { method: string; params?: unknown }): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (typeof asked !== 'object' || asked === null || typeof asked.method !== 'string')
        return reject(failed({ code: -32602, message: 'request takes { method, params }.' }))
      const question: Question = {
        sotto: 'ask',
        id: crypto.randomUUID(),
        method: asked.method,
        params: asked.params ?? null,
      }
      waiting.set(question.id, { resolve, reject })
      try {
        postMessage(question, location.origin)
      } catch {
        waiting.delete(question.id)
        reject(failed({ code: -32602, message: 'The parameters must be plain JSON.' }))
      }
    })

  addEventListener('message', ({ source, data }: MessageEvent<Answer | ProviderEvent | undefined>) => {
    if (source !== window || typeof data !== 'object' || data === null) return
    if (data.sotto === 'answer') settle(data)
    if (data.sotto === 'event') tell(data.name, data.value)
  })

  function settle(answer: Answer): void {
    const asked = waiting.get(answer.id)
    if (asked === undefined) return
    waiting.delete(answer.id)
    if ('failure' in answer) asked.reject(failed(answer.failure))
    else asked.resolve(answer.value)
  }

  function tell(name: EventName, value: unknown): void {
    // A listener that throws must not keep the others from hearing.
    for (const listener of [...(listeners.get(name) ?? [])]) queueMicrotask(() => listener(value))
  }

  const provider = Object.freeze({
    request,
    on(name: string, listener: Listener) {
      listeners.set(name, (listeners.get(name) ?? new Set()).add(listener))
      return provider
    },
    removeListener(name: string, listener: Listener) {
      listeners.get(name)?.delete(listener)
      return provider
    },
  })
  const detail = Object.freeze({ info: Object.freeze(info(icon)), provider })
  const announce = () => dispatchEvent(new CustomEvent('sotto:announceProvider', { detail }))
  addEventListener('sotto:requestProvider', announce)
  announce()
}

function failed({ code, message, data }: ProviderFailure): Error {
  return Object.assign(new Error(message), { code }, data === undefined ? {} : { data })
}
