import { errorWords } from '../../../error-words.ts'
import { SpanKind, spanned } from '../../../spans.ts'
import { timeRelayer } from '../../../tallies.ts'
import { ConfidentialUnavailable, NotAllowed } from '../../port.ts'
import { ZamaFailure } from './failures.ts'

export class Late extends Error {}

export const relayerCall = <T>(what: string, work: () => Promise<T>) =>
  spanned(`relayer ${what}`, SpanKind.CLIENT, {}, () => timeRelayer(what, work))

/**
 * Whatever goes wrong or takes too long becomes `ConfidentialUnavailable`: nothing is decided by it. What takes too long is
 * told to stop.
 */
export async function within<T>(ms: number, what: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const patience = new AbortController()
  const timer = setTimeout(() => patience.abort(new Late(`no answer within ${ms / 1000} s`)), ms)
  const late = new Promise<never>((_, reject) => {
    patience.signal.addEventListener('abort', () => reject(patience.signal.reason), { once: true })
  })
  try {
    return await relayerCall(what, () => Promise.race([work(patience.signal), late]))
  } catch (cause) {
    const Failure = isNotAllowed(cause) ? NotAllowed : ConfidentialUnavailable
    throw new Failure(`The ${what} failed: ${errorWords(cause).slice(0, 200)}`, cause)
  } finally {
    clearTimeout(timer)
  }
}

/** By the access list of our node, which may lag, or of the relayer's. */
function isNotAllowed(cause: unknown): boolean {
  return cause instanceof ZamaFailure && (cause.kind === 'behind' || cause.kind === 'not allowed')
}
