import { BrokenAnswer, NotAnAnswer, UnfamiliarRefusal } from './client-errors.ts'
import { type RefusalCode, Refused } from './refusal-codes.ts'

/** Failures that no gateway tells of: there was no answer, or none that can be read. */
export type ClientCode = 'unreachable' | 'timeout' | 'not_sotto' | 'broken_answer' | 'unexpected'

/** Why something did not work, as plain JSON: it can be shown, stored and sent between the parts of an extension. */
export type Failure = {
  /** A code of the catalogue or of this client; a newer gateway may bring others. */
  code: RefusalCode | ClientCode | (string & {})
  /** The gateway's own sentence where it said one. */
  message: string
  details?: unknown
  /** Seconds to wait before the next attempt. */
  retryAfter?: number
  /** HTTP status, where there was an answer. */
  status?: number
}

/** A failure on its way as an error: thrown where no class of its own says more. */
export class Failed extends Error {
  readonly failure: Failure
  constructor(failure: Failure, cause?: unknown) {
    super(failure.message, { cause })
    this.name = 'Failed'
    this.failure = failure
  }
}

/** What an error of the client, of `fetch` or of the page itself comes to. */
export function failureOf(error: unknown): Failure {
  if (error instanceof Failed) return error.failure
  if (error instanceof Refused) return ofRefusal(error)
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof UnfamiliarRefusal) return { code: error.code, message, status: error.status }
  if (error instanceof NotAnAnswer) return { code: 'not_sotto', message, status: error.status }
  if (error instanceof BrokenAnswer) return { code: 'broken_answer', message, status: error.status }
  const name = error instanceof Error ? error.name : ''
  if (name === 'AbortError' || name === 'TimeoutError') return { code: 'timeout', message }
  // `fetch` rejects with a TypeError whatever stood in its way: name, port, certificate, a redirect that was not allowed.
  if (error instanceof TypeError) return { code: 'unreachable', message }
  return { code: 'unexpected', message }
}

function ofRefusal({ code, message, details, status, headers }: Refused): Failure {
  const wait = Number(headers['retry-after'])
  return {
    code,
    message,
    status,
    ...(details === undefined ? {} : { details }),
    ...(Number.isFinite(wait) ? { retryAfter: wait } : {}),
  }
}
