import { type Config, networkDir } from '../../config/config.ts'
import type { Keyring } from '../../crypto/keyring.ts'
import type { Database } from '../../db/database.ts'
import { newerMigrations, pendingMigrations } from '../../db/migrate.ts'
import { openKeyring } from '../../db/sealed/open-keyring.ts'
import { requireNetwork } from '../database/network-of.ts'
import { fittingKey } from '../keys/master-key.ts'
import { openExisting } from '../open-store.ts'

/** A database and its keys, for a command that changes nothing. */
export type Reading = { dir: string; db: Database; keys: Keyring }

/**
 * Opens an installation as it is: no migration is run, no key is made or moved, nothing is written. Throws where there is
 * none, where another version of Sotto wrote its tables, and where the key is missing.
 */
export async function openToRead(config: Config): Promise<Reading> {
  const dir = networkDir(config)
  const { db } = await openExisting(config)
  try {
    const [newer, pending] = [await newerMigrations(db), await pendingMigrations(db)]
    if (newer.length > 0) throw new Error('A newer Sotto has changed this database. Run the newer version.')
    if (pending.length > 0)
      throw new Error(
        `This database is of an older Sotto, and waits for ${pending.join(', ')}. Start the gateway once.`,
      )
    await requireNetwork(db, config)
    return { dir, db, keys: await openKeyring(db, await fittingKey(db, dir, config.SOTTO_MASTER_KEY)) }
  } catch (error) {
    await db.destroy()
    throw error
  }
}
