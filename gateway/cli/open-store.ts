import { statSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, networkDir } from '../config/config.ts'
import { makeFile, makeFolder } from '../config/folder-owner.ts'
import type { Keyring } from '../crypto/keyring.ts'
import type { Database, Db } from '../db/database.ts'
import { FolderInUse, lockFolder } from '../db/folder-lock.ts'
import { hasSchema, migrate, pendingMigrations } from '../db/migrate.ts'
import { type Opened, openDatabase } from '../db/open.ts'
import { systemClock } from '../world/clock.ts'
import type { Locks } from '../world/locks.ts'
import { newId } from '../world/new-id.ts'
import type { RequestCounter } from '../world/requests/counter.ts'
import type { Clock } from '../world/world.ts'
import { requireWholeRestore } from './backup/leftovers.ts'
import { bringUpToDate } from './database/bring-up-to-date.ts'
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

type Who = 'command' | 'holds the folder'

/**
 * Opens the database, and brings it up to date: of a data folder that no other process holds, of a PostgreSQL on which no gateway
 * runs. Throws where it cannot, where a restore was cut short, and `NoInstallation` where there was a database. For what may make
 * an installation: a start, and `sotto migrate`. Every other command takes `openInstalled`.
 */
export async function openStore(config: Config, who: Who = 'command'): Promise<Store> {
  const dir = networkDir(config)
  requireWholeRestore(config)
  makeFolder(dir)
  if (hadDatabase(dir)) return furnish(config, dir, await openExisting(config, who), who)
  if (config.DATABASE_URL === undefined) makeFile(join(dir, DATABASE_FILE))
  return furnish(config, dir, await openIn(config, dir, who), who)
}

/** Throws `NoInstallation`: a command with another folder than the gateway's must not make one there, and work on nothing. */
export async function openInstalled(config: Config): Promise<Store> {
  const opened = await openExisting(config)
  const dir = networkDir(config)
  makeFolder(dir)
  return furnish(config, dir, opened, 'command')
}

/** The database alone, as it is. Throws `NoInstallation`. */
export async function openExisting(config: Config, who: Who = 'command'): Promise<Opened> {
  const dir = networkDir(config)
  if (config.DATABASE_URL === undefined && !isThere(join(dir, DATABASE_FILE))) throw new NoInstallation(config)
  const opened = await openIn(config, dir, who)
  try {
    if (await hasSchema(opened.db)) return opened
    throw new NoInstallation(config)
  } catch (error) {
    await opened.db.destroy()
    throw error
  }
}

export class NoInstallation extends Error {
  constructor(config: Config) {
    const dir = networkDir(config)
    const where = config.DATABASE_URL === undefined ? dir : 'the database that DATABASE_URL names'
    const other = config.DATABASE_URL === undefined ? 'its folder with --data-dir or SOTTO_DATA_DIR' : 'its database'
    const { says, mend } = goneFrom(config)
    super(
      hadDatabase(dir)
        ? `${says}: ${mend}.`
        : `There is no installation in ${where}. Name ${other}, or make one: "sotto start", or "sotto migrate".`,
    )
    this.name = 'NoInstallation'
  }
}

/** Whether a database was made from this folder: the head of its audit log is kept. */
export function hadDatabase(dir: string): boolean {
  return keptHead(dir).length > 0
}

/** What to say of a folder that had a database, where there is none. */
export function goneFrom(config: Config): { says: string; mend: string } {
  const dir = networkDir(config)
  const anew = `to begin anew, move ${dir} away`
  if (config.DATABASE_URL === undefined) {
    const mend = `if it is on PostgreSQL now, as after "sotto db copy", set DATABASE_URL; if not, bring it back, or restore a backup (sotto restore FILE --force); ${anew}`
    return { says: `${dir} had a database, and it is gone`, mend }
  }
  const mend = `name that one; "sotto db copy" moves one of SQLite, "sotto restore FILE --force" brings one from a backup; ${anew}`
  return { says: `DATABASE_URL names an empty database, and ${dir} belongs to another`, mend }
}

/** Throws where this user may not look. */
export function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined
}

function openIn(config: Config, dir: string, who: Who): Promise<Opened> {
  return openDatabase({ url: config.DATABASE_URL, file: join(dir, DATABASE_FILE), serving: who === 'holds the folder' })
}

async function furnish(config: Config, dir: string, opened: Opened, who: Who): Promise<Store> {
  const { db } = opened
  try {
    if (config.DATABASE_URL === undefined && who === 'command') await migrateAlone(db, dir)
    else if (config.DATABASE_URL === undefined) await migrate(db)
    else await bringUpToDate(db, config)
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

/** So long a command waits for a gateway that starts, which does it itself. */
const PATIENCE_MS = 3_000

/** A gateway that holds the folder may be of another version, and could not work on what is changed under it. */
async function migrateAlone(db: Database, dir: string): Promise<void> {
  const isPending = async () => (await pendingMigrations(db)).length > 0
  try {
    const lock = (await isPending()) ? await lockFolder(dir, systemClock, PATIENCE_MS) : undefined
    return await migrate(db).finally(() => lock?.release())
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error
    if (!(await isPending())) return migrate(db)
    throw new Error(`This version of Sotto changes the database first, which a gateway runs on. ${error.message}`)
  }
}
