/** What a web page and the wallet say to each other. Plain types and values: the injected script carries this file. */

/** Methods of `request`, as EIP-1193 has it. */
export const methods = [
  'sotto_getInfo',
  'sotto_requestPermissions',
  'sotto_getPermissions',
  'sotto_revokePermissions',
  'sotto_requestAddressCard',
  'sotto_getAddressCard',
  'sotto_requestPayment',
] as const
export type Method = (typeof methods)[number]

/** What a page can be allowed: to know the address card of one wallet. */
export const CAPABILITY = 'sotto_addressCard'
/** And to be paid: given with the first payment, and no more than a page's good name. A person approves of every payment. */
export const PAYMENTS = 'sotto_payments'
export type Capability = typeof CAPABILITY | typeof PAYMENTS

/** Error codes: EIP-1193 above zero, EIP-1474 below. */
export const codes = {
  refused: 4001,
  notGranted: 4100,
  unknownMethod: 4200,
  away: 4900,
  badParameters: -32602,
  alreadyAsked: -32002,
  tooMany: -32005,
  internal: -32603,
} as const

export type ProviderFailure = { code: number; message: string; data?: { retryAfter: number } | undefined }

export const events = ['connect', 'disconnect', 'permissionsChanged', 'addressCardRevoked'] as const
export type EventName = (typeof events)[number]

/** What `sotto_requestAddressCard` and `sotto_getAddressCard` answer: no label, no balance. */
export type AddressCard = { nota: string; environment: string; chainId: number }

/**
 * What `sotto_requestPayment` answers, and all that it answers. `submitted`: the gateway has it, or may have it. `settled`:
 * it is paid. `refused`: it did not go through, and nothing was paid. The receipt only where the person ticked it.
 */
export type PaymentAnswer = { status: 'submitted' | 'settled' | 'refused'; receipt?: string }

/** A grant in the shape of EIP-2255. */
export type Permission = {
  id: string
  parentCapability: Capability
  invoker: string
  /** Milliseconds since 1970. */
  date: number
  caveats: { type: 'expiresAt'; value: number }[]
}

/** What `connect` says, as EIP-1193 has it: the chain in hexadecimal. */
export type Connect = { chainId: string }

export type Info = { version: string; environment: string; chainId: number; methods: readonly Method[] }

/** From the injected script to the bridge. */
export type Question = { sotto: 'ask'; id: string; method: string; params: unknown }
/** From the bridge to the injected script. */
export type Answer =
  | { sotto: 'answer'; id: string; value: unknown }
  | { sotto: 'answer'; id: string; failure: ProviderFailure }
export type Event = { sotto: 'event'; name: EventName; value: unknown }

/** From the bridge to the worker, and what the worker answers at once. */
export type BridgeMessage =
  | { to: 'provider'; hello: true }
  /** The page goes away; what it asked for is not wanted any more. */
  | { to: 'provider'; gone: string }
  | { to: 'provider'; method: string; params: unknown; key: string }
export type BridgeReply =
  /** The provider is in the page by now. */
  | { is: 'enabled'; connect: Connect; permissions: Permission[] }
  | { is: 'value'; value: unknown }
  | { is: 'failure'; failure: ProviderFailure }
  /** A person has to say; the answer comes as a message of its own. */
  | { is: 'waiting' }

/** From the worker to a bridge, which answers whether it was for it. */
export type WorkerMessage =
  | { to: 'bridge'; key: string; value: unknown }
  | { to: 'bridge'; key: string; failure: ProviderFailure }
  /** Whether the page still waits for this. `pays`: from now on it may be paid. */
  | { to: 'bridge'; still: string; pays?: boolean | undefined }
  /** For pages of this origin: a tab may show another one by the time it arrives. */
  | { to: 'bridge'; origin: string; event: EventName; value: unknown }

/** The longest request a page may make, in characters of its JSON. */
export const REQUEST_MAX = 8_192
/** What a page may say that it wants the card for, in characters. */
export const PURPOSE_MAX = 140
