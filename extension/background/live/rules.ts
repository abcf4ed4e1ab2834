import type { Failure } from '#shared/client-failure.ts'

/** Nothing heard for so long, though a comment comes every 20 s: a proxy in between keeps what it should pass on. */
export const SILENCE_MS = 50_000

/** A stream that lasted this long resets the pauses. A gateway that closes each stream at once is asked less and less often. */
export const STABLE_AFTER_MS = 10_000

/** Why a stream is not there any more. `ended`: the gateway closed it. `silent`: nothing was heard of it. */
export type StreamEnd = Pick<Failure, 'code' | 'retryAfter'>
export const ENDED: StreamEnd = { code: 'ended' }
export const SILENT: StreamEnd = { code: 'silent' }

const LADDER = [1_000, 2_000, 5_000, 15_000] as const
const LONGEST_MS = 60_000

/** A gateway may be updated, a proxy may be told to pass on; meanwhile there is polling. */
const OLDER_MS = 10 * 60_000
const BUFFERED_MS = 5 * 60_000

/** Another try changes nothing here: another key, an unlock or another gateway begins anew. */
const final = new Set(['invalid_api_key', 'insufficient_scope', 'account_disabled', 'locked', 'unknown_profile'])

/**
 * Milliseconds until the stream is asked for again; undefined where that is of no use. `tries` counts those that failed one
 * after the other.
 */
export function pauseBeforeStream({ code, retryAfter = 0 }: StreamEnd, tries: number): number | undefined {
  if (final.has(code)) return undefined
  if (code === 'not_found' || code === 'not_sotto') return OLDER_MS
  if (code === 'silent') return BUFFERED_MS
  const own = code === 'rate_limited' ? LONGEST_MS : (LADDER[tries] ?? LONGEST_MS)
  return Math.min(Math.max(own, retryAfter * 1_000), OLDER_MS)
}
