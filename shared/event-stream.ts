import type * as z from 'zod/mini'
import { BASE_PATH } from './api/kit/base.ts'
import { NotAnAnswer } from './client-errors.ts'
import { type ClientSettings, dataOf, failureOf } from './client-of.ts'
import type { EventOf } from './model/stream-event.ts'

export type StreamSettings = Pick<ClientSettings, 'origin' | 'apiKey' | 'fetch' | 'request'> & {
  /** Of the last event that was taken: what came after it follows. Without one the stream begins now. */
  lastEventId?: string
  signal: AbortSignal
}

/**
 * The events of `GET /events`, until the gateway ends the stream; rejects with its refusal, or the cause where it breaks off. An
 * `EventSource` would do, but it sends no API key. Events that `schemas` do not have are passed over: `streamEvents` has all.
 */
export async function* readEvents<Schemas extends Record<string, z.ZodMiniType>>(
  schemas: Schemas,
  settings: StreamSettings,
): AsyncGenerator<EventOf<Schemas>> {
  const headers: Record<string, string> = { accept: 'text/event-stream' }
  if (settings.apiKey !== undefined) headers.authorization = `Bearer ${settings.apiKey}`
  if (settings.lastEventId !== undefined) headers['last-event-id'] = settings.lastEventId
  const { signal } = settings
  const init: RequestInit = { ...settings.request, method: 'GET', headers, redirect: 'error', signal }
  const answer = await (settings.fetch ?? fetch)(new URL(`${BASE_PATH}/events`, settings.origin).href, init)
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') === true
  if (!answer.ok || !isStream || answer.body === null) throw await failureOf(answer)
  for await (const message of messagesIn(answer.body)) {
    const event = eventIn(message, schemas)
    if (event !== undefined) yield event as EventOf<Schemas>
  }
}

/** In characters. A transaction is under 2 KB; what never comes to its end must not fill the memory. */
const MESSAGE_LENGTH_MAX = 64 * 1024

/** Blocks of lines between empty ones, as the gateway writes them: LF alone ends a line. */
async function* messagesIn(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let text = ''
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      const parts = (text + decoder.decode(chunk.value, { stream: true })).split('\n\n')
      text = parts.pop() ?? ''
      if (text.length > MESSAGE_LENGTH_MAX) throw new NotAnAnswer(200)
      yield* parts
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

/** Undefined for comments, and for names of a later version. */
function eventIn(message: string, schemas: Record<string, z.ZodMiniType>) {
  const field = (name: string) =>
    message
      .split('\n')
      .find((line) => line.startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .trim()
  const [id, event, data] = [field('id'), field('event'), field('data')]
  if (id === undefined || event === undefined || data === undefined || !Object.hasOwn(schemas, event)) return
  const endpoint = { method: 'GET', path: '/events', status: 200, data: schemas[event] as z.ZodMiniType } as const
  return { id, event, data: dataOf(endpoint, JSON.parse(data)) }
}
