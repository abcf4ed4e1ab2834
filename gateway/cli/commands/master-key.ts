import { join } from 'node:path'
import { Command } from 'commander'
import { auditAdmin } from '../../auth/manage/manage-account.ts'
import { type Config, networkDir, type Source } from '../../config/config.ts'
import { adoptWaitingKey, MASTER_KEY_FILE, parseMasterKey } from '../../crypto/master-key.ts'
import { type Database, type Db, isPostgres } from '../../db/database.ts'
import { lockFolder } from '../../db/folder-lock.ts'
import { fits } from '../../db/sealed/open-keyring.ts'
import { cutLog } from '../../db/sqlite.ts'
import { systemClock } from '../../world/clock.ts'
import { newId } from '../../world/new-id.ts'
import { counted, of } from '../counted.ts'
import { bytesOf, explain } from '../explain.ts'
import { type How, handOver, replaceMasterKey } from '../keys/master-key.ts'
import { resealRows } from '../keys/reseal-rows.ts'
import { openExisting, openInstalled, type Store } from '../open-store.ts'
import { print, tell } from '../print.ts'
import { configOf, withSettings } from '../settings.ts'

/** `sotto master-key rotate`: also beside a running gateway, and safe against a kill at any point. */
export function masterKeyCommand(env: Source): Command {
  const group = new Command('master-key').description('the key that seals all others')
  const rotate = group
    .command('rotate')
    .description('a new master key, data key and wallet seed; every row is sealed anew, also while the gateway runs')
    .option(
      '--seal-only',
      'quick: what seals is sealed anew; who has the old key and an old copy opens new copies and new wallets',
    )
    .option('--new-key-file <file>', 'where SOTTO_MASTER_KEY is set: file with the new key, 64 hexadecimal digits')
  withSettings(rotate).action(async () => {
    const { newKeyFile, sealOnly } = rotate.opts() as { newKeyFile?: string; sealOnly?: true }
    print(`${await run(configOf(rotate, env), newKeyFile, sealOnly ? 'seal only' : 'new data key')}\n`)
  })
  return group
}

async function run(config: Config, newKeyFile: string | undefined, how: How): Promise<string> {
  const configured = config.SOTTO_MASTER_KEY
  if (configured === undefined) {
    if (newKeyFile !== undefined) throw new Error('--new-key-file is for keys that SOTTO_MASTER_KEY gives.')
    return inFile(config, how)
  }
  if (newKeyFile === undefined) {
    throw new Error('SOTTO_MASTER_KEY is set, so the key is yours to keep: give the new one with --new-key-file.')
  }
  const next = parseMasterKey(bytesOf(newKeyFile).toString('utf8'), newKeyFile)
  const current = parseMasterKey(configured, 'SOTTO_MASTER_KEY')
  return brought(config, current, { key: next, file: newKeyFile }, how)
}

async function inFile(config: Config, how: How): Promise<string> {
  const store = await openInstalled(config)
  try {
    const note = (db: Db) => auditAdmin({ ...store, db }, null, 'master_key.rotated')
    const waiting = await handOver(store.db, store.dir, note, how)
    const others = isPostgres(store.db) ? ` ${OTHERS}` : ''
    return await inForce(`keep ${join(store.dir, MASTER_KEY_FILE)}.${others}`, async () => {
      adoptWaitingKey(store.dir, waiting)
      if (how === 'seal only') return `The master key is a new one. ${ONLY_SEALED}${others}`
      // A gateway that runs looks for a new key every second; until it has it, nothing may be sealed under it.
      if (others === '' && (await isRunning(store.dir))) await systemClock.sleep(GATEWAY_LOOKS_MS)
      return `${ALL_NEW}, and ${await resealAnew(store, config)} ${BACKUPS} ${NEW_BACKUP}${others}`
    })
  } finally {
    await store.db.destroy()
  }
}

/** What ends after the commit, by an error or a kill, must not pass for a rotation that failed: no other key opens the database. */
async function inForce(keep: string, work: () => Promise<string>): Promise<string> {
  tell(`The new key is in force: ${keep}\n`)
  try {
    return await work()
  } catch (cause) {
    throw new Error(
      `The new key is in force: ${keep} Not every value is sealed anew yet: once "sotto doctor" finds nothing damaged, run this again. ${explain(cause, false)}`,
      { cause },
    )
  }
}

