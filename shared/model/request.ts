import * as z from 'zod/mini'
import { DateTime, HexAddress, Id } from './ids.ts'
import { Amount } from './money.ts'

/** `OPEN` until it is paid, lapses or is taken back; an ended request stays as it ended. */
export const RequestStatus = z.enum(['OPEN', 'PAID', 'EXPIRED', 'CANCELLED'])
export type RequestStatus = z.infer<typeof RequestStatus>

/** Where a request is paid: at an address of its own, or at its wallet's, where only payments that name it count. */
export const RequestAddress = z.enum(['own', 'wallet'])
export type RequestAddress = z.infer<typeof RequestAddress>

/** What happens to a request. `received`: money came in that did not end it, or after its end. */
export const RequestEvent = z.enum(['paid', 'received', 'expired'])
export type RequestEvent = z.infer<typeof RequestEvent>

export const PaymentRequest = z.object({
  id: Id,
  walletId: Id,
  /** Where it is paid: an address of its own, whose money is collected into the wallet, or the wallet's. */
  address: HexAddress,
  token: z.string(),
  /** Null where the payer chooses: then any payment pays it. And of a rebuilt one, whose amount is lost. */
  amount: z.nullable(Amount),
  /** What has come in so far; what came after `expiresAt`, once it has ended. */
  received: Amount,
  status: RequestStatus,
  /** More has come in than was asked for. */
  overpaid: z.boolean(),
  /** Money came in after the end. */
  late: z.boolean(),
  /** Who asks, as the page and the nota say it; null where they do not. */
  label: z.nullable(z.string()),
  memo: z.nullable(z.string()),
  externalId: z.nullable(z.string()),
  /** The page on which anybody who has the link can pay it. */
  url: z.string(),
  expiresAt: z.nullable(DateTime),
  createdAt: DateTime,
  updatedAt: DateTime,
  /** What has paid it, in the order in which it came, and then what has collected it. */
  transactions: z.array(Id),
  /** For a request that is newer than the restored backup: when it was found again by the money at its address. */
  rebuiltAt: z.optional(DateTime),
})
export type PaymentRequest = z.infer<typeof PaymentRequest>
