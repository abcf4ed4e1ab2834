import { existsSync, linkSync, lstatSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { auditAdmin, type ServerAdmin } from '../../auth/manage/manage-account.ts'
import type { Config } from '../../config/config.ts'
import { MASTER_KEY_FILE, masterKey } from '../../crypto/master-key.ts'
import { copySqlite } from '../../db/copy.ts'
import { noteBackedUp } from '../../db/sealed/backed-up.ts'
import { fits, newestWalletSeed } from '../../db/sealed/open-keyring.ts'
import { openSqlite } from '../../db/sqlite.ts'
import { flushFolder } from '../../testnet/files.ts'
import { version } from '../../version.ts'
import { copyIntoFile } from '../database/into-file.ts'
import { DATABASE_FILE } from '../database-file.ts'
import { keepHead } from '../keys/audit-head.ts'
import type { Store } from '../open-store.ts'
import { readBackup, unpackTo, writeBackup } from './backup-file.ts'
import { copyTestnet, stampOf } from './copy-testnet.ts'
import { partName, removeParts, stageName } from './leftovers.ts'

export const TESTNET_FOLDER = 'testnet'
const TRIES = 20

/**
 * Writes one encrypted file that is enough to restore everything: database, master key, and the offline test-net, whose
 * balances would be gone without it. Works beside a running gateway, and beside others to the same name, of which one gets it. The
 * file is read back before. The audit log gets its entry once the file has its name on the disk: what fails counts as no backup.
 */
export async function makeBackup(
  store: Store,
  config: Config,
  file: string,
  passphrase: string,
): Promise<{ steady: boolean }> {
  requireFree(file)
  removeParts(file)
  return inFolder(partName(file), (beside) =>
    inFolder(join(store.dir, stageName()), async (stage) => {
      const begun = store.clock.now()
      const content = join(stage, 'content')
      mkdirSync(content, { mode: 0o700 })
      const { steady, master, seed } = await collect(store, config, content, begun)
      const about = { network: config.SOTTO_NETWORK, version, at: new Date(store.clock.now()).toISOString() }
      // The key is on no disk in the clear: a kill must not leave it beside the copy that it opens.
      const held = [{ path: MASTER_KEY_FILE, bytes: Buffer.from(`${Buffer.from(master).toString('hex')}\n`) }]
      const part = join(beside, basename(file))
      await writeBackup(part, passphrase, content, held, about)
      giveName(part, file)
      flushName(file)
      await noteMade(store, begun)
      await noteBackedUp(store.db, seed, begun)
      return { steady }
    }),
  )
}

/** As of when it was begun: nothing newer is sure to be in it. */
function noteMade(store: ServerAdmin, begun: number): Promise<void> {
  return auditAdmin({ ...store, clock: { ...store.clock, now: () => begun } }, null, 'backup.made')
}

function requireFree(file: string): void {
  const there = lstatSync(file, { throwIfNoEntry: false })
  if (there?.isDirectory()) throw new Error(`${file} is a folder. Name a file in it.`)
  if (there !== undefined) throw new Error(`${file} is there already. Choose another name.`)
}

/** In a folder of a name that begins so, for as long as the work lasts. */
async function inFolder<T>(begin: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = makeTemporary(begin)
  return work(folder).finally(() => rmSync(folder, { recursive: true, force: true }))
}

/** Where it cannot be made, the error names the folder that it was to be in. */
function makeTemporary(begin: string): string {
  try {
    return mkdtempSync(begin)
  } catch (error) {
    throw Object.assign(error as Error, { path: dirname(resolve(begin)) })
  }
}

/**
 * Never in place of a file that has come meanwhile. Where files have no second names this looks first: an empty file that held
 * the name would, after a kill, pass for a backup.
 */
function giveName(part: string, file: string): void {
  try {
    linkSync(part, file)
  } catch {
    requireFree(file)
    renameSync(part, file)
  }
}

/** Codes of folders that cannot be flushed: of some network drives, and those that this user may not read. */
const NO_FLUSH = ['EINVAL', 'ENOTSUP', 'EBADF', 'EISDIR', 'EACCES', 'EPERM']

/** The name is on the disk after this, where the drive can say so. */
function flushName(file: string): void {
  try {
    flushFolder(dirname(resolve(file)))
  } catch (error) {
    if (!NO_FLUSH.includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

/** Decrypts a backup into a folder; the master key in it stays in memory. */
export async function unpackBackup(file: string, passphrase: string, folder: string) {
  const { take, held } = unpackTo(folder, [MASTER_KEY_FILE])
  const about = await readBackup(file, passphrase, take)
  return { about, masterKey: held.get(MASTER_KEY_FILE)?.toString('utf8') ?? '' }
}

/**
 * Test-net and database of the same moment: copied again while payments come in between. Where they never stop, the
 * chain is the older of the two, and the gateway sends again what is missing on it.
 */
async function collect(store: Store, config: Config, content: string, begun: number) {
  const testnet = join(store.dir, TESTNET_FOLDER)
  const hasTestnet = config.SOTTO_NETWORK === 'offline' && existsSync(join(testnet, 'snapshot.json'))
  let steady = false
  for (let tried = 0; tried < TRIES && !steady; tried++) {
    rmSync(join(content, TESTNET_FOLDER), { recursive: true, force: true })
    rmSync(join(content, DATABASE_FILE), { force: true })
    const before = hasTestnet ? stampOf(testnet) : ''
    const whole = !hasTestnet || copyTestnet(testnet, join(content, TESTNET_FOLDER))
    await copyDatabase(store, config, join(content, DATABASE_FILE))
    steady = whole && (!hasTestnet || stampOf(testnet) === before)
    if (!steady && tried === TRIES - 1 && !whole) throw new Error('The test-net did not hold still. Try again.')
    if (!steady) await store.clock.sleep(50)
  }
  return { steady, ...(await completeCopy(store, config, content, begun)) }
}

/** As a SQLite file, whichever engine it comes from: a backup can be restored on either. */
async function copyDatabase(store: Store, config: Config, to: string): Promise<void> {
  if (config.DATABASE_URL === undefined) copySqlite(join(store.dir, DATABASE_FILE), to)
  else await copyIntoFile(store.db, to)
}

/**
 * Key and newest wallet seed of the copy, not of now: a rotation may have come in between. The copy knows that it is a backup,
 * and of when, and gets the head of its log beside it.
 */
async function completeCopy(
  store: Store,
  config: Config,
  content: string,
  begun: number,
): Promise<{ master: Uint8Array; seed: number }> {
  const master = masterKey(store.dir, config.SOTTO_MASTER_KEY)
  const copy = openSqlite(join(content, DATABASE_FILE))
  try {
    if (!(await fits(copy, master))) throw new Error('The master key changed while the backup was made. Try again.')
    await noteMade({ ...store, db: copy }, begun)
    await keepHead(copy, content)
    const seed = await newestWalletSeed(copy)
    await noteBackedUp(copy, seed, begun)
    return { master, seed }
  } finally {
    await copy.destroy()
  }
}
