import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { systemClock } from '../clock.ts'
import { type Config, networkDir, type Source } from '../config.ts'
import { masterKey, parseMasterKey } from '../crypto/master-key.ts'
import type { Db } from '../db/database.ts'
import { fits } from '../db/keyring.ts'
import { openSqlite } from '../db/sqlite.ts'
import { newId } from '../new-id.ts'
import { noteKept } from '../security/manage-account.ts'
import { replaceMasterKey, rotateMasterKey } from './master-key.ts'
import { DATABASE_FILE, openStore } from './open-store.ts'
import { configOf, withSettings } from './settings.ts'

/** `sotto master-key rotate`: also beside a running gateway, and safe against a kill at any point. */
export function masterKeyCommand(env: Source): Command {
  const group = new Command('master-key').description('the key that seals all others')
  const rotate = group
    .command('rotate')
    .description('seal the data key under a new master key')
    .option('--new-key-file <file>', 'where SOTTO_MASTER_KEY is set: file with the new key, 64 hexadecimal digits')
  withSettings(rotate).action(async () => {
    const { newKeyFile } = rotate.opts() as { newKeyFile?: string }
    process.stdout.write(`${await run(configOf(rotate, env), newKeyFile)}\n`)
  })
  return group
}

async function run(config: Config, newKeyFile: string | undefined): Promise<string> {
  const configured = config.SOTTO_MASTER_KEY
  if (configured === undefined) {
    if (newKeyFile !== undefined) throw new Error('--new-key-file is for keys that SOTTO_MASTER_KEY gives.')
    return inFile(config)
  }
  if (newKeyFile === undefined) {
    throw new Error('SOTTO_MASTER_KEY is set, so the key is yours to keep: give the new one with --new-key-file.')
  }
  const next = parseMasterKey(readFileSync(newKeyFile, 'utf8'), newKeyFile)
  return brought(config, parseMasterKey(configured, 'SOTTO_MASTER_KEY'), next)
}

async function inFile(config: Config): Promise<string> {
  const store = await openStore(config)
  try {
    await rotateMasterKey(store.db, store.dir, (db) => noteKept({ ...store, db }, null, 'master_key.rotated'))
    masterKey(store.dir, undefined)
    return 'The master key is a new one. Backups made before keep opening with their passphrase and hold the old key.'
  } finally {
    await store.db.destroy()
  }
}

/** Run again after a kill it says where it stands. */
async function brought(config: Config, from: Uint8Array, to: Uint8Array): Promise<string> {
  const db = openSqlite(join(networkDir(config), DATABASE_FILE))
  const done = 'The database is sealed under the new key: put it into SOTTO_MASTER_KEY before the next start.'
  try {
    if (await fits(db, to)) return done
  } finally {
    await db.destroy()
  }
  const store = await openStore(config)
  const note = (trx: Db) => noteKept({ ...store, clock: systemClock, newId, db: trx }, null, 'master_key.rotated')
  await replaceMasterKey(store.db, from, to, note).finally(() => store.db.destroy())
  return done
}
