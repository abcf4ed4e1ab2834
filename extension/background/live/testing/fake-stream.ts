import type { StreamEvent } from '#shared/model/stream-event.ts'

/** One connection to `GET /events`, from the gateway's end. */
export type Connection = {
  authorization: string | null
  lastEventId: string | null
  closed: boolean
  say(...events: StreamEvent[]): void
  comment(): void
  /** Ends it, in order or in the middle. */
  end(error?: Error): void
}

/** Opens a stream: what the client reads, and the end that a test speaks from. */
export function fakeStream(headers: Headers, signal: AbortSignal): { response: Response; connection: Connection } {
  const encoder = new TextEncoder()
  let out: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      out = controller
    },
  })
  const connection: Connection = {
    authorization: headers.get('authorization'),
    lastEventId: headers.get('last-event-id'),
    closed: false,
    say(...events) {
      for (const { id, event, data } of events)
        out?.enqueue(encoder.encode(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`))
    },
    comment: () => out?.enqueue(encoder.encode(':\n\n')),
    end(error) {
      if (connection.closed) return
      connection.closed = true
      if (error === undefined) out?.close()
      else out?.error(error)
    },
  }
  signal.addEventListener('abort', () => connection.end(new DOMException('aborted', 'AbortError')))
  return { response: new Response(body, { headers: { 'content-type': 'text/event-stream' } }), connection }
}
