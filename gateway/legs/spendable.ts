import type { Address, Hex } from '#shared/model/ids.ts'
import { openUnits } from '../crypto/amounts.ts'
import type { LegRow, TransactionRow } from '../db/payment-rows.ts'
import type { World } from '../world/world.ts'
import { reconciling } from './reconciling/catch-up.ts'
import { unknownInPool } from './reconciling/pool.ts'
import { senderState } from './reconciling/senders.ts'

/**
 * What a sender can spend: its balances at one block, less what its legs that are not in that block will take.
 * Which legs those are is read off the nonce at the same block, not off anything that this gateway believes.
 */
export type Spendable = {
  block: number
  nextNonce: number
  /** ETH left for gas and value. */
  wei: bigint
  /** Public STABLE left. */
  stable: bigint
  /** Handle of the confidential balance, and what is under way out of it. */
  handle: Hex
  confidentialUnderway: bigint
}

/**
 * Throws `reconciling` where the chain has mined what this gateway does not know, or its pool holds such: what is under way
 * cannot be told then, nor what was paid already.
 */
export async function spendableOf(world: World, sender: Address): Promise<Spendable> {
  const { number: block } = await world.chain.head()
  const [[reading], mined, pooled] = await Promise.all([
    world.chain.readWallets([sender], block),
    world.chain.nonce(sender, block),
    unknownInPool(world, sender),
  ])
  // Read after the chain: another process that serves this database stores before it sends.
  const { next, accounted } = await senderState(world.db, sender)
  if (mined > accounted || pooled !== undefined) throw reconciling(sender)
  if (reading === undefined) throw new Error('the chain answered for no wallet')
  const underway = await underwayOf(world, sender, mined)
  return {
    block,
    nextNonce: Math.max(mined, next),
    wei: reading.wei - underway.wei,
    stable: reading.stable - underway.stable,
    handle: reading.handle,
    confidentialUnderway: underway.cstable,
  }
}

type Row = Pick<TransactionRow, 'type' | 'amount' | 'confidential'> &
  Pick<LegRow, 'kind' | 'cost' | 'movesValue'> & { id: string }

async function underwayOf(world: World, sender: Address, mined: number) {
  const rows: Row[] = await world.db
    .selectFrom('legs')
    .innerJoin('transactions', 'transactions.id', 'legs.transactionId')
    .select(['transactions.id', 'type', 'amount', 'confidential', 'kind', 'cost', 'movesValue'])
    .where('sender', '=', sender)
    .where('nonce', '>=', mined)
    .execute()
  const sum = { wei: 0n, stable: 0n, cstable: 0n }
  for (const row of rows) {
    sum.wei += BigInt(row.cost)
    const payout = row.kind === 'payout'
    if (!payout && (row.movesValue === 0 || row.type === 'FUND')) continue
    const units = openUnits(world.keys, { table: 'transactions', column: 'amount', row: row.id }, row.amount)
    if (row.confidential === 1 && !payout) sum.cstable += units
    else sum.stable += units
  }
  return sum
}
