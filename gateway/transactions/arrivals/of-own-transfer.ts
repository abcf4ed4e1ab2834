import { OPERATOR_ACCOUNT } from '../../accounts/operator-account.ts'
import { ChainUnavailable } from '../../chain/port.ts'
import type { Db } from '../../db/database.ts'
import type { Leg } from '../../legs/store.ts'
import type { News } from '../../outbox/store.ts'
import { findWatched } from '../../wallets/store.ts'
import type { World } from '../../world/world.ts'
import type { Verdict } from '../settle/decide.ts'
import { statusOf } from '../states.ts'
import type { Transaction } from '../store.ts'
import type { Arrival } from './arrival.ts'
import { arrivalsBy } from './read-store.ts'
import { insertArrivals, removeArrivals, updateTotals } from './store.ts'

/**
 * What is to be written in the database transaction that writes a verdict: a transfer that settles is known to its
 * receivers in this gateway at the same moment, and goes from them with the block that a reorganisation takes. The news are told
 * with those of the sender.
 */
export async function receiversShare(
  world: World,
  transaction: Transaction,
  { state, waitingFor }: Verdict,
  first: Leg,
): Promise<((trx: Db) => Promise<readonly News[]>) | undefined> {
  const { status: before, waitingFor: waited, txHash: hash } = transaction
  const now = world.clock.now()
  if (transaction.type !== 'TRANSFER' || statusOf(state) !== 'SETTLED') return undefined
  if (waitingFor !== null) {
    if (waited !== null || hash === null) return undefined
    return async (trx) => updateTotals(trx, world.keys, await removeArrivals(trx, await arrivalsBy(trx, hash)), now)
  }
  if (before === 'SETTLED' && waited === null) return undefined
  const arrivals = await arrivalsFrom(world, transaction, first)
  if (arrivals.length === 0) return undefined
  return async (trx) => updateTotals(trx, world.keys, await insertArrivals(trx, world.keys, arrivals, now), now)
}

async function arrivalsFrom(world: World, transaction: Transaction, first: Leg): Promise<Arrival[]> {
  const { toAddress: to, token, units } = transaction
  const { blockNumber: block, blockHash, blockTime, minedHash: hash, handle, sender: from } = first
  if (to === null || to === world.chain.operator?.address) return []
  if (block === null || blockHash === null || hash === null) return []
  const { wallets } = await findWatched(world.db, world.keys, [to], OPERATOR_ACCOUNT)
  if (wallets.length === 0) return []
  const time = blockTime === undefined ? await timeOf(world, block) : blockTime * 1000
  // A call of the gateway's own moves once.
  const seen = { token, from, hash, position: 0, block, blockHash, logIndex: null, time, handle, units }
  return wallets.map((wallet) => ({ wallet, ...seen }))
}

/** Time of a block, in milliseconds. A sender does not wait for the receiver's time: if the chain is away, it is now. */
async function timeOf(world: World, block: number): Promise<number> {
  const found = await world.chain.block(block).catch((error: unknown) => {
    if (error instanceof ChainUnavailable) return undefined
    throw error
  })
  return found === undefined ? world.clock.now() : found.time * 1000
}
