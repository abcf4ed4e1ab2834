import type { RedeemRequest } from '#shared/api/payments.ts'
import type { Caller } from '../auth/caller.ts'
import type { Claim } from '../idempotency/fingerprint.ts'
import { redeemEncryption } from '../pads/encryption.ts'
import type { Transaction } from '../transactions/store.ts'
import { custodialWallet } from '../wallets/own-wallet.ts'
import type { World } from '../world/world.ts'
import { submitWithGas } from './sponsor.ts'
import type { Draft } from './submit/draft.ts'
import { unitsOf } from './units.ts'

/**
 * Burns cSTABLE (or, in float mode, moves it to the operator confidentially); the operator then pays the same amount of
 * STABLE. Answers after that first leg; reads see it through.
 */
export async function redeem(world: World, caller: Caller, input: RedeemRequest, claim?: Claim): Promise<Transaction> {
  const wallet = await custodialWallet(world, caller, input.walletId)
  const units = unitsOf(input.amount)
  return redeemAs(world, { by: caller, claim, wallet, units, externalId: input.externalId ?? null })
}

export type RedeemOrder = Pick<Draft, 'by' | 'claim' | 'wallet' | 'units' | 'externalId' | 'approved'>

/** The draft of a redeem, once its amount is known. */
export async function redeemAs(world: World, order: RedeemOrder): Promise<Transaction> {
  const { address } = order.wallet
  return submitWithGas(world, {
    ...order,
    type: 'REDEEM',
    token: world.chain.tokens.cstable.symbol,
    confidential: true,
    encryption: await redeemEncryption(world, address),
    to: null,
    sender: address,
  })
}
