import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, networkDir } from '../../config/config.ts'
import type { Keyring } from '../../crypto/keyring.ts'
import { MASTER_KEY_FILE, masterKey, waitingKeys } from '../../crypto/master-key.ts'
import type { Database } from '../../db/database.ts'
import { newerMigrations, pendingMigrations } from '../../db/migrate.ts'
import { fits, openKeyring } from '../../db/sealed/open-keyring.ts'
import { requireNetwork } from '../database/network-of.ts'
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
    return { dir, db, keys: await keysOf(db, dir, config) }
  } catch (error) {
    await db.destroy()
    throw error
  }
}

async function keysOf(db: Database, dir: string, { SOTTO_MASTER_KEY: configured }: Config): Promise<Keyring> {
  const file = join(dir, MASTER_KEY_FILE)
  if (configured === undefined && !existsSync(file))
    throw new Error(`The master key is missing: there is no ${file}. Bring it back, or set SOTTO_MASTER_KEY.`)
  const own = masterKey(dir, configured)
  // A rotation that was cut short, or is under way, leaves the key that fits in another file.
  for (const { key } of configured === undefined ? waitingKeys(dir) : []) {
    if (!(await fits(db, own)) && (await fits(db, key))) return openKeyring(db, key)
  }
  return openKeyring(db, own)
}
