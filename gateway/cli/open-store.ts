import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, networkDir } from '../config/config.ts'
import type { Keyring } from '../crypto/keyring.ts'
import type { Database, Db } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import { systemClock } from '../world/clock.ts'
import type { Locks } from '../world/locks.ts'
import { newId } from '../world/new-id.ts'
import type { RequestCounter } from '../world/requests/counter.ts'
import type { Clock } from '../world/world.ts'
import { bindNetwork } from './database/network-of.ts'
import { DATABASE_FILE } from './database-file.ts'
import { keepHead, keptHead } from './keys/audit-head.ts'
import { markRows } from './keys/mark-rows.ts'
import { openKeys } from './keys/master-key.ts'

/** The part of the world that needs no chain: enough for the account commands, also beside a running gateway. */
export type Store = {
  dir: string
  db: Database
  locks: Locks
  requests: RequestCounter
  sharedNow(db: Db): Promise<number>
  keys: Keyring
  clock: Clock
  newId(): string
}

export async function openStore(config: Config): Promise<Store> {
  const dir = networkDir(config)
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const opened = await openDatabase({ url: config.DATABASE_URL, file: join(dir, DATABASE_FILE) })
  const { db } = opened
  try {
    await migrate(db)
    if (config.DATABASE_URL !== undefined) await bindNetwork(db, config)
    const keys = await openKeys(db, dir, config)
    const store = { ...opened, dir, keys, clock: systemClock, newId }
    if (await markRows(store, keptHead(dir))) await keepHead(db, dir)
    return store
  } catch (error) {
    await db.destroy()
    throw error
  }
}
