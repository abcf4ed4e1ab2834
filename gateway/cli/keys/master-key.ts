import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../config/config.ts'
import type { Keyring } from '../../crypto/keyring.ts'
import {
  adoptWaitingKey,
  MASTER_KEY_FILE,
  makeMasterKey,
  masterKey,
  NoMasterKey,
  removeSecondName,
  removeWaitingKeys,
  type WaitingKey,
  waitingKeys,
  writeWaitingKey,
} from '../../crypto/master-key.ts'
import { atomically, type Database, type Db, isPostgres } from '../../db/database.ts'
import { holdSecrets, runningGateways } from '../../db/postgres/leases/gateways.ts'
import {
  addGeneration,
  fits,
  hasSecrets,
  newestDataKey,
  openKeyring,
  readSecretsNow,
  reseal,
  WrongMasterKey,
} from '../../db/sealed/open-keyring.ts'
import { of } from '../counted.ts'
import { DATABASE_FILE } from '../database-file.ts'

/**
 * Opens the keyring. A rotation that was cut short after its commit is completed here, and a database without secrets gets its
 * master key. Throws where it has one that is not here.
 */
export async function openKeys(
  db: Database,
  dir: string,
  { SOTTO_MASTER_KEY: configured, DATABASE_URL: url }: Pick<Config, 'SOTTO_MASTER_KEY' | 'DATABASE_URL'>,
): Promise<Keyring> {
  if (configured === undefined && !existsSync(join(dir, MASTER_KEY_FILE)) && !(await hasSecrets(db))) makeMasterKey(dir)
  const masters = () => [
    masterKey(dir, configured),
    ...(configured === undefined ? waitingKeys(dir).map(({ key }) => key) : []),
  ]
  // On PostgreSQL no data key is made beside a gateway that runs.
  const again = url === undefined ? () => readSecretsNow(join(dir, DATABASE_FILE), masters) : undefined
  try {
    const master = masterKey(dir, configured)
    const keys = await openKeyring(db, master, again)
    if (configured === undefined) removeSecondName(dir, master)
    return keys
  } catch (error) {
    if (!isOtherKey(error) || configured !== undefined) throw error
    for (const waiting of waitingKeys(dir)) {
      if (!(await fits(db, waiting.key))) continue
      adoptWaitingKey(dir, waiting)
      // Before anything is sealed each fits: two would take each other's place.
      break
    }
    return openKeyring(db, masterKey(dir, undefined), again)
  }
}

/**
 * The master key that fits the database, for a command that changes nothing: none is made or moved. A rotation that was cut
 * short, or is under way, leaves it in another file. Throws `NoMasterKey`; where none fits it is the one in place.
 */
export async function fittingKey(db: Db, dir: string, configured: string | undefined): Promise<Uint8Array> {
  if (configured !== undefined) return masterKey(dir, configured)
  try {
    const own = masterKey(dir, undefined)
    if (await fits(db, own)) return own
  } catch (error) {
    if (!isOtherKey(error)) throw error
  }
  for (const { key } of waitingKeys(dir)) if (await fits(db, key)) return key
  return masterKey(dir, undefined)
}

const isOtherKey = (error: unknown) => error instanceof WrongMasterKey || error instanceof NoMasterKey

/**
 * Called by a gateway that has announced itself. Throws if a data key was made since it read its keys: the maker of a key counts
 * those that run and holds the keys until then, so that a start is either counted or comes here afterwards.
 */
export async function requireNewestKey({ db, keys }: { db: Database; keys: Keyring }): Promise<void> {
  if ((await newestDataKey(db)) === keys.version()) return
  throw new Error('The master key of this database was rotated a moment ago. Start again, with the new one.')
}

/** First in a transaction that makes a data key which gateways that run could not open. */
async function requireNoGateway(trx: Db): Promise<void> {
  if (!isPostgres(trx)) return
  await holdSecrets(trx)
  const count = await runningGateways(trx)
  if (count === 0) return
  throw new Error(
    `Stop all gateways on this database first: ${count} of them ${of(count, 'runs', 'run')}, and would not learn of the new key. (One that was killed counts for 15 s. With --seal-only they may go on until their next start.)`,
  )
}

/** Whether rows are to be sealed under a key that the old master key never sealed. */
export type How = 'seal only' | 'new data key'

/**
 * A new master key, in force when this returns; `adoptWaitingKey` then puts it in the file of the data folder. At any point one of
 * the keys on disk fits the database: the new one is written first, and data key and pepper change hands in one commit.
 */
export async function handOver(
  db: Database,
  dir: string,
  note: (trx: Db) => Promise<void>,
  how: How = 'seal only',
): Promise<WaitingKey> {
  return atomically(db, async (trx) => {
    const old = masterKey(dir, undefined)
    if (how === 'new data key') await requireNoGateway(trx)
    const next = randomBytes(32)
    await reseal(trx, old, next)
    if (how === 'new data key') await addGeneration(trx, next)
    // The old key fits and the database is ours alone: no waiting key is about to be adopted by anyone.
    removeWaitingKeys(dir)
    const waiting = writeWaitingKey(dir, next)
    await note(trx)
    return waiting
  })
}

/** Where the server admin holds the key elsewhere and brings the new one: one commit, before and after which one key fits. */
export async function replaceMasterKey(
  db: Database,
  from: Uint8Array,
  to: Uint8Array,
  note: (trx: Db) => Promise<void>,
  how: How = 'seal only',
): Promise<void> {
  await atomically(db, async (trx) => {
    if (how === 'new data key') await requireNoGateway(trx)
    await reseal(trx, from, to)
    if (how === 'new data key') await addGeneration(trx, to)
    await note(trx)
  })
}
