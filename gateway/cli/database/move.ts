import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, ConfigurationError, networkDir } from '../../config/config.ts'
import { lockFolder } from '../../db/folder-lock.ts'
import { migrate } from '../../db/migrate.ts'
import { openDatabase } from '../../db/open.ts'
import { openKeyring } from '../../db/sealed/open-keyring.ts'
import { holdAlone } from '../../db/sqlite.ts'
import { wrongTotals } from '../../transactions/totals-store.ts'
import { systemClock } from '../../world/clock.ts'
import { newId } from '../../world/new-id.ts'
import { type Found, openEverything } from '../backup/open-everything.ts'
import { DATABASE_FILE } from '../database-file.ts'
import { keepHead, keptHead } from '../keys/audit-head.ts'
import { markRows } from '../keys/mark-rows.ts'
import { fittingKey } from '../keys/master-key.ts'
import { isThere } from '../open-store.ts'
import { bringUpToDate } from './bring-up-to-date.ts'
import { copyInto } from './into-postgres.ts'
import { bindNetwork } from './network-of.ts'

/** Where the SQLite file goes: a gateway that was started on it again would pay a second time. */
const MOVED_SUFFIX = '.moved-to-postgresql'

export type Moved = Found & { rows: number; aside: string }

/**
 * Moves the SQLite database of the configured network into the PostgreSQL that DATABASE_URL names, which has to be empty.
 * Every value is compared, opened and held against its MAC there. Only then the file gets another name. Until then no other
 * process has it, and one that waited for it can write nothing afterwards. Throws where another process has it open.
 */
export async function moveToPostgres(config: Config): Promise<Moved> {
  const { DATABASE_URL: url } = config
  if (url === undefined) throw new ConfigurationError('DATABASE_URL', 'names the PostgreSQL database to copy to')
  const dir = networkDir(config)
  const file = join(dir, DATABASE_FILE)
  if (!isThere(file)) throw new Error(`There is no SQLite database to copy: ${file} is not there.`)
  const lock = await lockFolder(dir, systemClock, 0)
  try {
    return await copyAndSetAside(config, dir, file, url)
  } finally {
    lock.release()
  }
}

async function copyAndSetAside(config: Config, dir: string, file: string, url: string): Promise<Moved> {
  const from = await openDatabase({ url: undefined, file })
  const to = await openDatabase({ url, file })
  try {
    await holdAlone(from.db)
    await migrate(from.db)
    await bringUpToDate(to.db, config)
    const master = await fittingKey(from.db, dir, config.SOTTO_MASTER_KEY)
    const keys = await openKeyring(from.db, master)
    // As a start does: rows of an older version get their MACs before they are held against them.
    await markRows({ db: from.db, keys, clock: systemClock, newId }, keptHead(dir))
    // What is flawed is not copied: a backup may still be whole.
    await openEverything(from.db, keys, keptHead(dir))
    await keepHead(from.db, dir)
    // Goes over with the other rows, in their transaction.
    await bindNetwork(from.db, config)
    const rows = await copyInto(from.db, to.db)
    const found = await openEverything(to.db, await openKeyring(to.db, master), keptHead(dir))
    if ((await wrongTotals(to.db)).length > 0) throw new Error('Totals of transactions are wrong: run "sotto doctor".')
    const aside = `${file}${MOVED_SUFFIX}`
    // On Windows an open file keeps its name.
    if (process.platform === 'win32') await from.db.destroy()
    renameSync(file, aside)
    return { ...found, rows, aside }
  } finally {
    await from.db.destroy()
    await to.db.destroy()
  }
}
