/** Why a contract refused a call. */
export type Revert = {
  /** Name of the contract's error; `Unknown` where it has none that this version knows. */
  name: string
  /** Whether trying again later can help. What is not known to be final may pass. */
  transient: boolean
  /** For people: begins in lower case and has no full stop. */
  text: string
}

/** A token that refuses an address: a payment ends by it, while what a burn is owed waits until the list is cleared. */
const DENIED = ['AddressIsDenied', 'BlockedUser', 'UnderlyingDenyListedAddress', 'WrapperBlockedAddress']

/** What no waiting mends: the same call will be refused for ever. */
const FINAL = new Set([
  ...DENIED,
  'ERC1363InvalidReceiver',
  'ERC20InvalidReceiver',
  'ERC20InvalidSender',
  'ERC7984InvalidReceiver',
  'ERC7984InvalidSender',
  'FHECollectionSizeInvalid',
  'InvalidUnwrapRequest',
  'InvalidWrapRecipientEncoding',
  'InvalidZeroHandle',
  'PadUsed',
  'PadWithoutProof',
  'SafeCastOverflowedUintDowncast',
])

/** Refusals of a token, or of the protocol, that its owner has ordered and can lift: pauses and lists of addresses. */
const HELD_BACK = new Set([
  ...DENIED,
  'EnforcedPause',
  'InvalidUnderlyingDenyListResponse',
  'SenderDenied',
  'UnderlyingDenyListCallFailed',
])

const TEXTS: Readonly<Record<string, string>> = {
  ERC20InsufficientBalance: 'the balance does not cover it',
  ERC20InsufficientAllowance: 'the token was not approved for it',
  EnforcedPause: 'a contract that it needs is paused',
  HCUBlockLimitExceeded: 'the block had no room left for confidential operations',
  HCUTransactionLimitExceeded: 'it takes more confidential operations than one transaction may',
  HCUTransactionDepthLimitExceeded: 'it takes more confidential operations in a row than one transaction may',
  InvalidUnwrapRequest: 'the token knows no such open request',
  AddressIsDenied: 'the token refuses one of its addresses',
  BlockedUser: 'the token refuses one of its addresses',
  WrapperBlockedAddress: 'the token refuses one of its addresses',
  UnderlyingDenyListedAddress: 'the token under it refuses one of its addresses',
  UnderlyingDenyListCallFailed: 'the token could not ask which addresses are refused',
  InvalidUnderlyingDenyListResponse: 'the token could not ask which addresses are refused',
  SenderDenied: 'the protocol refuses its sender',
  KMSInvalidSigner: 'the decryption was signed by a key that the chain does not know',
  InvalidKmsContext: 'the decryption was signed by keys that the chain has replaced',
  InvalidKMSSignatures: 'the chain did not accept the signatures of the decryption',
  InvalidSigner: 'the encryption was signed by a key that the chain does not know',
  NotOperator: 'the faucet does not know this operator',
  InsufficientFunds: 'the sender (of a FUND the operator) has too little ETH',
  OutOfGas: 'it ran out of gas, or what it depended on changed',
  Unknown: 'the contract refused it without a reason that this version knows',
}

/** A payout pays a debt, by the token or from the float: it is never given up because of a pause or a list, which can be lifted. */
export function atPayout(revert: Revert): Revert {
  return { ...revert, transient: revert.transient || HELD_BACK.has(revert.name) }
}

/** Whether a pause or a list of addresses is the reason: it passes once its owner lifts it, and cannot be lifted here. */
export const isHeldBack = ({ name }: Revert) => HELD_BACK.has(name)

/** Any text that a contract chose: printable, and not long. */
const TEXT_MAX = 200

/** `said`: the message that the contract gave along. */
export function revertOf(name: string, said?: string): Revert {
  const transient = !FINAL.has(name)
  if (said !== undefined) return { name, transient, text: `the contract says "${printable(said)}"` }
  const text = TEXTS[name]
  if (name === 'Unknown' && text !== undefined) return { name, transient, text }
  return { name, transient, text: text === undefined ? `the contract refused it (${name})` : `${text} (${name})` }
}

function printable(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ').slice(0, TEXT_MAX)
}
