import type { CallType } from './model/transaction.ts'

/**
 * Every code that a failure can carry, with its HTTP status; what each says stands in `refusal.ts`. Source: the API document's
 * "Errors" and the decisions beside it.
 */
export const statuses = {
  validation_error: 400,
  invalid_nota: 400,
  receipt_unavailable: 400,
  unauthenticated: 401,
  invalid_api_key: 401,
  invalid_session: 401,
  invalid_credentials: 401,
  invalid_totp: 401,
  invalid_passkey: 401,
  account_disabled: 403,
  session_required: 403,
  password_change_required: 403,
  reauthentication_required: 403,
  cross_site_request: 403,
  insufficient_scope: 403,
  policy_denied: 403,
  own_payment: 403,
  not_found: 404,
  method_not_allowed: 405,
  wallet_exists: 409,
  contact_exists: 409,
  wallet_in_use: 409,
  not_cancellable: 409,
  batch_conflict: 409,
  not_waiting: 409,
  request_ended: 409,
  totp_already_enabled: 409,
  idempotency_mismatch: 409,
  idempotency_in_progress: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  misdirected_request: 421,
  rate_limited: 429,
  internal_error: 500,
  fund_failed: 502,
  mint_failed: 502,
  transfer_failed: 502,
  redeem_failed: 502,
  redeem_settlement_failed: 502,
  upstream_unavailable: 502,
  not_configured: 503,
  reconciling: 503,
  overloaded: 503,
  storage_unavailable: 503,
} as const satisfies Record<string, number>

export type RefusalCode = keyof typeof statuses

/** The 502 of each call that moves money, where it was not made for a cause that is no fault of the request. */
export const failureCodes = {
  FUND: 'fund_failed',
  MINT: 'mint_failed',
  TRANSFER: 'transfer_failed',
  REDEEM: 'redeem_failed',
} as const satisfies Record<CallType, RefusalCode>

export type RefusedExtras = {
  message: string
  /** For `validation_error`, `contact_exists`, and a limit of the faucet, a list of flaws; for a money call's 502 the recorded transaction; for `policy_denied` the rule. */
  details?: unknown
  headers?: Record<string, string>
  cause?: unknown
}

/** A refusal as a client gets it: with the sentence that the gateway said, so that a client carries no other. */
export class Refused extends Error {
  readonly code: RefusalCode
  readonly status: number
  readonly details: unknown
  readonly headers: Record<string, string>

  constructor(code: RefusalCode, { message, cause, details, headers }: RefusedExtras) {
    super(message, { cause })
    this.name = 'Refusal'
    this.code = code
    this.status = statuses[code]
    this.details = details
    this.headers = headers ?? {}
  }
}
