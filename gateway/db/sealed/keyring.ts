import { randomBytes } from 'node:crypto'
import Sqlite from 'better-sqlite3'
import { createKeyring, decrypt, encrypt, type Keyring, type KeyringSecrets } from '../../crypto/keyring.ts'
import { atomically, type Database, type Db } from '../database.ts'

const PEPPER = 'pepper'
const DATA_KEY = /^data-key-(\d+)$/

/**
 * The keyring of this installation. Data key and pepper are random, made with the first account's database and kept
 * in it sealed under the master key, so that the database alone opens nothing and a new master key re-seals two rows.
 */
export async function openKeyring(db: Database, master: Uint8Array, again?: () => KeyringSecrets): Promise<Keyring> {
  // A command beside a gateway that writes all the time would wait for its turn, to write nothing.
  if (!(await hasSecrets(db))) await makeSecrets(db, master)
  return createKeyring(secretsIn(await ownSecrets(db), master), again)
}

async function makeSecrets(db: Database, master: Uint8Array): Promise<void> {
  await atomically(db, async (trx) => {
    for (const name of ['data-key-1', PEPPER]) {
      const value = encrypt(master, name, randomBytes(32).toString('hex'))
      await trx
        .insertInto('secrets')
        .values({ name, value })
        .onConflict((c) => c.doNothing())
        .execute()
    }
  })
}

/** Read at once, past whatever waits for the database: for a keyring that meets a version which it does not know. */
export function readSecretsNow(file: string, masters: () => Uint8Array[]): KeyringSecrets {
  const sqlite = new Sqlite(file, { readonly: true, fileMustExist: true })
  try {
    const rows = sqlite.prepare('select name, value from secrets').all() as { name: string; value: string }[]
    return firstThatFits(rows.filter(isOwn), masters())
  } finally {
    sqlite.close()
  }
}

function firstThatFits(rows: { name: string; value: string }[], masters: Uint8Array[]): KeyringSecrets {
  const [master, ...rest] = masters
  if (master === undefined) throw new WrongMasterKey(undefined)
  try {
    return secretsIn(rows, master)
  } catch (error) {
    if (rest.length === 0) throw error
    return firstThatFits(rows, rest)
  }
}

function secretsIn(own: { name: string; value: string }[], master: Uint8Array): KeyringSecrets {
  const opened = new Map(own.map(({ name, value }) => [name, open(master, name, value)]))
  const dataKeys = new Map<number, Uint8Array>()
  for (const [name, key] of opened) {
    const version = DATA_KEY.exec(name)?.[1]
    if (version !== undefined) dataKeys.set(Number(version), key)
  }
  const pepper = opened.get(PEPPER)
  if (pepper === undefined) throw new Error('the database lacks its pepper')
  return { dataKeys, pepper }
}

const isOwn = ({ name }: { name: string }) => name === PEPPER || DATA_KEY.test(name)

/** What the master key itself seals. */
async function ownSecrets(db: Db): Promise<{ name: string; value: string }[]> {
  const rows = await db.selectFrom('secrets').selectAll().execute()
  return rows.filter(isOwn)
}

/** Whether a master key has sealed anything here: from then on it is the one that fits. */
export async function hasSecrets(db: Db): Promise<boolean> {
  return (await ownSecrets(db)).length > 0
}

/** Whether this is the master key of the database. */
export async function fits(db: Db, master: Uint8Array): Promise<boolean> {
  try {
    for (const { name, value } of await ownSecrets(db)) open(master, name, value)
    return true
  } catch (error) {
    if (error instanceof WrongMasterKey) return false
    throw error
  }
}

/** Seals data key and pepper under another master key. Belongs into a database transaction. */
export async function reseal(db: Db, from: Uint8Array, to: Uint8Array): Promise<void> {
  for (const { name, value } of await ownSecrets(db)) {
    const plain = Buffer.from(open(from, name, value)).toString('hex')
    await db
      .updateTable('secrets')
      .set({ value: encrypt(to, name, plain) })
      .where('name', '=', name)
      .execute()
  }
}

/** A new data key beside the old ones, under the master key; from the next refresh on it seals. */
export async function addDataKey(db: Db, master: Uint8Array): Promise<void> {
  const versions = (await ownSecrets(db)).map(({ name }) => Number(DATA_KEY.exec(name)?.[1] ?? 0))
  const name = `data-key-${Math.max(...versions) + 1}`
  const value = encrypt(master, name, randomBytes(32).toString('hex'))
  await db.insertInto('secrets').values({ name, value }).execute()
}

/** Version of the newest data key: another than a keyring seals with means that one was added. */
export async function newestDataKey(db: Db): Promise<number> {
  return Math.max(...(await ownSecrets(db)).map(({ name }) => Number(DATA_KEY.exec(name)?.[1] ?? 0)))
}

export class WrongMasterKey extends Error {
  constructor(cause: unknown) {
    super('The master key does not fit this database. Use the key that the database was made with.', { cause })
    this.name = 'WrongMasterKey'
  }
}

function open(master: Uint8Array, name: string, value: string): Uint8Array {
  try {
    return Buffer.from(decrypt(master, name, value), 'hex')
  } catch (cause) {
    throw new WrongMasterKey(cause)
  }
}
