import { UnfamiliarRefusal } from '#shared/client-errors.ts'
import { failureOf } from '#shared/client-failure.ts'
import type { TransactionStatus } from '#shared/model/transaction.ts'
import { type RefusalCode, Refused } from '#shared/refusal-codes.ts'

/** What became of a payment, as far as it is known when the command ends. */
export type Outcome = 'settled' | 'failed' | 'refused' | 'underway' | 'unknown'

/** What a script reads. 2 is what other commands end with where something was told, and not all of it. */
export const exitCodes: Readonly<Record<Outcome, number>> = {
  settled: 0,
  failed: 1,
  refused: 1,
  unknown: 3,
  underway: 4,
}

/**
 * What an attempt without a result says of the payment. `refused`: by the payment itself, after its key was looked up. `turned
 * away`: before that, so an earlier attempt may have paid. `busy`: the same, and a later attempt may pass. `not sent`: there was
 * no connection. `unknown`: it may have been carried out.
 */
export type Meaning = 'refused' | 'turned away' | 'busy' | 'not sent' | 'unknown'

const atTheDoor: readonly RefusalCode[] = [
  'unauthenticated',
  'invalid_api_key',
  'account_disabled',
  'insufficient_scope',
  'session_required',
  'method_not_allowed',
  'unsupported_media_type',
  'payload_too_large',
  'misdirected_request',
  'not_configured',
]
const later: readonly RefusalCode[] = ['rate_limited', 'overloaded', 'reconciling']
const doubtful: readonly RefusalCode[] = [
  'internal_error',
  'storage_unavailable',
  'upstream_unavailable',
  'idempotency_in_progress',
]

/** Error codes of `fetch` for a request of which no byte left this machine. */
const NOT_CONNECTED = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN']

export function meaningOf(error: unknown): Meaning {
  if (error instanceof Refused) return ofRefusal(error)
  const { status } = failureOf(error)
  if (error instanceof UnfamiliarRefusal) return status !== undefined && status < 500 ? 'turned away' : 'unknown'
  // A proxy in between, or another server: one that answers 408 or 5xx may have passed the request on.
  if (status !== undefined) return status >= 400 && status < 500 && status !== 408 ? 'turned away' : 'unknown'
  return NOT_CONNECTED.includes(causeOf(error)) ? 'not sent' : 'unknown'
}

/** Whether a refusal is about who asks: the same question would be refused again. */
export function mayNotAsk(error: unknown): boolean {
  return error instanceof Refused && meaningOf(error) === 'turned away'
}

function ofRefusal({ code, details }: Refused): Meaning {
  if (atTheDoor.includes(code) || isAboutReach(details)) return 'turned away'
  if (later.includes(code)) return 'busy'
  return doubtful.includes(code) ? 'unknown' : 'refused'
}

/** Wallets that a key does not reach are refused before its payments are looked up. */
function isAboutReach(details: unknown): boolean {
  return Array.isArray(details) && details.some((flaw: { reason?: unknown }) => flaw?.reason === 'unknown_wallet')
}

function causeOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause as { code?: unknown } | undefined) : undefined
  return typeof cause?.code === 'string' ? cause.code : ''
}

export function outcomeOf(status: TransactionStatus): Outcome {
  if (status === 'SETTLED') return 'settled'
  return status === 'FAILED' ? 'failed' : 'underway'
}
