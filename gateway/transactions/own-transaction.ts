import { Refusal } from '#shared/refusal.ts'
import { reaches } from '../auth/authorize.ts'
import type { Caller } from '../auth/caller.ts'
import { atomically } from '../db/database.ts'
import { isAtRequest } from '../requests/payments-store.ts'
import { findRequest } from '../requests/store.ts'
import type { World } from '../world/world.ts'
import { findTransaction, type Transaction } from './store.ts'
import { setNote } from './write-store.ts'

/** A transaction named in a path; foreign, unknown and out of the key's reach are the same. */
export async function ownTransaction(world: World, caller: Caller, id: string): Promise<Transaction> {
  const transaction = await findTransaction(world.db, world.keys, id, caller.account.id)
  if (transaction === undefined || !reaches(caller, await walletOf(world, transaction))) throw new Refusal('not_found')
  return transaction
}

/** The wallet to check; for money at the address of a request, the wallet of that request. */
export async function walletOf(world: World, transaction: Transaction): Promise<string> {
  if (!isAtRequest(transaction)) return transaction.walletId
  return (await findRequest(world.db, world.keys, transaction.walletId))?.walletId ?? transaction.walletId
}

/** Writes what an account says of a transaction to itself, or clears it with null. */
export async function writeNote(world: World, caller: Caller, id: string, note: string | null): Promise<Transaction> {
  const transaction = await ownTransaction(world, caller, id)
  const now = world.clock.now()
  if (!(await atomically(world.db, (trx) => setNote(trx, world.keys, transaction, note, now))))
    throw new Refusal('not_found')
  return ownTransaction(world, caller, id)
}
