import type { Address, Hex } from '#shared/model/ids.ts'
import { openUnits } from '../crypto/amounts.ts'
import type { LegRow, TransactionRow } from '../db/payment-rows.ts'
import type { World } from '../world/world.ts'
import { reconciling } from './reconciling/catch-up.ts'
import { isFreshlyRestored } from './reconciling/restores.ts'
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
 * Throws `reconciling` where the chain has mined what this gateway does not know: what is under way cannot be told then, nor
 * what was paid already.
 */
export async function spendableOf(world: World, sender: Address): Promise<Spendable> {
  const { number: block } = await world.chain.head()
  const [[reading], mined, { next, accounted }] = await Promise.all([
    world.chain.readWallets([sender], block),
    world.chain.nonce(sender, block),
    senderState(world.db, sender),
  ])
  if (mined > accounted) throw reconciling(sender)
  // What waits in a pool since before a restore is a payment of ours: known once it is mined.
  const restored = await isFreshlyRestored(world.db, world.clock.now())
  if (restored && (await world.chain.pendingNonce(sender)) > accounted) throw reconciling(sender)
  if (reading === undefined) throw new Error('the chain answered for no wallet')
  const underway = await underwayOf(world, sender, mined)
  return {
    block,
    nextNonce: await afterPending(world, sender, Math.max(mined, next)),
    wei: reading.wei - underway.wei,
    stable: reading.stable - underway.stable,
    handle: reading.handle,
    confidentialUnderway: underway.cstable,
  }
}

/** More transactions of one sender than this do not wait in a pool: a node that says so is wrong. */
const PENDING_MAX = 100

/** So far above what is certain the pool's count is asked for twice: each nonce in between would have to be filled. */
const NEAR = 4
const ASK_AGAIN_MS = 1_000

/** The pool's count is a hint, taken only where it is near: one wild answer must not open a gap that never closes. */
async function afterPending(world: World, sender: Address, certain: number): Promise<number> {
  const pending = await world.chain.pendingNonce(sender)
  if (pending <= certain || pending > certain + PENDING_MAX) return certain
  if (pending <= certain + NEAR) return pending
  await world.clock.sleep(ASK_AGAIN_MS, world.closing)
  return Math.max(certain, Math.min(pending, await world.chain.pendingNonce(sender)))
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
