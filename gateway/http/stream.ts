import type { Context } from 'hono'
import { stream } from 'hono/streaming'
import type { StreamEvent } from '#shared/model/stream-event.ts'
import type { Env } from './env.ts'
import { addHeaders, passHeaders } from './headers.ts'

/** What a stream says: an event, or that it is still there. */
export type Message = StreamEvent | 'comment'

export type Stream = {
  messages: AsyncIterable<Message>
  /** Its client has gone. */
  close(): void
}

/**
 * Server-sent events, as the HTML standard writes them (section 9.2.5). A proxy that gathers answers before it hands them
 * on is told not to.
 */
export function streamed(c: Context<Env>, { messages, close }: Stream, failed: (error: Error) => void): Response {
  addHeaders(c, { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' })
  passHeaders(c)
  const send = async (body: Parameters<Parameters<typeof stream>[1]>[0]) => {
    body.onAbort(close)
    for await (const message of messages) {
      if (body.aborted) return
      await body.write(written(message))
    }
  }
  return stream(c, send, async (error) => failed(error))
}

function written(message: Message): string {
  if (message === 'comment') return ':\n\n'
  return `id: ${message.id}\nevent: ${message.event}\ndata: ${JSON.stringify(message.data)}\n\n`
}
