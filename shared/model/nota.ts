import * as z from 'zod/mini'
import { DateTime, Handle, HexAddress, Id, TxHash } from './ids.ts'
import { Amount } from './money.ts'
import { TransactionType } from './transaction.ts'

/** A nota file: opaque to anyone who carries it. Its form is looked at in `gateway/notas/` and nowhere else. */
export const Nota = z.string().check(z.minLength(1))

export const CheckResult = z.enum(['passed', 'failed', 'not_checked'])

/** One thing that was looked at, by a name that does not change, with a sentence for people. */
export const Check = z.object({ name: z.string(), result: CheckResult, detail: z.string() })
export type Check = z.infer<typeof Check>

/** Who signed: this gateway, an issuer whose fingerprint was pinned here, or somebody this gateway does not know. */
export const Trust = z.enum(['this_gateway', 'trusted', 'unknown'])
export type Trust = z.infer<typeof Trust>

/** Whether the maker of an imported address card is known. A card without a known maker is no more than an address. */
export const CardVerdict = z.object({ trust: Trust, valid: z.boolean() })
export type CardVerdict = z.infer<typeof CardVerdict>

/** What a leg of a receipt did. */
export const ReceiptLegKind = z.enum(['fund', 'mint', 'transfer', 'burn', 'payout'])

/** How far a transaction had come when its receipt was written. There is no receipt before its first leg. */
export const ReceiptStatus = z.enum(['SETTLING', 'SETTLED', 'FAILED'])

/** Where the amount of a receipt comes from: the chain shows it in public, or the wallet states it under its signature. */
export const AmountSource = z.enum(['chain', 'wallet'])

/** What an address card says. */
export const CardSubject = z.object({
  address: HexAddress,
  chainId: z.number(),
  network: z.string(),
  label: z.nullable(z.string()),
})

/** What a receipt says. */
export const ReceiptSubject = z.object({
  type: TransactionType,
  status: ReceiptStatus,
  token: z.string(),
  amount: z.nullable(Amount),
  amountSource: AmountSource,
  from: HexAddress,
  to: HexAddress,
  /** Names the amount of a confidential move on chain. */
  handle: z.nullable(Handle),
  chainId: z.number(),
  network: z.string(),
  stable: HexAddress,
  cstable: HexAddress,
  legs: z.array(
    z.object({
      kind: ReceiptLegKind,
      txHash: TxHash,
      block: z.number(),
      blockHash: TxHash,
      time: DateTime,
      outcome: z.enum(['success', 'reverted']),
    }),
  ),
})

const verification = {
  issuedAt: DateTime,
  issuer: z.object({ fingerprint: z.string(), trust: Trust }),
  /**
   * Only where no check failed, and the issuer is known here or the wallet itself signed. A receipt of another gateway also
   * needs its legs to be looked up.
   */
  valid: z.boolean(),
  checks: z.array(Check),
}

/** Who is to be paid how much of what, where, and until when. */
const payable = {
  /** By which this gateway knows it, in `POST /transfer`. */
  id: Id,
  address: HexAddress,
  token: z.string(),
  /** Null where the payer chooses. */
  amount: z.nullable(Amount),
  label: z.nullable(z.string()),
  memo: z.nullable(z.string()),
  /** The page to pay it on. */
  url: z.string(),
  expiresAt: z.nullable(DateTime),
}

/** What a request says. */
export const RequestSubject = z.object({
  ...payable,
  chainId: z.number(),
  network: z.string(),
  stable: HexAddress,
  cstable: HexAddress,
  /** Set where only payments count that name the request: money that is sent to the address does not. */
  byName: z.optional(z.literal(true)),
})

/** As much of what is known of a request as who pays it goes by. */
export const RequestVerification = z.object({
  type: z.literal('request'),
  subject: z.object(payable),
  issuer: z.object({ trust: Trust }),
  checks: z.array(Check),
})

/** What a nota says, who signed it, and what of it holds. */
export const NotaVerification = z.discriminatedUnion('type', [
  z.object({ type: z.literal('address-card'), subject: CardSubject, ...verification }),
  z.object({ type: z.literal('receipt'), subject: ReceiptSubject, ...verification }),
  z.object({ type: z.literal('request'), subject: RequestSubject, ...verification }),
])

export type RequestVerification = z.infer<typeof RequestVerification>
export type CardSubject = z.infer<typeof CardSubject>
export type RequestSubject = z.infer<typeof RequestSubject>
export type ReceiptSubject = z.infer<typeof ReceiptSubject>
export type NotaVerification = z.infer<typeof NotaVerification>
