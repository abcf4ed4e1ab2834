import type { NewWallet } from '#shared/api/wallets.ts'
import { WALLETS_MAX } from '#shared/limits.ts'
import type { Address } from '#shared/model/ids.ts'
import type { CardVerdict } from '#shared/model/nota.ts'
import { invalid, Refusal } from '#shared/refusals.ts'
import type { Caller } from '../auth/caller.ts'
import type { Signer } from '../chain/port.ts'
import { atomically, isDuplicate } from '../db/database.ts'
import { type Claim, insertClaim } from '../idempotency/store.ts'
import type { World } from '../world/world.ts'
import { findArchived, restoreWallet } from './archive-store.ts'
import { type ReadCard, readCard } from './read-card.ts'
import { insertWallet, listWallets, type Wallet } from './store.ts'

/** `verdict`: of the address card that it was imported from. */
export type Created = { wallet: Wallet; verdict: CardVerdict | undefined }

/**
 * Creates a custodial wallet with a key of its own, or registers an external address to watch. One that the account watched
 * before is the same wallet again.
 */
export async function createWallet(world: World, caller: Caller, input: NewWallet, claim?: Claim): Promise<Created> {
  const signer = input.type === 'custodial' ? world.chain.wallets.create() : undefined
  const { address, label, verdict } = input.type === 'custodial' ? own(signer as Signer) : await external(world, input)
  const wallet = await atomically(world.db, async (trx) => {
    const others = await listWallets(trx, world.keys, caller.account.id)
    if (others.length >= WALLETS_MAX) throw invalid('', `an account can have at most ${WALLETS_MAX} wallets`)
    if (others.some((other) => other.address === address)) throw new Refusal('wallet_exists')
    // What it received, and who may reach it, comes back with it.
    const before = signer === undefined ? await findArchived(trx, world.keys, caller.account.id, address) : undefined
    const wallet: Wallet = {
      id: before?.id ?? world.newId(),
      accountId: caller.account.id,
      address,
      type: signer === undefined ? 'EXTERNAL' : 'CUSTODIAL',
      label: input.label === undefined ? (label ?? before?.label ?? null) : input.label,
      isPrimary: others.length === 0,
      createdAt: before?.createdAt ?? world.clock.now(),
    }
    const write = before === undefined ? insertWallet(trx, world.keys, wallet, signer) : restoreWallet(trx, wallet)
    await write.catch((error) => {
      throw isDuplicate(error) ? new Refusal('wallet_exists') : error
    })
    if (claim !== undefined) await insertClaim(trx, claim, wallet.id, world.clock.now())
    return wallet
  })
  return { wallet, verdict }
}

type Named = Pick<ReadCard, 'address' | 'label'> & { verdict?: CardVerdict }

function own({ address }: Signer): Named {
  return { address, label: null }
}

/** By its address card, whose label it takes where the caller gives none; or by an address that has no card. */
async function external(world: World, input: Extract<NewWallet, { type: 'external' }>): Promise<Named> {
  if (input.nota !== undefined) return holdable(world, await readCard(world, input.nota), 'nota')
  const address: Address | undefined = world.chain.wallets.checksum(input.address ?? '')
  if (address === undefined) throw invalid('address', 'has a wrong checksum: check it, or write it in lower case')
  return holdable(world, { address, label: null }, 'address')
}

/** An address that nobody holds is no wallet: what the faucet gave to it would be gone. */
function holdable(world: World, card: Named, path: 'address' | 'nota'): Named {
  const nobody = /^0x0{40}$/.test(card.address) || world.chain.ownContracts.includes(card.address)
  if (nobody) throw invalid(path, 'is the zero address or a token contract, which cannot be a wallet')
  return card
}
