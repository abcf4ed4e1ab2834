import type { ClientCode } from '../../client-failure.ts'
import type { RefusalCode } from '../../refusal-codes.ts'
import { countedIn } from './counted.ts'
import { words } from './spoken.ts'

const counted = countedIn('en')

/** What happened and what to do about it. `asTold`: the gateway's own sentence says more than ours could. */
export type FailureWords = { what: string; todo?: string; asTold?: true }

/** What a passkey ceremony can end with, beside success. */
export type CeremonyCode = 'passkey_not_used' | 'passkey_present' | 'passkey_not_allowed' | 'passkey_unknown'

/** What the security screens make of a refusal, or of an answer that never came. */
export type SecurityCode = 'sign_in_ended' | 'codes_unsure' | 'totp_unsure'

/** Every code that the screens can meet: one that is missing here fails the build. */
export const failureSentences = words<Record<RefusalCode | ClientCode | CeremonyCode | SecurityCode, FailureWords>>(
  'failureSentences',
  {
    validation_error: { what: 'Something in the form is not right.', todo: 'Look through the fields and try again.' },
    invalid_nota: { what: 'This file cannot be used here.', todo: 'Ask its sender for a new one.', asTold: true },
    receipt_unavailable: {
      what: 'There is no receipt yet: the chain does not show this payment.',
      todo: 'Try again once it is confirmed.',
    },
    unauthenticated: { what: 'You are not signed in.', todo: 'Sign in and try again.' },
    invalid_api_key: {
      what: 'The gateway does not accept this API key: it was revoked or has expired.',
      todo: 'Make a new key and connect again.',
    },
    invalid_session: { what: 'Your session has ended.', todo: 'Sign in again.' },
    invalid_credentials: { what: 'E-mail or password is wrong.' },
    invalid_totp: { what: 'This code is wrong, was used before, or came too late.', todo: 'Wait for the next one.' },
    invalid_passkey: { what: 'This passkey was not accepted.', todo: 'Use another one, or your password.' },
    account_disabled: { what: 'This account is disabled.', todo: 'Ask whoever runs this gateway.' },
    session_required: { what: 'An API key cannot do this.', todo: 'Sign in with your password or a passkey.' },
    password_change_required: {
      what: 'The password in use was given out.',
      todo: 'Change it first: everything else waits for that.',
    },
    reauthentication_required: { what: 'Your sign-in is over ten minutes old.', todo: 'Sign in again to do this.' },
    cross_site_request: {
      what: 'The gateway refused a request from another origin.',
      todo: 'Open this page at the address of the gateway.',
    },
    insufficient_scope: { what: 'This API key may not do that.', todo: 'Make a key with the scope that is needed.' },
    not_found: { what: 'This does not exist any more.', todo: 'Refresh the list.' },
    method_not_allowed: { what: 'The gateway does not know this call.', todo: 'Update the gateway or this program.' },
    wallet_exists: { what: 'This address is already among your wallets.' },
    contact_exists: {
      what: 'Another contact has this address, or a name that looks like this one.',
      asTold: true,
    },
    wallet_in_use: { what: 'A custodial wallet cannot be removed: the gateway keeps its key.' },
    not_waiting: { what: 'This payment does not wait for an approval any more.', todo: 'Refresh the list.' },
    policy_denied: { what: 'A policy does not let this payment pass. Nothing was sent.', asTold: true },
    own_payment: { what: 'Who asked for a payment does not approve it.', todo: 'Approve it in another session.' },
    not_cancellable: {
      what: 'Not cancelled: it is on the chain, fees are too high for it now, or it waits for an approval.',
    },
    batch_conflict: { what: 'This batch is not in a state for that any more, or not yet.', asTold: true },
    request_ended: {
      what: 'This request is paid, has expired or was cancelled.',
      todo: 'Pay nothing. Ask whoever sent it for a new one.',
    },
    totp_already_enabled: { what: 'Two-factor authentication is on already.', todo: 'Refresh the page.' },
    idempotency_mismatch: {
      what: 'A different payment was sent under the same key before.',
      todo: 'Look at your activity before you send again.',
      asTold: true,
    },
    idempotency_in_progress: {
      what: 'The gateway is still working on this payment.',
      todo: 'It will appear in your activity. Do not send it again.',
    },
    payload_too_large: { what: 'That is more than the gateway takes at once.', todo: 'Use a smaller file.' },
    unsupported_media_type: {
      what: 'The gateway did not understand the request.',
      todo: 'Update the gateway or this program.',
    },
    misdirected_request: {
      what: 'The gateway does not answer to this host name.',
      todo: 'Use its own address, or set SOTTO_PUBLIC_URL on the gateway.',
    },
    rate_limited: { what: 'Too many requests.' },
    internal_error: {
      what: 'Something went wrong in the gateway.',
      todo: 'Try again. If it stays, whoever runs the gateway finds the cause in its log.',
    },
    fund_failed: { what: 'The faucet payment failed.', asTold: true },
    mint_failed: { what: 'The mint failed.', asTold: true },
    transfer_failed: { what: 'The transfer failed.', asTold: true },
    redeem_failed: { what: 'The redeem failed before its payout.', asTold: true },
    redeem_settlement_failed: {
      what: 'The redeem cannot be paid out now.',
      todo: 'The operator owes the amount. Ask whoever runs this gateway.',
      asTold: true,
    },
    upstream_unavailable: { what: 'The chain did not answer the gateway.', todo: 'Try again in a moment.' },
    not_configured: {
      what: 'This gateway is not set up for that.',
      todo: 'Ask whoever runs this gateway.',
      asTold: true,
    },
    overloaded: { what: 'The gateway is busy.', todo: 'Try again in a moment.' },
    reconciling: {
      what: 'The gateway is finding out what has been paid already.',
      todo: 'Nothing was sent. Try again in a moment.',
    },
    storage_unavailable: {
      what: 'The gateway cannot reach or write its database.',
      todo: 'Try again later, or ask the person who runs the gateway.',
    },

    unreachable: {
      what: 'The gateway does not answer.',
      todo: 'Check that it is running and that you are online.',
    },
    timeout: { what: 'The gateway took too long to answer.', todo: 'Try again in a moment.' },
    not_sotto: {
      what: 'Something answered that is not a Sotto gateway.',
      todo: 'Check the address, and whether a proxy stands in between.',
    },
    broken_answer: {
      what: 'The gateway sent an answer that makes no sense here.',
      todo: 'It may be of another version: update the gateway or this program.',
    },
    unexpected: { what: 'Something went wrong here.', todo: 'Try again.' },

    passkey_not_used: {
      what: 'The passkey was not used: it was cancelled, or took too long.',
      todo: 'Try again, or use your password.',
    },
    passkey_present: { what: 'This device holds a passkey for this account already.' },
    passkey_not_allowed: { what: 'The browser does not allow passkeys at this address.', todo: 'Use your password.' },
    passkey_unknown: { what: 'The browser could not use a passkey.', todo: 'Try again, or use your password.' },

    sign_in_ended: { what: 'This sign-in has ended.', todo: 'Begin again with your password.' },
    codes_unsure: { what: 'No answer came. The old codes may be void.', todo: 'Make new ones.' },
    totp_unsure: {
      what: 'No answer came. Two-factor authentication may be on.',
      todo: 'Try again with the next code.',
    },
  },
)

/** How long to wait, said after "Too many requests". */
export const waitWords = words('waitWords', {
  wait: (seconds: number) => {
    if (seconds < 90) return counted(Math.max(1, Math.ceil(seconds)), 'Wait a second.', 'Wait # seconds.')
    if (seconds < 24 * 3_600) return counted(Math.ceil(seconds / 60), 'Wait a minute.', 'Wait # minutes.')
    return 'Try again another day.'
  },
})
