import type { MintRequest } from '#shared/api/payments.ts'
import type { Caller } from '../auth/caller.ts'
import type { Claim } from '../idempotency/fingerprint.ts'
import type { Transaction } from '../transactions/store.ts'
import { custodialWallet } from '../wallets/own-wallet.ts'
import type { World } from '../world/world.ts'
import { submitWithGas } from './sponsor.ts'
import { unitsOf } from './units.ts'

/**
 * Turns the wallet's own public STABLE into cSTABLE, 1:1. `chain/live/calls/wrap.ts` makes the calls: `transferAndCall`, or an
 * exact approval and a wrap.
 */
export async function mint(world: World, caller: Caller, input: MintRequest, claim?: Claim): Promise<Transaction> {
  const wallet = await custodialWallet(world, caller, input.walletId)
  const units = unitsOf(input.amount)
  return submitWithGas(world, {
    by: caller,
    claim,
    wallet,
    type: 'MINT',
    token: world.chain.tokens.cstable.symbol,
    units,
    confidential: false,
    to: null,
    externalId: input.externalId ?? null,
    sender: wallet.address,
  })
}
