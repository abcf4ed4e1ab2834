import type { Answer, BridgeMessage, BridgeReply, Event, ProviderFailure, Question, WorkerMessage } from './protocol.ts'
import { codes, REQUEST_MAX } from './protocol.ts'

/** As much of the extension API as the bridge needs, so that it can be tried without a browser. */
export type Door = {
  send(message: BridgeMessage): Promise<BridgeReply | undefined>
  onMessage(heard: (message: WorkerMessage) => void): void
}

/** Several questions of one page at once are enough for any page. */
const UNANSWERED_MAX = 64

/**
 * Carries questions of one page to the worker and answers back, each once. It runs beside the page, out of its reach,
 * and believes nothing: who the page is, the browser tells the worker.
 */
export function connectBridge(door: Door, page: Window, onStop?: () => void): { stop(): void } {
  const asked = new Map<string, string>()
  const name = crypto.randomUUID()
  let stopped = false

  const post = (message: Answer | Event) => page.postMessage(message, page.location.origin)
  const answer = (id: string, failure: ProviderFailure) => post({ sotto: 'answer', id, failure })

  async function ask({ id, method, params }: Question): Promise<void> {
    if (asked.size >= UNANSWERED_MAX)
      return answer(id, { code: codes.tooMany, message: 'Too many requests are waiting.', data: { retryAfter: 5 } })
    const key = `${name} ${id}`
    if (asked.has(key)) return
    asked.set(key, id)
    const reply = await door.send({ to: 'provider', method, params, key }).catch(() => undefined)
    if (reply?.is === 'waiting') return
    if (!asked.delete(key)) return
    if (reply?.is === 'value') return post({ sotto: 'answer', id, value: reply.value })
    answer(id, reply?.is === 'failure' ? reply.failure : away)
  }

  const hear = ({ source, data }: MessageEvent<unknown>) => {
    if (stopped || source !== page || !isQuestion(data)) return
    void ask(data)
  }
  page.addEventListener('message', hear)

  const leave = () => {
    void door.send({ to: 'provider', gone: name }).catch(() => undefined)
    answerAll()
  }
  page.addEventListener('pagehide', leave)

  door.onMessage((message) => {
    if (stopped) return
    if ('left' in message) return stop()
    if ('event' in message) return post({ sotto: 'event', name: message.event, value: message.value })
    const id = asked.get(message.key)
    // Delivered again after the worker was ended in between: the page has its answer.
    if (id === undefined || !asked.delete(message.key)) return
    if ('failure' in message) answer(id, message.failure)
    else post({ sotto: 'answer', id, value: message.value })
  })

  /** The site is not enabled any more: what waits is answered, and nothing is heard again. */
  function stop(): void {
    stopped = true
    answerAll()
    page.removeEventListener('message', hear)
    page.removeEventListener('pagehide', leave)
    onStop?.()
  }

  function answerAll(): void {
    for (const id of asked.values()) answer(id, away)
    asked.clear()
  }
  return { stop }
}

const away: ProviderFailure = { code: codes.away, message: 'The wallet is away, or not enabled on this site any more.' }

function isQuestion(data: unknown): data is Question {
  if (typeof data !== 'object' || data === null || !('sotto' in data) || data.sotto !== 'ask') return false
  if (!('id' in data) || typeof data.id !== 'string' || data.id.length > 64) return false
  if (!('method' in data) || typeof data.method !== 'string' || data.method.length > 100) return false
  return fits('params' in data ? data.params : null)
}

/** Plain JSON, and not too much of it: what a structured clone could carry beyond that never goes on. */
function fits(params: unknown): boolean {
  try {
    return (JSON.stringify(params)?.length ?? 0) <= REQUEST_MAX
  } catch {
    return false
  }
}
