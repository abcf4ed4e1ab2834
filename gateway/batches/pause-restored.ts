import type { Keyring } from '../crypto/keyring.ts'
import type { Db } from '../db/database.ts'
import { listRunning, moveBatch, type Reason } from './store.ts'

const REASON: Reason = {
  code: 'restored',
  message: "An earlier state of the gateway's data was restored. Resume this batch if it is still to be paid.",
  row: null,
}

/**
 * Pauses each batch that runs in a database that has lost commits: a person may have paused or cancelled it since. Belongs into the
 * database transaction that notes the restore. One that somebody has altered is left: nothing is paid by it. Returns how many.
 */
export async function pauseRestored(db: Db, keys: Keyring, now: number): Promise<number> {
  const running = await listRunning(db, keys, () => {})
  for (const batch of running)
    await moveBatch(db, keys, batch, { from: ['RUNNING'], to: 'PAUSED', reason: REASON, now })
  return running.length
}
