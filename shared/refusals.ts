/**
 * Every code a failure can carry, with its HTTP status and the message used where the refusal brings none of its own.
 * Clients match on the code; messages may be reworded. Source: the API document's "Errors" and the decisions beside it.
 */
export const refusals = {
  validation_error: { status: 400, message: 'The request is not valid: see its details.' },
  invalid_nota: { status: 400, message: 'This nota cannot be used here.' },
  receipt_unavailable: { status: 400, message: 'There is no receipt yet: the transaction is not on the chain.' },
  unauthenticated: { status: 401, message: 'Send an API key as "Authorization: Bearer sotto_sk_…", or sign in.' },
  invalid_api_key: { status: 401, message: 'This API key is unknown, revoked or expired.' },
  invalid_session: { status: 401, message: 'This session has ended. Sign in again.' },
  invalid_credentials: { status: 401, message: 'The e-mail or password is wrong.' },
  invalid_totp: { status: 401, message: 'This code is wrong, already used, or expired.' },
  invalid_passkey: { status: 401, message: 'This passkey was not accepted.' },
  account_disabled: { status: 403, message: 'This account is disabled. Ask the server admin.' },
  session_required: { status: 403, message: 'This needs a signed-in session, not an API key.' },
  password_change_required: { status: 403, message: 'Change the one-time password first.' },
  reauthentication_required: { status: 403, message: 'Sign in again: this needs a sign-in under 10 minutes old.' },
  cross_site_request: { status: 403, message: 'This request came from another site.' },
  insufficient_scope: { status: 403, message: 'This API key lacks the scope that the call needs.' },
  not_found: { status: 404, message: 'There is no such resource.' },
  method_not_allowed: { status: 405, message: 'This path does not support this method.' },
  wallet_exists: { status: 409, message: 'This account already has a wallet with this address.' },
  contact_exists: { status: 409, message: 'Another contact has this address, or a name that looks like this one.' },
  wallet_in_use: { status: 409, message: 'A custodial wallet cannot be removed: its key is kept here.' },
  not_cancellable: { status: 409, message: 'Only a payment that is PENDING and not yet mined can be cancelled.' },
  totp_already_enabled: { status: 409, message: 'Two-factor authentication is on already.' },
  idempotency_mismatch: { status: 409, message: 'This Idempotency-Key was used before for a different request.' },
  idempotency_in_progress: { status: 409, message: 'The first request with this Idempotency-Key is still running.' },
  payload_too_large: { status: 413, message: 'The body is larger than 64 KiB.' },
  unsupported_media_type: { status: 415, message: 'Send the body as Content-Type: application/json.' },
  misdirected_request: {
    status: 421,
    message: 'This gateway does not answer to that host name. Its own is set with SOTTO_PUBLIC_URL.',
  },
  rate_limited: { status: 429, message: 'Too many requests. Wait for the seconds in Retry-After.' },
  internal_error: {
    status: 500,
    message: 'Something went wrong in the gateway. Its log says more under the request ID.',
  },
  fund_failed: { status: 502, message: 'The faucet payment failed.' },
  mint_failed: { status: 502, message: 'The mint failed.' },
  transfer_failed: { status: 502, message: 'The transfer failed.' },
  redeem_failed: { status: 502, message: 'The redeem failed before its payout.' },
  redeem_settlement_failed: { status: 502, message: 'The operator cannot pay out this redeem.' },
  upstream_unavailable: { status: 502, message: 'The chain did not answer. Try again in a moment.' },
  not_configured: { status: 503, message: 'This gateway is not fully configured.' },
  reconciling: {
    status: 503,
    message: 'The chain has what the gateway does not know yet. Nothing was done; try again.',
  },
  overloaded: { status: 503, message: 'The gateway is busy. Try again in a moment.' },
  storage_unavailable: {
    status: 503,
    message: 'The gateway cannot write to its disk. Try again later; repeat payments with the same Idempotency-Key.',
  },
} as const satisfies Record<string, { status: number; message: string }>

export type RefusalCode = keyof typeof refusals

/**
 * Why a payment that is written well is refused all the same: by what wallet, chain or gateway is like now. A closed list, so
 * that clients need not read messages. `limit`: a bound of the gateway, such as the faucet's for a day. `gas_price`: gas costs
 * more than the gateway may pay. `recipient`: nothing is sent to that address.
 */
export const flawReasons = [
  'insufficient_balance',
  'insufficient_gas',
  'gas_price',
  'limit',
  'unknown_wallet',
  'external_wallet',
  'recipient',
] as const

export type FlawReason = (typeof flawReasons)[number]

/** `reason`: of a payment that is refused by what is so now; of a field that is written wrong there is none. */
export type Flaw = { path: string; message: string; reason?: FlawReason | undefined }

export type RefusalExtras = {
  message?: string
  /** For `validation_error`, and a limit of the faucet, a list of flaws; for a money call's 502 the recorded transaction. */
  details?: unknown
  headers?: Record<string, string>
  cause?: unknown
}

/** The one error that becomes an answer: thrown with a code of the catalogue, turned into the failure envelope at the edge. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly status: number
  readonly details: unknown
  readonly headers: Record<string, string>

  constructor(code: RefusalCode, extras: RefusalExtras = {}) {
    super(extras.message ?? refusals[code].message, { cause: extras.cause })
    this.name = 'Refusal'
    this.code = code
    this.status = refusals[code].status
    this.details = extras.details
    this.headers = extras.headers ?? {}
  }
}

/** A `validation_error` about one field. */
export function invalid(path: string, message: string, reason?: FlawReason): Refusal {
  const flaws: Flaw[] = [{ path, message, reason }]
  return new Refusal('validation_error', { details: flaws })
}
