import type { Keyring } from '../../crypto/keyring.ts'
import { atomically, type Database } from '../../db/database.ts'
import { resealSome, sealedColumns } from '../../db/sealed/sealed-values.ts'
import { systemClock } from '../../world/clock.ts'

const AT_ONCE = 200
const PAUSE_MS = 30

/**
 * Seals every row under the newest data key. A batch is one commit, and a value changes only if it is still the one that was
 * opened: this can be killed anywhere, run again, and run beside a gateway that knows the key, which writes while this rests
 * after each batch for as long as that took. Returns how many it sealed.
 */
export async function resealRows(db: Database, keys: Keyring, progress: (sealed: number) => void): Promise<number> {
  let sealed = 0
  for (const column of sealedColumns) {
    for (let after: string | undefined = ''; after !== undefined; ) {
      const begun = systemClock.elapsed()
      const { count, last } = await atomically(db, (trx) => resealSome(trx, keys, column, after ?? '', AT_ONCE))
      after = last
      if (count === 0) continue
      sealed += count
      progress(sealed)
      await systemClock.sleep(Math.max(PAUSE_MS, systemClock.elapsed() - begun))
    }
  }
  return sealed
}
