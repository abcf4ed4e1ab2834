import { type RefusalCode, Refused, type RefusedExtras } from './refusal-codes.ts'

/** What each code says where its refusal brings no message of its own. Clients match on the code; messages may be reworded. */
export const messages = {
  validation_error: 'The request is not valid: see its details.',
  invalid_nota: 'This nota cannot be used here.',
  receipt_unavailable: 'There is no receipt yet: the transaction is not on the chain.',
  unauthenticated: 'Send an API key as "Authorization: Bearer sotto_sk_…", or sign in.',
  invalid_api_key: 'This API key is unknown, revoked or expired.',
  invalid_session: 'This session has ended. Sign in again.',
  invalid_credentials: 'The e-mail or password is wrong.',
  invalid_totp: 'This code is wrong, already used, or expired.',
  invalid_passkey: 'This passkey was not accepted.',
  account_disabled: 'This account is disabled. Ask the server admin.',
  session_required: 'This needs a signed-in session, not an API key.',
  password_change_required: 'Change the one-time password first.',
  reauthentication_required: 'Sign in again: this needs a sign-in under 10 minutes old.',
  cross_site_request: 'This request came from another site.',
  insufficient_scope: 'This API key lacks the scope that the call needs.',
  policy_denied: 'A policy does not let this payment pass. Nothing was sent.',
  own_payment: 'A payment is approved by another credential than the one that asked for it.',
  not_found: 'There is no such resource.',
  method_not_allowed: 'This path does not support this method.',
  wallet_exists: 'This account already has a wallet with this address.',
  contact_exists: 'Another contact has this address, or a name that looks like this one.',
  wallet_in_use: 'A custodial wallet cannot be removed: its key is kept here.',
  not_cancellable: 'Only a payment that is PENDING and not yet mined can be cancelled.',
  batch_conflict: 'This batch is not in a state for that.',
  not_waiting: 'This payment does not wait for an approval.',
  request_ended: 'This request is paid, has expired or was cancelled.',
  totp_already_enabled: 'Two-factor authentication is on already.',
  idempotency_mismatch: 'This Idempotency-Key was used before for a different request.',
  idempotency_in_progress: 'The first request with this Idempotency-Key is still running.',
  payload_too_large: 'The body is larger than 64 KiB.',
  unsupported_media_type: 'Send the body as Content-Type: application/json.',
  misdirected_request: 'This gateway does not answer to that host name. Its own is set with SOTTO_PUBLIC_URL.',
  rate_limited: 'Too many requests. Wait for the seconds in Retry-After.',
  internal_error: 'Something went wrong in the gateway. Its log says more under the request ID.',
  fund_failed: 'The faucet payment failed.',
  mint_failed: 'The mint failed.',
  transfer_failed: 'The transfer failed.',
  redeem_failed: 'The redeem failed before its payout.',
  redeem_settlement_failed: 'The operator cannot pay out this redeem.',
  upstream_unavailable: 'The chain did not answer. Try again in a moment.',
  not_configured: 'This gateway is not fully configured.',
  reconciling: 'The chain has what the gateway does not know yet. Nothing was done; try again.',
  overloaded: 'The gateway is busy. Try again in a moment.',
  storage_unavailable:
    'The gateway cannot reach or write its database. Try again later; repeat payments with the same Idempotency-Key.',
} as const satisfies Record<RefusalCode, string>

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

export type RefusalExtras = Partial<RefusedExtras>

/** The one error that becomes an answer: thrown with a code of the catalogue, turned into the failure envelope at the edge. */
export class Refusal extends Refused {
  constructor(code: RefusalCode, extras: RefusalExtras = {}) {
    super(code, { ...extras, message: extras.message ?? messages[code] })
  }
}

/** A `validation_error` about one field. */
export function invalid(path: string, message: string, reason?: FlawReason): Refusal {
  const flaws: Flaw[] = [{ path, message, reason }]
  return new Refusal('validation_error', { details: flaws })
}
