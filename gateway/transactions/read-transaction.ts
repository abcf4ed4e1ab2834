import type { Caller } from '../auth/caller.ts'
import type { World } from '../world/world.ts'
import { ownTransaction } from './own-transaction.ts'
import { advance, isWorthReconciling } from './reconcile.ts'
import type { Transaction } from './store.ts'

/** A transaction named in a path, moved on as far as the chain lets it within a moment. */
export async function readTransaction(world: World, caller: Caller, id: string): Promise<Transaction> {
  const transaction = await ownTransaction(world, caller, id)
  if (!isWorthReconciling(world, transaction)) return transaction
  await advance(world, transaction)
  return ownTransaction(world, caller, id)
}
