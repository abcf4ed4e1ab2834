import type { Address, Hex } from '#shared/model/ids.ts'
import type { World } from '../world/world.ts'
import { nonceSeenAt } from './nonces-store.ts'
import type { Reading } from './reading.ts'
import { reconciling } from './reconciling/account-for-nonces.ts'
import { unexplainedNonce } from './reconciling/open-legs.ts'
import { senderState } from './reconciling/senders-store.ts'
import { unattributedHashes } from './reconciling/unattributed/lists-store.ts'
import { underwayOf } from './underway-store.ts'

/**
 * What a sender can spend: its balances at one block, less what its legs that are not in that block will take. Which legs
 * those are is said by the nonce at that block.
 */
export type Spendable = Left & {
  block: number
  /** The sender's nonce at that block, or a lower one: its legs from there on are not in the balances. */
  included: number
  nextNonce: number
}

/** The balances less the legs under way. */
export type Left = {
  /** ETH left for gas and value. */
  wei: bigint
  /** Public STABLE left. */
  stable: bigint
  /** Handle of the confidential balance, and the units under way out of it. */
  handle: Hex
  confidentialUnderway: bigint
}

/**
 * The spendable balances by a reading. The reading may be older than the newest legs: those are in the database, and not in its
 * block. The nonce at its block is taken to be the lower of the node's newest count and of the legs seen mined up to there, so
 * that a leg may count twice and never not at all; `atOneBlock` asks for it, before anything is refused. Throws `reconciling`
 * if the chain or a pool has transactions of the sender that this gateway does not know: the money under way cannot be told
 * then, nor whether the payment was made already. It throws too if such a transaction was found since the reading.
 */
export async function spendableIn(
  world: World,
  reading: Reading,
  sender: Address,
  atOneBlock: boolean,
): Promise<Spendable> {
  const { block } = reading
  const nonces = reading.nonces.get(sender)
  if (nonces === undefined) throw NOT_ASKED()
  const [state, seen, unattributed] = await Promise.all([
    senderState(world.db, sender, nonces.mined),
    nonceSeenAt(world.db, sender, block),
    unattributedHashes(world.db, [sender]),
  ])
  const { next, accounted } = state
  if ((await unexplainedNonce(world, sender, state, nonces.mined)) !== undefined) throw reconciling(sender)
  if (nonces.mined > accounted || nonces.pending > accounted) throw reconciling(sender)
  if ([...unattributed].some((hash) => !reading.unattributed.has(hash))) throw reconciling(sender)
  const included = atOneBlock ? await world.chain.nonce(sender, block) : Math.min(nonces.mined, seen)
  const left = await leftIn(world, reading, sender, included)
  return { ...left, block, included, nextNonce: Math.max(nonces.mined, next) }
}

/**
 * The same by the legs that are stored now; the chain is not asked. In the database transaction that spends, no
 * other leg comes in between.
 */
export async function leftIn(
  { db, keys }: Pick<World, 'db' | 'keys'>,
  reading: Reading,
  sender: Address,
  included: number,
): Promise<Left> {
  const balances = balancesOf(reading, sender)
  const underway = await underwayOf(db, keys, sender, included)
  return {
    wei: balances.wei - underway.wei,
    stable: balances.stable - underway.stable,
    handle: balances.handle,
    confidentialUnderway: underway.cstable,
  }
}

function balancesOf(reading: Reading, sender: Address) {
  const balances = reading.wallets.get(sender)
  if (balances === undefined) throw NOT_ASKED()
  return balances
}

const NOT_ASKED = () => new Error('the chain was not asked about this sender')
