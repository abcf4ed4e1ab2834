import type { Keyring } from '../../crypto/keyring.ts'
import { atomically, type Database, isPostgres } from '../../db/database.ts'
import { resealSome, sealedColumns } from '../../db/sealed/sealed-values.ts'
import { overwriteDeleted } from '../../db/sqlite.ts'

const AT_ONCE = 200

/**
 * Seals every row under the newest data key. A batch is one commit, and a value changes only if it is still the one that was
 * opened: this can be killed anywhere, run again, and run beside a gateway that knows the key. Returns how many it sealed.
 */
export async function resealRows(db: Database, keys: Keyring, progress: (sealed: number) => void): Promise<number> {
  // What is overwritten or deleted leaves no bytes behind in the file.
  if (!isPostgres(db)) await overwriteDeleted(db)
  let sealed = 0
  for (const column of sealedColumns) {
    for (let some = AT_ONCE; some === AT_ONCE; ) {
      some = await atomically(db, (trx) => resealSome(trx, keys, column, AT_ONCE))
      sealed += some
      if (some > 0) progress(sealed)
    }
  }
  return sealed
}
