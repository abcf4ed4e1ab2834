import type { NewWallet } from '#shared/api/wallets.ts'
import { WALLETS_MAX } from '#shared/limits.ts'
import type { CardVerdict } from '#shared/model/nota.ts'
import { invalid, Refusal } from '#shared/refusal.ts'
import type { Caller } from '../auth/caller.ts'
import type { Signer } from '../chain/port.ts'
import { atomically, type Db, isDuplicate } from '../db/database.ts'
import type { Claim } from '../idempotency/fingerprint.ts'
import { insertClaim } from '../idempotency/store.ts'
import type { World } from '../world/world.ts'
import { findArchived, restoreWallet } from './archive-store.ts'
import { deriveWallet } from './derive-wallet.ts'
import { takeIndex } from './indexes-store.ts'
import { type Payee, readPayee } from './read-payee.ts'
import { insertWallet, listWallets, type Wallet } from './store.ts'

/** `verdict`: of the address card that it was imported from. */
export type Created = { wallet: Wallet; verdict: CardVerdict | undefined }

/**
 * Creates a custodial wallet with a key of its own, or registers an external address to watch. One that the account watched
 * before is the same wallet again. Refuses a custodial one while those that a restore has lost are looked for.
 */
export async function createWallet(world: World, caller: Caller, input: NewWallet, claim?: Claim): Promise<Created> {
  const named = input.type === 'custodial' ? undefined : await readPayee(world, input)
  const wallet = await atomically(world.db, async (trx) => {
    const others = await listWallets(trx, world.keys, caller.account.id)
    if (others.length >= WALLETS_MAX) throw invalid('', `an account can have at most ${WALLETS_MAX} wallets`)
    const { id, signer, address, label }: Named = named ?? (await nextWallet(trx, world, caller.account.id))
    if (others.some((other) => other.address === address)) throw new Refusal('wallet_exists')
    // What it received, and who may reach it, comes back with it.
    const before = signer === undefined ? await findArchived(trx, world.keys, caller.account.id, address) : undefined
    const wallet: Wallet = {
      id: id ?? before?.id ?? world.newId(),
      accountId: caller.account.id,
      address,
      type: signer === undefined ? 'EXTERNAL' : 'CUSTODIAL',
      label: input.label === undefined ? (label ?? before?.label ?? null) : input.label,
      isPrimary: others.length === 0,
      createdAt: before?.createdAt ?? world.clock.now(),
      rebuiltAt: null,
      policy: null,
      forRequest: false,
    }
    const write = before === undefined ? insertWallet(trx, world.keys, wallet, signer) : restoreWallet(trx, wallet)
    await write.catch((error) => {
      throw isDuplicate(error) ? new Refusal('wallet_exists') : error
    })
    if (claim !== undefined) await insertClaim(trx, claim, wallet.id, world.clock.now())
    return wallet
  })
  return { wallet, verdict: named?.verdict }
}

async function nextWallet(trx: Db, world: World, accountId: string): Promise<Named> {
  const origin = await takeIndex(trx, world.keys, accountId)
  if (origin === undefined) throw findingWallets()
  const { id, signer } = deriveWallet(world, origin)
  return { id, signer, address: signer.address, label: null }
}

/** A new wallet could have the key of one that a restore has lost. */
export function findingWallets(): Refusal {
  return new Refusal('reconciling', {
    message:
      'After a restore, wallets of this account that are newer than the backup are looked for on the chain first. No wallet was made; try again.',
    headers: { 'retry-after': '2' },
  })
}

type Named = Payee & { id?: string; signer?: Signer }
