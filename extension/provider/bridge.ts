import type { Answer, BridgeMessage, BridgeReply, Event, ProviderFailure, Question, WorkerMessage } from './protocol.ts'
import { codes, REQUEST_MAX } from './protocol.ts'

/** As much of the extension API as the bridge needs, so that it can be tried without a browser. */
export type Door = {
  send(message: BridgeMessage): Promise<BridgeReply | null | undefined>
  /** `heard` answers whether the message was for this page. */
  onMessage(heard: (message: WorkerMessage) => boolean): void
}

/** Several questions of one page at once are enough for any page. */
const UNANSWERED_MAX = 64

/**
 * Carries questions of one page to the worker and answers back, each once. It runs beside the page, out of its reach,
 * and believes nothing: who the page is, the browser tells the worker. Until the worker has said that the site is
 * enabled the page hears nothing, whatever it asks; answers whether it is.
 */
export async function connectBridge(door: Door, page: Window): Promise<boolean> {
  const asked = new Map<string, string>()
  const name = crypto.randomUUID()
  let enabled = false

  const post = (message: Answer | Event) => page.postMessage(message, page.location.origin)
  const answer = (id: string, failure: ProviderFailure) => post({ sotto: 'answer', id, failure })

  async function ask({ id, method, params }: Question): Promise<void> {
    if (asked.size >= UNANSWERED_MAX)
      return answer(id, { code: codes.tooMany, message: 'Too many requests are waiting.', data: { retryAfter: 5 } })
    const key = `${name} ${id}`
    if (asked.has(key)) return
    asked.set(key, id)
    const reply = await sendTwice({ to: 'provider', method, params, key })
    if (reply?.is === 'waiting' || !asked.delete(key)) return
    if (reply?.is === 'value') return post({ sotto: 'answer', id, value: reply.value })
    answer(id, reply?.is === 'failure' ? reply.failure : away)
  }

  /** A worker that is ended while it answers has said nothing; every question may be asked again under its key. */
  const sendTwice = (message: BridgeMessage) => send(message).catch(() => send(message).catch(() => undefined))
  // Throws, and does not reject, once the extension was updated and this script has lost its worker.
  const send = async (message: BridgeMessage) => door.send(message)

  // From the first moment on, since the provider may be asked before the worker's word is here.
  const hello = sendTwice({ to: 'provider', hello: true })
  const hear = ({ source, data }: MessageEvent<unknown>) => {
    const id = source === page ? idOf(data) : undefined
    if (id === undefined) return
    const question = questionOf(data, id)
    void hello.then(() => enabled && (question === undefined ? answer(id, unfit) : ask(question)))
  }
  page.addEventListener('message', hear)

  const leave = () => {
    void send({ to: 'provider', gone: name }).catch(() => undefined)
    for (const id of asked.values()) answer(id, away)
    asked.clear()
  }
  page.addEventListener('pagehide', leave)

  door.onMessage((message) => {
    if ('still' in message) return asked.has(message.still)
    if ('event' in message) {
      const forPage = enabled && message.origin === page.location.origin
      if (forPage) post({ sotto: 'event', name: message.event, value: message.value })
      return forPage
    }
    const id = asked.get(message.key)
    // Delivered again after the worker was ended in between: the page has its answer.
    if (id === undefined || !asked.delete(message.key)) return false
    if ('failure' in message) answer(id, message.failure)
    else post({ sotto: 'answer', id, value: message.value })
    return true
  })

  const greeted = await hello
  if (greeted?.is !== 'enabled') {
    page.removeEventListener('message', hear)
    page.removeEventListener('pagehide', leave)
    return false
  }
  enabled = true
  post({ sotto: 'event', name: 'connect', value: greeted.connect })
  return true
}

const away: ProviderFailure = { code: codes.away, message: 'The wallet is away, or not enabled on this site any more.' }
const unfit: ProviderFailure = { code: codes.badParameters, message: 'The request must be plain JSON, and short.' }

/** The page's name for a question of its provider; undefined for everything else that a page may post. */
function idOf(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null || !('sotto' in data) || data.sotto !== 'ask') return undefined
  return 'id' in data && typeof data.id === 'string' && data.id.length <= 64 ? data.id : undefined
}

/** A copy as plain JSON, so that nothing of it can change or compute anything once it was looked at. */
function questionOf(data: unknown, id: string): Question | undefined {
  try {
    const text = JSON.stringify(data)
    if (text.length > REQUEST_MAX) return undefined
    const { method, params = null } = JSON.parse(text) as Partial<Record<keyof Question, unknown>>
    return typeof method === 'string' && method.length <= 100 ? { sotto: 'ask', id, method, params } : undefined
  } catch {
    return undefined
  }
}
