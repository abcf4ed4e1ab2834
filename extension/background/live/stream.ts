import { failureOf } from '#shared/client-failure.ts'
import { keepAwake } from '../../intents/keep-awake.ts'
import { Problem, toFailure } from '../../problem.ts'
import type { LiveEvent } from './live-events.ts'
import { ENDED, pauseBeforeStream, SILENCE_MS, SILENT, STABLE_AFTER_MS, type StreamEnd } from './rules.ts'

export type Stream = {
  /** Opens it where it was left. `heard` is to be told of every byte. */
  open: (heard: () => void, signal: AbortSignal) => AsyncIterable<LiveEvent>
  /** Is waited for before the next event: they come in order. */
  take: (event: LiveEvent) => Promise<void>
  /** Whether what happens is heard of at once, from now on. */
  turn: (live: boolean) => void
  /** Told of each end, before it is opened again. */
  ended: (end: StreamEnd) => Promise<void>
}

/** Keeps a stream open until it is aborted, or until opening it again is of no use. */
export async function keepStream(stream: Stream, signal: AbortSignal): Promise<void> {
  for (let tries = 0; !signal.aborted; tries++) {
    const since = Date.now()
    const end = await keepAwake(() => one(stream, signal))
    if (signal.aborted) return
    if (Date.now() - since >= STABLE_AFTER_MS) tries = 0
    await stream.ended(end)
    const pause = pauseBeforeStream(end, tries)
    if (pause === undefined) return
    await sleep(pause, signal)
  }
}

/** From opening to end. It is live from its first event on, not from its headers: a proxy may send those and keep the rest. */
async function one(stream: Stream, signal: AbortSignal): Promise<StreamEnd> {
  const silence = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const heard = () => {
    clearTimeout(timer)
    timer = setTimeout(() => silence.abort(), SILENCE_MS)
  }
  heard()
  try {
    const both = AbortSignal.any([signal, silence.signal])
    for await (const event of stream.open(heard, both)) {
      if (both.aborted) break
      await stream.take(event)
      stream.turn(true)
    }
    return silence.signal.aborted ? SILENT : ENDED
  } catch (error) {
    return silence.signal.aborted ? SILENT : error instanceof Problem ? toFailure(error) : failureOf(error)
  } finally {
    clearTimeout(timer)
    stream.turn(false)
  }
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done)
  })
}
