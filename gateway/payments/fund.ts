import type { FundRequest } from '#shared/api/payments.ts'
import { FUND_DEFAULT } from '#shared/limits.ts'
import type { Caller } from '../auth/caller.ts'
import type { Signer } from '../chain/port.ts'
import type { Claim } from '../idempotency/fingerprint.ts'
import type { Transaction } from '../transactions/store.ts'
import { namedWallet } from '../wallets/own-wallet.ts'
import type { World } from '../world/world.ts'
import { requireOperator } from './rules/operator.ts'
import type { Draft } from './submit/draft.ts'
import { submit } from './submit/submit.ts'
import { unitsOf } from './units.ts'

/** Test money from the faucet, and gas where a custodial wallet has little: one on-chain transaction of the operator. */
export async function fund(world: World, caller: Caller, input: FundRequest, claim?: Claim): Promise<Transaction> {
  const wallet = await namedWallet(world, caller, input.walletId, 'walletId')
  const units = unitsOf(input.amount ?? FUND_DEFAULT)
  const operator = requireOperator(world)
  const externalId = input.externalId ?? null
  return submit(world, faucetDraft(world, operator, { by: caller, claim, wallet, units, externalId }))
}

export type FaucetCall = Pick<Draft, 'by' | 'claim' | 'wallet' | 'units' | 'externalId' | 'givenBefore'>

/** The draft of a payment from the operator to a wallet. */
export function faucetDraft({ chain }: World, operator: Signer, asked: FaucetCall): Draft {
  return {
    ...asked,
    type: 'FUND',
    token: chain.tokens.stable.symbol,
    confidential: false,
    to: asked.wallet.address,
    sender: operator.address,
  }
}
