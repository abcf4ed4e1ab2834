import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Config, networkDir } from '../../config/config.ts'
import { giveTo, makeFolder } from '../../config/folder-owner.ts'
import { adoptWaitingKey, parseMasterKey, writeWaitingKey } from '../../crypto/master-key.ts'
import { flawsOfSqlite } from '../../db/copy.ts'
import { lockFolder } from '../../db/folder-lock.ts'
import { migrate } from '../../db/migrate.ts'
import { openDatabase } from '../../db/open.ts'
import { newestWalletSeed, openKeyring } from '../../db/sealed/open-keyring.ts'
import { openSqlite } from '../../db/sqlite.ts'
import { flushFolder } from '../../testnet/files.ts'
import { lockFolder as lockTestnet } from '../../testnet/process/lock.ts'
import { systemClock } from '../../world/clock.ts'
import { newId } from '../../world/new-id.ts'
import { printableLine } from '../../world/printable.ts'
import { bringUpToDate } from '../database/bring-up-to-date.ts'
import { copyInto } from '../database/into-postgres.ts'
import { bindNetwork } from '../database/network-of.ts'
import { DATABASE_FILE } from '../database-file.ts'
import { explain } from '../explain.ts'
import { keptHead } from '../keys/audit-head.ts'
import { markRows } from '../keys/mark-rows.ts'
import type { About } from './archive.ts'
import { type Ended, endWhatEnded } from './ended/end-what-ended.ts'
import { headOfBackup } from './ended/log-store.ts'
import { asideName, isEmpty, readyName, requireWholeRestore, restoringName } from './leftovers.ts'
import { unpackBackup } from './make-backup.ts'
import { type Found, openEverything } from './open-everything.ts'

/** `hasSeed`: it has one for wallets, which those that are newer than it come from. */
type Checked = Found & Ended & { hasSeed: boolean }
export type Restored = About & Checked & { movedAside?: string }

/**
 * Puts a backup where the configured network's data lives. It is unpacked beside and opened to the last value first;
 * only then anything changes, by renaming. The old data is kept, under another name. On PostgreSQL the rows go first: a
 * kill after their commit leaves a database that is filled beside a folder that is not.
 */
export async function restoreBackup(
  config: Config,
  file: string,
  passphrase: string,
  force: boolean,
): Promise<Restored> {
  const dir = networkDir(config)
  // What was there says which keys were revoked, and which addresses were given out.
  requireWholeRestore(config)
  if (!isEmpty(dir) && !force) {
    throw new Error(
      `${dir} holds data. With --force it is kept beside, under another name, and the backup takes its place.`,
    )
  }
  makeFolder(dirname(dir))
  const stage = mkdtempSync(restoringName(dir))
  try {
    const { about, masterKey } = await unpackBackup(file, passphrase, stage)
    if (about.network !== config.SOTTO_NETWORK) {
      const network = printableLine(about.network)
      throw new Error(`This is a backup of the network ${network}: restore it with --network ${network}.`)
    }
    const master = parseMasterKey(masterKey, 'The master key in the backup')
    // What is there may not change between the look at it and the exchange.
    const release = await holdFolder(dir)
    try {
      const found = await check(config, stage, master)
      return { ...about, ...found, ...(await putInPlace(config, dir, stage, master)) }
    } finally {
      release()
    }
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
}

async function check(config: Config, stage: string, master: Uint8Array): Promise<Checked> {
  const flaws = flawsOfSqlite(join(stage, DATABASE_FILE))
  if (flaws.length > 0) throw new Error(`The database in the backup is damaged: ${flaws[0]}. Use another backup.`)
  if (config.SOTTO_MASTER_KEY !== undefined) {
    const configured = parseMasterKey(config.SOTTO_MASTER_KEY, 'SOTTO_MASTER_KEY')
    if (!Buffer.from(configured).equals(master)) {
      throw new Error('SOTTO_MASTER_KEY is not the key of this backup. Unset it: the backup brings its own.')
    }
  }
  const db = openSqlite(join(stage, DATABASE_FILE))
  try {
    await migrate(db)
    const hasSeed = (await newestWalletSeed(db)) > 0
    const keys = await openKeyring(db, master)
    const store = { db, keys, clock: systemClock, newId }
    const head = await headOfBackup(db)
    await markRows(store, keptHead(stage))
    const found = await openEverything(db, keys, keptHead(stage))
    return { ...found, hasSeed, ...(await endWhatEnded(store, config, { hasSeed, master, head })) }
  } finally {
    await db.destroy()
  }
}

/** A killed gateway's own test-net ends within this time. */
const TESTNET_ENDS_MS = 5_000

/** Refused while a gateway holds the folder, or `sotto testnet` the test-net in it, which would go on writing into it by its name. */
async function holdFolder(dir: string): Promise<() => void> {
  const lock = await lockFolder(dir, systemClock, 0)
  const file = join(dir, 'testnet', 'lock.db')
  try {
    const testnet = existsSync(file) ? await lockTestnet(file, TESTNET_ENDS_MS) : undefined
    return () => {
      testnet?.release()
      lock.release()
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** Before this step the key is on no disk in the clear. */
async function putInPlace(
  config: Config,
  dir: string,
  stage: string,
  master: Uint8Array,
): Promise<{ movedAside?: string }> {
  if (config.DATABASE_URL !== undefined) await intoPostgres(config, config.DATABASE_URL, join(stage, DATABASE_FILE))
  if (config.SOTTO_MASTER_KEY === undefined) adoptWaitingKey(stage, writeWaitingKey(stage, master))
  giveTo(dir, stage)
  return swap(dir, stage)
}

/** Into an empty database only: what is in another is not moved aside as a folder can be. */
async function intoPostgres(config: Config, url: string, file: string): Promise<void> {
  const from = openSqlite(file)
  const to = await openDatabase({ url, file })
  try {
    await bindNetwork(from, config)
    await bringUpToDate(to.db, config)
    await copyInto(from, to.db)
  } finally {
    await from.destroy()
    await to.db.destroy()
  }
  rmSync(file)
}

/**
 * A start after a kill between the two renames is refused: `requireWholeRestore`. So is one after neither the new data nor the
 * old could be put in place: both are kept.
 */
function swap(dir: string, stage: string): { movedAside?: string } {
  const keep = !isEmpty(dir)
  const at = systemClock.now()
  const [aside, ready] = [asideName(dir, at), readyName(stage, at)]
  renameSync(stage, ready)
  try {
    exchange(dir, aside, ready)
  } catch (error) {
    if (!existsSync(aside)) rmSync(ready, { recursive: true, force: true })
    throw error
  }
  flushFolder(dirname(dir))
  if (!keep) rmSync(aside, { recursive: true })
  return keep ? { movedAside: aside } : {}
}

function exchange(dir: string, aside: string, ready: string): void {
  renameSync(dir, aside)
  try {
    renameSync(ready, dir)
  } catch (error) {
    try {
      renameSync(aside, dir)
    } catch (also) {
      const why = [error, also].map((each) => explain(each, false)).join(' ')
      throw new Error(`The restore failed, and the old data is not back: it is ${aside}. ${why}`, { cause: error })
    }
    throw error
  }
}
