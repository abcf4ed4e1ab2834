import type { Keyring } from '../crypto/keyring.ts'
import type { Db } from '../db/database.ts'
import { openAtWallets } from './list-store.ts'
import { takeBack } from './move-request.ts'

/**
 * Cancels each open request at the address of a wallet in a database that has lost commits: a payment that comes back from the
 * chain does not say which request it named, so one that is paid would be open, and be paid again. Belongs into the database
 * transaction that notes the restore. Returns how many.
 */
export async function cancelRestored(db: Db, keys: Keyring, now: number): Promise<number> {
  let cancelled = 0
  for (const id of await openAtWallets(db, keys)) if (await takeBack(db, keys, id, now)) cancelled += 1
  return cancelled
}
