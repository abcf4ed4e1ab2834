import { includedAt } from '../legs/evidence/inclusion.ts'
import { findArrival } from '../transactions/arrivals/read-store.ts'
import type { Transaction } from '../transactions/store.ts'
import type { World } from '../world/world.ts'
import { movesTo } from './chain-evidence.ts'
import { despiteLag } from './despite-lag.ts'
import { legOf, NotShown, signedReceipt, unavailable, unitsOf } from './sign-receipt.ts'

type Arrived = NonNullable<Awaited<ReturnType<typeof findArrival>>>

/**
 * A receipt from the receiver's side: who paid, in which block, and how much, under the receiver's own statement where the
 * chain shows only a handle. A wallet that is only watched can state nothing: its receipt names no confidential amount.
 */
export async function issueArrivalReceipt(world: World, transaction: Transaction): Promise<string> {
  const arrival = await findArrival(world.db, transaction.id)
  if (arrival === undefined) throw unavailable('It is not there any more: a reorganisation took it back.')
  const { blockNumber: block, blockHash } = arrival
  return despiteLag(world, [{ block, blockHash }], () => issueFrom(world, transaction, arrival))
}

async function issueFrom(world: World, transaction: Transaction, arrival: Arrived): Promise<string> {
  const seen = await includedAt(world, arrival.txHash)
  if (seen === undefined) throw new NotShown('The chain does not show it any more: a reorganisation took it back.')
  if (!seen.isDeep) throw new NotShown('It needs more confirmations. Try again in a moment.')
  const { stable } = world.chain.tokens
  const moves = movesTo(arrival.address, seen.receipt, transaction.token === stable.symbol)
  const move = moves[arrival.position]
  if (!seen.receipt.success || move === undefined || move.from !== transaction.fromAddress)
    throw unavailable('The chain shows it, but not what it should have moved.')
  const isPublic = 'units' in move
  const units = isPublic || arrival.type === 'CUSTODIAL' ? await unitsOf(world, transaction, move) : undefined
  return signedReceipt(world, transaction, {
    status: 'SETTLED',
    move,
    units,
    isPublic,
    legs: [legOf('transfer', seen)],
  })
}
