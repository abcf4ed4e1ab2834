import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import { auditAdmin } from '../../auth/manage/manage-account.ts'
import { type Config, networkDir, type Source } from '../../config/config.ts'
import { MASTER_KEY_FILE, masterKey, parseMasterKey } from '../../crypto/master-key.ts'
import { type Database, type Db, isPostgres } from '../../db/database.ts'
import { lockFolder } from '../../db/folder-lock.ts'
import { fits } from '../../db/sealed/open-keyring.ts'
import { cutLog } from '../../db/sqlite.ts'
import { systemClock } from '../../world/clock.ts'
import { newId } from '../../world/new-id.ts'
import { counted, of } from '../counted.ts'
import { type How, replaceMasterKey, rotateMasterKey } from '../keys/master-key.ts'
import { resealRows } from '../keys/reseal-rows.ts'
import { openExisting, openInstalled, type Store } from '../open-store.ts'
import { print } from '../print.ts'
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
  const next = parseMasterKey(readFileSync(newKeyFile, 'utf8'), newKeyFile)
  return brought(config, parseMasterKey(configured, 'SOTTO_MASTER_KEY'), next, how)
}

async function inFile(config: Config, how: How): Promise<string> {
  const store = await openInstalled(config)
  try {
    await rotateMasterKey(store.db, store.dir, (db) => auditAdmin({ ...store, db }, null, 'master_key.rotated'), how)
    masterKey(store.dir, undefined)
    const others = isPostgres(store.db) ? ` ${OTHERS}` : ''
    if (how === 'seal only') return `The master key is a new one. ${ONLY_SEALED}${others}`
    // A gateway that runs looks for a new key every second; until it has it, nothing may be sealed under it.
    if (others === '' && (await isRunning(store.dir))) await systemClock.sleep(GATEWAY_LOOKS_MS)
    return `${await resealAnew(store, config)} ${BACKUPS} ${NEW_BACKUP}${others}`
  } finally {
    await store.db.destroy()
  }
}

const BACKUPS = 'Backups made before keep opening with their passphrase and hold the old key.'
const NEW_BACKUP =
  'Make a new one now, with "sotto backup FILE": wallets come from a new seed, and no older backup brings those back that are made from now on.'
const ONLY_SEALED = `With the old one and an older copy of the database an intruder still opens new copies, and knows the keys of wallets that are made later: rotate without --seal-only against that. ${BACKUPS}`
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
  const progress = (sealed: number) => process.stderr.write(`\r${counted(sealed, 'value')} sealed anew`)
  let sealed = await resealRows(db, keys, progress)
  // What a gateway has sealed under the old key meanwhile.
  sealed += await resealRows(db, keys, () => {})
  process.stderr.write('\n')
  const log = await oldBytes(db)
  return `Master key, data key and wallet seed are new ones, and ${counted(sealed, 'value')} ${of(sealed, 'is', 'are')} sealed anew.${log}`
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

/** Run again after a kill it goes on where it stood. */
async function brought(config: Config, from: Uint8Array, to: Uint8Array, how: How): Promise<string> {
  const { db } = await openExisting(config)
  const fitting = await fits(db, to).finally(() => db.destroy())
  if (config.DATABASE_URL === undefined && how === 'new data key' && (await isRunning(networkDir(config)))) {
    throw new Error(
      'Stop the gateway first: it has the old key in its SOTTO_MASTER_KEY. (With --seal-only it may go on until its next start.)',
    )
  }
  const done = 'Put the new key into SOTTO_MASTER_KEY, of every gateway, before the next start.'
  const finish = async () => {
    const store = await openInstalled({ ...config, SOTTO_MASTER_KEY: Buffer.from(to).toString('hex') })
    return resealAll(store).finally(() => store.db.destroy())
  }
  if (!fitting) {
    const store = await openInstalled(config)
    const note = (trx: Db) => auditAdmin({ ...store, clock: systemClock, newId, db: trx }, null, 'master_key.rotated')
    await replaceMasterKey(store.db, from, to, note, how).finally(() => store.db.destroy())
  }
  return how === 'seal only'
    ? `The database is sealed under the new key. ${ONLY_SEALED} ${done}`
    : `${await finish()} ${done} ${BACKUPS} ${NEW_BACKUP}`
}
