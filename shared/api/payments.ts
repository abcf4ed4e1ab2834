import * as z from 'zod/mini'
import { FUND_MAX } from '../limits.ts'
import { ExternalId, HexAddress, Id } from '../model/ids.ts'
import { PositiveAmount, parseAmount } from '../model/money.ts'
import { Transaction } from '../model/transaction.ts'
import type { Endpoint } from './kit/endpoint.ts'

/** Null is what an answer prints where there is none. */
const GivenId = z.optional(z.nullable(ExternalId))

const FundRequest = z.strictObject({
  walletId: Id,
  /** `FUND_DEFAULT` where none is given (`gateway/payments/fund.ts`). */
  amount: z.optional(
    PositiveAmount.check(
      z.refine((text) => (parseAmount(text) ?? 0n) <= (parseAmount(FUND_MAX) ?? 0n), {
        error: `must be at most ${FUND_MAX} a call`,
      }),
    ),
  ),
  externalId: GivenId,
})

const MintRequest = z.strictObject({ walletId: Id, amount: PositiveAmount, externalId: GivenId })

const destinations = ['to', 'nota', 'toWalletId', 'requestId'] as const

const TransferRequest = z
  .strictObject({
    walletId: Id,
    /** Where it pays a request that names its amount, that one: what of it is still open, or the same. */
    amount: z.optional(PositiveAmount),
    token: z.optional(z.string()),
    to: z.optional(HexAddress),
    nota: z.optional(z.string()),
    /** Pay to a card whose maker is not known: `POST /nota/verify` answers `valid: false` for it. */
    acceptUnverified: z.optional(z.boolean()),
    toWalletId: z.optional(Id),
    /** A request of any account of this gateway. */
    requestId: z.optional(Id),
    externalId: GivenId,
  })
  .check(
    z.refine((request) => destinations.filter((name) => request[name] !== undefined).length === 1, {
      error: 'exactly one of to, nota, toWalletId, requestId is required',
      path: ['to'],
    }),
    z.refine((request) => request.amount !== undefined || request.requestId !== undefined, {
      error: 'is required where no request names it',
      path: ['amount'],
    }),
  )

const RedeemRequest = z.strictObject({ walletId: Id, amount: PositiveAmount, externalId: GivenId })

const moneyCall = {
  method: 'POST',
  tag: 'Money',
  access: 'pay',
  status: 201,
  data: z.object({ transaction: Transaction }),
  idempotent: true,
} as const

export const paymentEndpoints = {
  fund: {
    ...moneyCall,
    path: '/fund',
    event: 'money.fund',
    summary: 'Test money and gas from the faucet to a wallet of the account',
    body: FundRequest,
    refusals: ['policy_denied', 'fund_failed', 'not_configured', 'reconciling', 'overloaded'],
  },
  mint: {
    ...moneyCall,
    path: '/mint',
    event: 'money.mint',
    summary: "Turn a wallet's public STABLE into cSTABLE, 1:1",
    body: MintRequest,
    refusals: ['policy_denied', 'mint_failed', 'not_configured', 'reconciling', 'overloaded'],
  },
  transfer: {
    ...moneyCall,
    path: '/transfer',
    event: 'money.transfer',
    summary: 'Move cSTABLE confidentially, or STABLE publicly',
    body: TransferRequest,
    refusals: [
      'policy_denied',
      'transfer_failed',
      'invalid_nota',
      'request_ended',
      'not_configured',
      'reconciling',
      'overloaded',
    ],
  },
  redeem: {
    ...moneyCall,
    path: '/redeem',
    event: 'money.redeem',
    summary: 'Burn cSTABLE and be paid the same amount of STABLE',
    body: RedeemRequest,
    refusals: [
      'policy_denied',
      'redeem_failed',
      'redeem_settlement_failed',
      'not_configured',
      'reconciling',
      'overloaded',
    ],
  },
} as const satisfies Record<string, Endpoint>

export type FundRequest = z.infer<typeof FundRequest>
export type MintRequest = z.infer<typeof MintRequest>
export type TransferRequest = z.infer<typeof TransferRequest>
export type RedeemRequest = z.infer<typeof RedeemRequest>
