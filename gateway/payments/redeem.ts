import type { RedeemRequest } from '#shared/api/payments.ts'
import type { Caller } from '../auth/caller.ts'
import type { Claim } from '../idempotency/store.ts'
import { redeemEncryption } from '../pads/encryption.ts'
import type { Transaction } from '../transactions/store.ts'
import { custodialWallet } from '../wallets/own-wallet.ts'
import type { World } from '../world/world.ts'
import { submitWithGas } from './sponsor.ts'
import { unitsOf } from './units.ts'

/**
 * Burns cSTABLE (or, in float mode, moves it to the operator confidentially); the operator then pays the same amount of
 * STABLE. Answers after that first leg; reads see it through.
 */
export async function redeem(world: World, caller: Caller, input: RedeemRequest, claim?: Claim): Promise<Transaction> {
  const wallet = await custodialWallet(world, caller, input.walletId)
  const units = unitsOf(input.amount)
  return submitWithGas(world, {
    claim,
    wallet,
    type: 'REDEEM',
    token: world.chain.tokens.cstable.symbol,
    units,
    confidential: true,
    encryption: await redeemEncryption(world, wallet.address),
    to: null,
    externalId: input.externalId ?? null,
    sender: wallet.address,
    failure: 'redeem_failed',
  })
}
