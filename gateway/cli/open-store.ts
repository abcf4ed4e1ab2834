import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, ConfigurationError, networkDir } from '../config/config.ts'
import type { Keyring } from '../crypto/keyring.ts'
import type { Database } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { openSqlite } from '../db/sqlite.ts'
import { systemClock } from '../world/clock.ts'
import { newId } from '../world/new-id.ts'
import type { Clock } from '../world/world.ts'
import { DATABASE_FILE } from './database-file.ts'
import { keepHead, keptHead } from './keys/audit-head.ts'
import { markRows } from './keys/mark-rows.ts'
import { openKeys } from './keys/master-key.ts'

/** The part of the world that needs no chain: enough for the account commands, also beside a running gateway. */
export type Store = { dir: string; db: Database; keys: Keyring; clock: Clock; newId(): string }

export async function openStore(config: Config): Promise<Store> {
  if (config.DATABASE_URL !== undefined) {
    throw new ConfigurationError(
      'DATABASE_URL',
      'PostgreSQL is not supported by this version; leave it unset for SQLite',
    )
  }
  const dir = networkDir(config)
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const db = openSqlite(join(dir, DATABASE_FILE))
  await migrate(db)
  const keys = await openKeys(db, dir, config.SOTTO_MASTER_KEY)
  const store = { dir, db, keys, clock: systemClock, newId }
  if (await markRows(store, keptHead(dir))) await keepHead(db, dir)
  return store
}
