import type { RequestListener, ServerResponse } from 'node:http'
import { BASE_PATH, endpoints } from '#shared/api/endpoints.ts'

/** What a gateway that stops has to finish: calls that are carried out, whether or not their client waits, and answers. */
export type Underway = {
  track<T>(work: T): T
  untilAnswered(listener: RequestListener): RequestListener
  /** Resolves as soon as nothing is under way. From now on a connection ends with what is under way on it. */
  ended(): Promise<void>
}

/** Streams are told to end when the gateway stops; one whose client does not read delays the stop no longer than this. */
const STREAMS_MS = 1_000
const STREAM = BASE_PATH + endpoints.streamEvents.path

export function createUnderway(): Underway {
  const calls = createCount()
  const streams = createCount()
  const open = new Set<ServerResponse>()
  let ends = false
  return {
    track(work) {
      if (work instanceof Promise) {
        const end = calls.begin()
        work.then(end, end)
      }
      return work
    },
    untilAnswered: (listener) => (request, response) => {
      const kind = request.url?.split('?', 1)[0] === STREAM ? streams : calls
      response.once('close', kind.begin())
      response.once('close', () => open.delete(response))
      open.add(response)
      if (ends) response.shouldKeepAlive = false
      listener(request, response)
    },
    async ended() {
      ends = true
      for (const response of open) response.shouldKeepAlive = false
      await calls.none()
      await streams.none(STREAMS_MS)
    },
  }
}

function createCount() {
  let count = 0
  let none = () => {}
  return {
    /** Returns what ends it. */
    begin() {
      count++
      return () => {
        count--
        if (count === 0) none()
      }
    },
    async none(withinMs?: number): Promise<void> {
      if (count === 0) return
      let late: NodeJS.Timeout | undefined
      await new Promise<void>((resolve) => {
        none = resolve
        if (withinMs !== undefined) late = setTimeout(resolve, withinMs)
      })
      clearTimeout(late)
    },
  }
}
