import type { NewWallet } from '#shared/api/wallets.ts'
import { WALLETS_MAX } from '#shared/limits.ts'
import type { Address } from '#shared/model/ids.ts'
import { invalid, Refusal } from '#shared/refusals.ts'
import type { Caller } from '../auth/caller.ts'
import type { Signer } from '../chain/port.ts'
import { atomically, isDuplicate } from '../db/database.ts'
import { type Claim, insertClaim } from '../idempotency/store.ts'
import type { World } from '../world.ts'
import { insertWallet, listWallets, type Wallet } from './store.ts'

/** Creates a custodial wallet with a key of its own, or registers an external address to watch. */
export async function createWallet(world: World, caller: Caller, input: NewWallet, claim?: Claim): Promise<Wallet> {
  const signer = input.type === 'custodial' ? world.chain.wallets.create() : undefined
  const address = input.type === 'custodial' ? (signer as Signer).address : externalAddress(world, input.address)
  return atomically(world.db, async (trx) => {
    const others = await listWallets(trx, caller.account.id)
    if (others.length >= WALLETS_MAX) throw invalid('', `an account holds at most ${WALLETS_MAX} wallets`)
    if (others.some((other) => other.address === address)) throw new Refusal('wallet_exists')
    const wallet: Wallet = {
      id: world.newId(),
      accountId: caller.account.id,
      address,
      type: signer === undefined ? 'EXTERNAL' : 'CUSTODIAL',
      label: input.label ?? null,
      isPrimary: others.length === 0,
      createdAt: world.clock.now(),
    }
    await insertWallet(trx, world.keys, wallet, signer).catch((error) => {
      throw isDuplicate(error) ? new Refusal('wallet_exists') : error
    })
    if (claim !== undefined) await insertClaim(trx, claim, wallet.id, wallet.createdAt)
    return wallet
  })
}

function externalAddress(world: World, text: string): Address {
  const address = world.chain.wallets.checksum(text)
  if (address === undefined) throw invalid('address', 'has a wrong checksum: check it, or write it in lower case')
  return address
}
