import { invalid, Refusal } from '#shared/refusal.ts'
import { reaches } from '../auth/authorize.ts'
import type { Caller } from '../auth/caller.ts'
import type { Signer } from '../chain/port.ts'
import type { World } from '../world/world.ts'
import { findWallet, listWallets, openSigner, type Wallet } from './store.ts'

/**
 * A wallet named in a path or query. Malformed, unknown, foreign and out of the key's reach are one and the same
 * `not_found`, after the same look-up.
 */
export async function ownWallet(world: World, caller: Caller, id: string): Promise<Wallet> {
  const wallet = await findWallet(world.db, world.keys, caller.account.id, id)
  if (wallet === undefined || !reaches(caller, wallet.id)) throw new Refusal('not_found')
  return wallet
}

/** A wallet named in a body: the same, but as a flaw of that field. */
export async function namedWallet(world: World, caller: Caller, id: string, path: string): Promise<Wallet> {
  const wallet = await findWallet(world.db, world.keys, caller.account.id, id)
  if (wallet === undefined || !reaches(caller, wallet.id))
    throw invalid(path, 'is not a wallet of this account', 'unknown_wallet')
  return wallet
}

/** A wallet that can spend. */
export async function custodialWallet(world: World, caller: Caller, id: string): Promise<Wallet> {
  const wallet = await namedWallet(world, caller, id, 'walletId')
  if (wallet.type !== 'CUSTODIAL')
    throw invalid('walletId', 'is an external wallet, which is watch-only', 'external_wallet')
  return wallet
}

/** All wallets that the caller's credential reaches, or the one asked for. */
export async function reachableWallets(world: World, caller: Caller, walletId?: string): Promise<Wallet[]> {
  if (walletId !== undefined) return [await ownWallet(world, caller, walletId)]
  const wallets = await listWallets(world.db, world.keys, caller.account.id)
  return wallets.filter((wallet) => reaches(caller, wallet.id))
}

/** Unseals a custodial wallet's key to sign with. */
export async function signerOf(world: World, walletId: string): Promise<Signer> {
  const signer = await openSigner(world.db, world.keys, walletId)
  if (signer === undefined) throw new Error(`wallet ${walletId} has no key`)
  return signer
}
