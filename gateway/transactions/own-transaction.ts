import { Refusal } from '#shared/refusals.ts'
import { reaches } from '../auth/authorize.ts'
import type { Caller } from '../auth/caller.ts'
import type { World } from '../world/world.ts'
import { findTransaction, type Transaction } from './store.ts'

/** A transaction named in a path; foreign, unknown and out of the key's reach are the same. */
export async function ownTransaction(world: World, caller: Caller, id: string): Promise<Transaction> {
  const transaction = await findTransaction(world.db, world.keys, id, caller.account.id)
  if (transaction === undefined || !reaches(caller, transaction.walletId)) throw new Refusal('not_found')
  return transaction
}
