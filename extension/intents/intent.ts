import * as z from 'zod/mini'
import { Transaction } from '#shared/model/transaction.ts'
import { Box } from '../vault/seal.ts'

export const Verb = z.enum(['fund', 'mint', 'transfer', 'redeem'])
export type Verb = z.infer<typeof Verb>

/**
 * How far a payment that somebody consented to has come.
 * `ready`: written, not sent. `sending`: a call is under way, or was when the worker ended. `unknown`: whether the
 * gateway took it is not known. `ask`: it did not take it, and the consent is too old to send it unasked.
 * `accepted`: the gateway has a transaction for it. `refused`: the gateway said no and made none. `discarded`: taken
 * back by the person before it was sent. `left`: what became of it was not known when the person stopped following it.
 */
export const IntentState = z.enum(['ready', 'sending', 'unknown', 'ask', 'accepted', 'refused', 'discarded', 'left'])
export type IntentState = z.infer<typeof IntentState>

/** What is kept in the clear: enough to know that there is something to do, and nothing of the payment itself. */
export const Intent = z.strictObject({
  /** Also its `Idempotency-Key` and `externalId`. */
  id: z.string(),
  profileId: z.string(),
  state: IntentState,
  consentedAt: z.number(),
  /** How often it was sent, and when it last was (milliseconds since 1970, 0 for never). */
  sent: z.number(),
  sentAt: z.number(),
  /** Not to be looked at before, after something went wrong (milliseconds since 1970). */
  notBefore: z.number(),
  transactionId: z.nullable(z.string()),
  /** Whether the transaction has ended, one way or the other. */
  terminal: z.boolean(),
  /** Pays a request. That it is paid, the other gateways of this wallet do not know. */
  once: z.optional(z.literal(true)),
  updatedAt: z.number(),
  sealed: Box,
})
export type Intent = z.infer<typeof Intent>

const Text = z.string()

/** The body of the money call, without what the worker adds. */
export const Order = z.discriminatedUnion('verb', [
  z.strictObject({ verb: z.literal('fund'), walletId: Text, amount: Text }),
  z.strictObject({ verb: z.literal('mint'), walletId: Text, amount: Text }),
  z.strictObject({ verb: z.literal('redeem'), walletId: Text, amount: Text }),
  z.strictObject({
    verb: z.literal('transfer'),
    walletId: Text,
    amount: Text,
    token: Text,
    destination: z.discriminatedUnion('is', [
      z.strictObject({ is: z.literal('address'), address: Text }),
      z.strictObject({ is: z.literal('nota'), nota: Text, address: Text }),
      z.strictObject({ is: z.literal('wallet'), walletId: Text, address: Text }),
      /** `here`: of the gateway that pays, which knows the request by its ID; others are paid at their address. */
      z.strictObject({ is: z.literal('request'), requestId: Text, here: z.boolean(), nota: Text, address: Text }),
    ]),
  }),
])
export type Order = z.infer<typeof Order>

export const StoredFailure = z.object({
  code: Text,
  message: Text,
  details: z.optional(z.unknown()),
  retryAfter: z.optional(z.number()),
  status: z.optional(z.number()),
})

/** The web page that a payment was asked for by. */
export const AskedBy = z.strictObject({
  origin: Text,
  /** The text that it asked with: asked again, it is told of this payment. */
  request: Text,
  /** The person chose the amount: asked again after a while, it is another payment. */
  open: z.boolean(),
  /** The person ticked that the page gets the receipt. */
  receipt: z.boolean(),
})
export type AskedBy = z.infer<typeof AskedBy>

/** What is sealed: the order, why it was refused, and the transaction as it was last seen. */
export const Particulars = z.strictObject({
  order: Order,
  /** Written by earlier wallets alone: a second part of the key of a payment that they began. */
  beside: z.optional(Text),
  askedBy: z.optional(AskedBy),
  failure: z.nullable(StoredFailure),
  transaction: z.nullable(Transaction),
})
export type Particulars = z.infer<typeof Particulars>

/** An intent with its particulars in the clear, as pages get it. */
export type OpenIntent = Omit<Intent, 'sealed'> & Particulars
