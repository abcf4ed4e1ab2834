import type { Context } from 'hono'
import type { StreamEvent } from '#shared/model/stream-event.ts'
import { Refusal } from '#shared/refusal.ts'
import type { Env } from './env.ts'
import { addHeaders, passHeaders } from './headers.ts'

export type Stream = {
  /** As they go over the wire. Asked for one by one, as its client reads. */
  messages: AsyncIterator<Uint8Array>
  /** Its client has gone. */
  close(): void
}

/** An event, as the HTML standard writes it (section 9.2.5). */
export function written({ id, event, data }: StreamEvent): string {
  return `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}

/** Says that the stream is still there. */
export const COMMENT = ':\n\n'

/** Refuses `HEAD` before a stream is opened for it: its answer has no end, and no reader who would leave. */
export function requireReader({ method }: Request): void {
  if (method === 'HEAD') throw new Refusal('method_not_allowed', { headers: { allow: 'GET' } })
}

/** Server-sent events. A proxy that gathers answers before it hands them on is told not to. */
export function streamed(c: Context<Env>, { messages, close }: Stream, failed: (error: Error) => void): Response {
  addHeaders(c, { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' })
  passHeaders(c)
  let isGone = false
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await messages.next().catch((error: unknown) => {
          close()
          if (!isGone) failed(error instanceof Error ? error : new Error(String(error)))
          return { done: true, value: undefined } as const
        })
        // What its client has cancelled meanwhile is closed already.
        if (isGone) return
        if (next.done) controller.close()
        else controller.enqueue(next.value)
      },
      cancel() {
        isGone = true
        close()
      },
    },
    // Nothing is put into words before somebody reads it.
    { highWaterMark: 0 },
  )
  return c.newResponse(body)
}