const ALL_NEW = 'Master key, data key and wallet seed are new ones'
const BACKUPS = 'Backups made before keep opening with their passphrase and hold the old key.'
const MAKE_ONE = 'Make a new one now, with "sotto backup FILE"'
const NEW_BACKUP = `${MAKE_ONE}: wallets come from a new seed, and no older backup brings those back that are made from now on.`
const ONLY_SEALED = `With the old one and an older copy of the database an intruder still opens new copies, and knows the keys of wallets that are made later: rotate without --seal-only against that. ${BACKUPS}`
const IF_SEALED_ONLY =
  'If --seal-only brought that key, data key and wallet seed are the old ones: rotate to another key then, without --seal-only.'
const OTHERS = `Copy ${MASTER_KEY_FILE} into the folder of every other gateway on this database before its next start.`
const GATEWAY_LOOKS_MS = 4_000

/** On PostgreSQL a keyring knows the keys that there were when it was opened. */
async function resealAnew(store: Store, config: Config): Promise<string> {
  if (!isPostgres(store.db)) return resealAll(store)
  const anew = await openInstalled(config)
  return resealAll(anew).finally(() => anew.db.destroy())
}

async function resealAll({ db, keys }: Store): Promise<string> {
  keys.refresh()
  // A log would get a line that writes over itself.
  const show = (text: string) => {
    if (process.stderr.isTTY) process.stderr.write(text)
  }
  const progress = (count: number) => show(`\r${counted(count, 'value')} sealed anew`)
  let sealed = await resealRows(db, keys, progress).finally(() => show('\n'))
  // What a gateway has sealed under the old key meanwhile.
  sealed += await resealRows(db, keys, () => {})
  const log = await oldBytes(db)
  return `${counted(sealed, 'value')} ${of(sealed, 'is', 'are')} sealed anew.${log}`
}

/** What still holds values sealed under the old key. */
async function oldBytes(db: Database): Promise<string> {
  if (isPostgres(db))
    return ' The server keeps the old rows until it has vacuumed them, and its log as long as it is set to.'
  return (await cutLog(db)) ? '' : ' The log of writes could not be cut while others read: it is at the next start.'
}

/** Whether a gateway holds the folder. */
async function isRunning(dir: string): Promise<boolean> {
  try {
    const lock = await lockFolder(dir, systemClock, 0)
    lock.release()
    return false
  } catch {
    return true
  }
}

/** A key that the server admin gives, and where it is kept. */
type Brought = { key: Uint8Array; file: string }

/**
 * Run again after a kill or an error it goes on where it stood, also with the new key in SOTTO_MASTER_KEY already. Whether the
 * data key is a new one is not known then: the key may have come with `--seal-only`.
 */
async function brought(config: Config, from: Uint8Array, to: Brought, how: How): Promise<string> {
  const { db } = await openExisting(config)
  const fitting = await fits(db, to.key).finally(() => db.destroy())
  const done = 'Put the new key into SOTTO_MASTER_KEY, of every gateway, before the next start.'
  const keep = `keep ${to.file}. ${done}`
  const finish = async () => {
    const store = await openInstalled({ ...config, SOTTO_MASTER_KEY: Buffer.from(to.key).toString('hex') })
    return resealAll(store).finally(() => store.db.destroy())
  }
  if (fitting) {
    return inForce(keep, async () => {
      const changed = how === 'seal only' ? 'nothing was changed.' : await finish()
      return `The database was under the new key already, and ${changed} No key was rotated now. ${done} ${IF_SEALED_ONLY} ${BACKUPS} ${MAKE_ONE}.`
    })
  }
  if (config.DATABASE_URL === undefined && how === 'new data key' && (await isRunning(networkDir(config)))) {
    throw new Error(
      'Stop the gateway first: it has the old key in its SOTTO_MASTER_KEY. (With --seal-only it may go on until its next start.)',
    )
  }
  const store = await openInstalled(config)
  const note = (trx: Db) => auditAdmin({ ...store, clock: systemClock, newId, db: trx }, null, 'master_key.rotated')
  await replaceMasterKey(store.db, from, to.key, note, how).finally(() => store.db.destroy())
  return inForce(keep, async () =>
    how === 'seal only'
      ? `The database is sealed under the new key. ${ONLY_SEALED} ${done}`
      : `${ALL_NEW}, and ${await finish()} ${done} ${BACKUPS} ${NEW_BACKUP}`,
  )
}
