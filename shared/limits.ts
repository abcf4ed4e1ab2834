/** The numbers of the API document's "Limits", and those that its silence left to decide. */

/** Requests in any window of this many milliseconds count together. */
export const LIMIT_WINDOW_MS = 60_000
export const WRITES_PER_WINDOW = 30
export const READS_PER_WINDOW = 120
/** All credentials of one account together may do this many times what one may. */
export const ACCOUNT_FACTOR = 4

export const LOGINS_PER_WINDOW = 10
export const LOGIN_WINDOW_MS = 15 * 60_000

/** A session ends this long after its sign-in, used or not. */
export const SESSION_MS = 24 * 60 * 60_000
/** What is dangerous needs a sign-in under this old. */
export const RECENT_SIGN_IN_MS = 10 * 60_000
/** A login begun with a password, or a passkey ceremony, must be finished within this. */
export const CHALLENGE_MS = 5 * 60_000
/** So many wrong codes end a login that waits for its second factor. */
export const WRONG_CODES_MAX = 5
export const RECOVERY_CODES = 10

export const PASSWORD_MIN = 12
export const PASSWORD_MAX = 200
export const PASSPHRASE_MIN = 8
export const PASSPHRASE_MAX = 200
/** Of an exported wallet key, as the API document says. */
export const EXPORT_ITERATIONS = 310_000

export const PAGE_SIZE_DEFAULT = 20
export const PAGE_SIZE_MAX = 100

/** How long a money call waits for its receipt before it answers `PENDING`. */
export const RECEIPT_WAIT_MS = 90_000

/** Of `GET /events`: streams of one credential, of one account and of one gateway at a time, how long they can be resumed, and what keeps them open. */
export const STREAMS_MAX = 4
export const STREAMS_OF_ACCOUNT_MAX = 20
export const STREAMS_OF_ALL_MAX = 1_000
/** Pages of requests that are open in browsers of one address, and are told of what happens. Others ask again and again. */
export const PAGES_OF_ADDRESS_MAX = 50
export const EVENTS_KEPT_MS = 72 * 60 * 60_000
export const STREAM_COMMENT_MS = 20_000

/** Of an account. */
export const WEBHOOKS_MAX = 10
export const WEBHOOK_URL_MAX = 2_048
/** How long the secret before a new one signs too. */
export const FORMER_SECRET_MS = 24 * 60 * 60_000
/** How long an answer to a webhook may take, and how much of it is read. */
export const DELIVERY_TIMEOUT_MS = 10_000
export const DELIVERY_ANSWER_BYTES = 4_096
/** How long an event is tried, and a webhook must take nothing to be called failing; after that it is tried so often. */
export const DELIVERY_TRIED_MS = 3 * 24 * 60 * 60_000
export const PROBE_EVERY_MS = 24 * 60 * 60_000
/** How long deliveries are kept, and how many wait for a failing webhook. */
export const DELIVERIES_KEPT_MS = 30 * 24 * 60 * 60_000
export const DELIVERIES_WAITING_MAX = 10_000

export const BODY_BYTES_MAX = 64 * 1024
export const NOTA_BYTES_MAX = 16 * 1024
/** Of a batch: its rows, and the body that brings them. */
export const BATCH_ROWS_MAX = 10_000
export const BATCH_BYTES_MAX = 4 * 1024 * 1024
export const WALLETS_MAX = 100
export const CONTACTS_MAX = 1_000
/** A body of 64 KiB has room for so many with addresses, and for some dozens with cards. */
export const CONTACTS_PER_IMPORT = 100
/** Of a note to oneself, on a payment or a contact, in characters. */
export const NOTE_MAX = 500
/** Of an account, those that were not revoked. */
export const API_KEYS_MAX = 100
/** Of a policy. */
export const POLICY_DESTINATIONS_MAX = 200
/** Single payments of an account that wait for a person at once, and how many of all that wait a list shows. */
export const APPROVALS_MAX = 200
export const EXTERNAL_ID_MAX = 100
export const IDEMPOTENCY_KEY_MAX = 255

/** Faucet, in STABLE: what a call gives unasked, the most a call gives, the most an account gets a day. */
export const FUND_DEFAULT = '100'
export const FUND_MAX = '1000'
export const FAUCET_PER_DAY = '10000'
/** Faucet gas, in ETH: topped up to the second where the wallet holds less than the first; the most a day. */
export const GAS_LOW = '0.02'
export const GAS_FULL = '0.05'
export const GAS_PER_DAY = '0.2'
