import * as z from 'zod/mini'
import { NOTE_MAX } from '#shared/limits.ts'
import { Handle, HexAddress, Id, TxHash } from '#shared/model/ids.ts'
import { Amount, PositiveAmount, parseAmount } from '#shared/model/money.ts'
import { AmountSource, ReceiptLegKind, ReceiptStatus } from '#shared/model/nota.ts'
import { TransactionType } from '#shared/model/transaction.ts'
import { WalletSignature } from './statements.ts'
import { Seconds } from './token-timestamps.ts'

/** The version of what notas say. A reader refuses any other, rather than guess. */
export const VERSION = 1

const common = {
  v: z.literal(VERSION),
  /** When it was issued and, where it lapses, when: seconds, as in RFC 7519, section 4.1. */
  iat: Seconds,
  exp: z.optional(Seconds),
  chainId: z.int().check(z.gte(1)),
  /** `offline` and `sepolia` share a chain ID, and nothing else. */
  network: z.string().check(z.minLength(1), z.maxLength(40), z.regex(/^[a-z0-9-]+$/)),
}

/** Nothing that moves a cursor, turns the direction of text, or hides; what joins an emoji is left to it. */
const CLEAR =
  /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\u{E0000}-\u{E007F}]*$/u
const Label = z.string().check(z.minLength(1), z.maxLength(100), z.regex(CLEAR))

export const CardContent = z.strictObject({
  ...common,
  /** The zero address has no key: money that is sent there never comes back. */
  address: HexAddress.check(z.refine((address) => !/^0x0{40}$/.test(address))),
  label: z.optional(Label),
  /** A custodial wallet's own signature of `cardStatement`. */
  walletSignature: z.optional(WalletSignature),
})

/** One line, as the page shows it. */
const Memo = z.string().check(z.minLength(1), z.maxLength(NOTE_MAX), z.regex(CLEAR))

/** Symbol of the token that an amount counts. */
const TokenSymbol = z
  .string()
  .check(z.minLength(1), z.maxLength(40), z.regex(/^[\p{L}\p{N}\p{P}\p{S}]+( [\p{L}\p{N}\p{P}\p{S}]+)*$/u))

/** A request to be paid. `exp` is its own: after it there is nothing to pay. */
export const RequestContent = z.strictObject({
  ...common,
  id: Id.check(z.regex(/^[a-z0-9]+$/)),
  /** The zero address has no key: money that is sent there never comes back. */
  address: HexAddress.check(z.refine((address) => !/^0x0{40}$/.test(address))),
  token: TokenSymbol,
  stable: HexAddress,
  cstable: HexAddress,
  /** Null where the payer chooses. */
  amount: z.nullable(PositiveAmount),
  label: z.optional(Label),
  memo: z.optional(Memo),
  /** Set where only payments count that name the request: accounts of its gateway alone can make one. */
  byName: z.optional(z.literal(true)),
  /** The page to pay it on: of its gateway, without credentials. */
  url: z.url({ protocol: /^https?$/ }).check(z.maxLength(500), z.regex(/^https?:\/\/[^\s@]+$/)),
})

const Leg = z.strictObject({
  kind: ReceiptLegKind,
  txHash: TxHash,
  block: z.int().check(z.gte(0)),
  blockHash: TxHash,
  /** The block's, in seconds. */
  time: Seconds,
  outcome: z.enum(['success', 'reverted']),
})

/** A redeem burns, or, where its operator keeps a float, moves to the operator. */
const firstLegs: Record<z.infer<typeof TransactionType>, readonly string[]> = {
  FUND: ['fund'],
  MINT: ['mint'],
  TRANSFER: ['transfer'],
  REDEEM: ['burn', 'transfer'],
  RECEIVE: ['transfer'],
}

export const ReceiptContent = z
  .strictObject({
    ...common,
    type: TransactionType,
    status: ReceiptStatus,
    token: TokenSymbol,
    stable: HexAddress,
    cstable: HexAddress,
    from: HexAddress,
    to: HexAddress,
    /** Null where a confidential amount has not been decrypted yet. */
    amount: z.nullable(Amount.check(z.refine((text) => parseAmount(text) !== undefined))),
    amountSource: AmountSource,
    handle: z.nullable(Handle),
    legs: z.array(Leg).check(z.minLength(1), z.maxLength(2)),
    /** Signature of `amountStatement` by the custodial wallet that was party. */
    walletSignature: z.optional(WalletSignature),
  })
  .check(
    z.refine((receipt) => firstLegs[receipt.type].includes(receipt.legs[0]?.kind ?? ''), {
      error: 'names another first leg',
    }),
    z.refine((receipt) => receipt.legs[1] === undefined || isPayout(receipt), { error: 'has a leg too many' }),
    z.refine((receipt) => receipt.status === statusOf(receipt) || mayHaveFailed(receipt), {
      error: 'has a status that its legs do not bear out',
    }),
    z.refine((receipt) => receipt.amountSource === 'wallet' || receipt.amount !== null, { error: 'lacks its amount' }),
    z.refine((receipt) => receipt.amountSource === 'chain' || receipt.handle !== null, { error: 'lacks its handle' }),
    // The chain shows the amount of a public move, and of a confidential one that was paid out.
    z.refine(({ amountSource, handle, legs }) => amountSource === 'wallet' || handle === null || legs.length === 2, {
      error: 'has an amount that the chain does not show',
    }),
    z.refine((receipt) => receipt.walletSignature === undefined || receipt.handle !== null, {
      error: 'states the amount of nothing',
    }),
  )

type Shape = { type: string; amount: string | null; legs: readonly { kind: string; outcome: string }[] }

function isPayout(receipt: Shape): boolean {
  return receipt.type === 'REDEEM' && receipt.legs[1]?.kind === 'payout'
}

/** A public move that was mined has not failed; a confidential one may have moved nothing. */
function mayHaveFailed({ status, handle, legs }: { status: string; handle: string | null; legs: readonly unknown[] }) {
  return status === 'FAILED' && handle !== null && legs.length === 1
}

/** The furthest that legs like these can have come. */
export function statusOf({ type, amount, legs }: Shape): z.infer<typeof ReceiptStatus> {
  if (legs.some((leg) => leg.outcome === 'reverted')) return 'FAILED'
  // Who only watches a wallet never knows what came in: it came all the same.
  if (amount === null && type !== 'RECEIVE') return 'SETTLING'
  return type === 'REDEEM' && legs.length === 1 ? 'SETTLING' : 'SETTLED'
}

/** A label as a card may carry it: of older wallets, what a card must not say is left out. */
export function clearLabel(text: string): string | undefined {
  const clear = [...text]
    .filter((sign) => CLEAR.test(sign))
    .join('')
    .trim()
  return clear === '' ? undefined : clear
}

export type CardContent = z.infer<typeof CardContent>
export type RequestContent = z.infer<typeof RequestContent>
export type ReceiptContent = z.infer<typeof ReceiptContent>
