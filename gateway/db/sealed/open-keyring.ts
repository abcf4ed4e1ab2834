import { randomBytes } from 'node:crypto'
import Sqlite from 'better-sqlite3'
import { createKeyring, decrypt, encrypt, type Keyring, type KeyringSecrets } from '../../crypto/keyring.ts'
import { atomically, type Database, type Db } from '../database.ts'

const PEPPER = 'pepper'
const TAG_SECRET = 'tag-secret'
const DATA_KEY = /^data-key-(\d+)$/
const WALLET_SEED = /^wallet-seed-(\d+)$/
/** Made with the database. */
const FIRST = ['data-key-1', PEPPER]
/** Made with it too, or at the first start of a version that knows of them. */
const ROOTS = ['wallet-seed-1', TAG_SECRET]

/**
 * The keyring of this installation. Data keys, pepper, wallet seeds and the secret of tags are random, and kept in the
 * database sealed under the master key, so that the database alone opens nothing and a new master key re-seals a few rows.
 */
export async function openKeyring(db: Database, master: Uint8Array, again?: () => KeyringSecrets): Promise<Keyring> {
  // A command beside a gateway that writes all the time would wait for its turn, to write nothing.
  if (await lacksSecrets(db)) await makeSecrets(db, master)
  return createKeyring(secretsIn(await ownSecrets(db), master), again)
}

/** The same for a look at a database that may be of an older version: nothing is made. */
export async function readKeyring(db: Db, master: Uint8Array): Promise<Keyring> {
  return createKeyring(secretsIn(await ownSecrets(db), master))
}

async function lacksSecrets(db: Db): Promise<boolean> {
  return (await lackedBy(db)).length > 0
}

/** Names of those that have to be made. */
async function lackedBy(db: Db): Promise<string[]> {
  const names = (await ownSecrets(db)).map(({ name }) => name)
  if (names.length === 0) return [...FIRST, ...ROOTS]
  const hasRoots = names.some((name) => name === TAG_SECRET || WALLET_SEED.test(name))
  return hasRoots ? [] : ROOTS
}

/** Throws where another key has sealed what is there, or where there was a seed, which must not be replaced unseen. */
async function makeSecrets(db: Database, master: Uint8Array): Promise<void> {
  await atomically(db, async (trx) => {
    for (const { name, value } of await ownSecrets(trx)) open(master, name, value)
    if ((await trx.selectFrom('walletIndexes').select('accountId').limit(1).execute()).length > 0)
      throw new LacksSecrets()
    for (const name of await lackedBy(trx)) {
      const value = encrypt(master, name, randomBytes(32).toString('hex'))
      await trx
        .insertInto('secrets')
        .values({ name, value })
        .onConflict((c) => c.doNothing())
        .execute()
    }
  })
}

class LacksSecrets extends Error {
  constructor() {
    super(
      'The database lacks secrets that it had: somebody has altered it. Restore a backup (sotto restore FILE --force).',
    )
    this.name = 'LacksSecrets'
  }
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
  const pepper = opened.get(PEPPER)
  const tagSecret = opened.get(TAG_SECRET)
  const walletSeeds = numbered(opened, WALLET_SEED)
  // A database of an older version has neither seed nor secret of tags; one without the other was altered.
  if (pepper === undefined || (tagSecret === undefined) !== (walletSeeds.size === 0)) throw new LacksSecrets()
  return { dataKeys: numbered(opened, DATA_KEY), pepper, walletSeeds, tagSecret }
}

function numbered(opened: ReadonlyMap<string, Uint8Array>, kind: RegExp): Map<number, Uint8Array> {
  return new Map([...opened].flatMap(([name, value]) => (kind.test(name) ? [[numberIn(kind, name), value]] : [])))
}

/** 0 for the name of another kind. */
const numberIn = (kind: RegExp, name: string) => Number(kind.exec(name)?.[1] ?? 0)

const isOwn = ({ name }: { name: string }) =>
  name === PEPPER || name === TAG_SECRET || DATA_KEY.test(name) || WALLET_SEED.test(name)

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

/** Seals all of them under another master key. Belongs into a database transaction. */
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

/**
 * A new data key and a new wallet seed beside the old ones, under the master key. From the next refresh on the one seals, and
 * new wallets come from the other: an old master key opens neither.
 */
export async function addGeneration(db: Db, master: Uint8Array): Promise<void> {
  for (const name of [
    `data-key-${(await newest(db, DATA_KEY)) + 1}`,
    `wallet-seed-${(await newestWalletSeed(db)) + 1}`,
  ]) {
    const value = encrypt(master, name, randomBytes(32).toString('hex'))
    await db.insertInto('secrets').values({ name, value }).execute()
  }
}

/** Version of the newest data key: another than a keyring seals with means that one was added. */
export function newestDataKey(db: Db): Promise<number> {
  return newest(db, DATA_KEY)
}

/** Generation of the newest wallet seed; 0 in the database of a version that had none. */
export function newestWalletSeed(db: Db): Promise<number> {
  return newest(db, WALLET_SEED)
}

/**
 * Generation of the seed that new wallets come from, which a rotation beside this process may have made a moment ago: then the
 * keyring has it too when this returns. Throws where the database lacks the newest that this keyring
 * has read: nothing comes from the one before it. A process that starts later cannot know of that.
 */
export async function walletSeedNow(db: Db, keys: Pick<Keyring, 'walletSeed' | 'refresh'>): Promise<number> {
  const generation = await newestWalletSeed(db)
  if (generation > keys.walletSeed()) keys.refresh()
  if (generation < keys.walletSeed()) throw new LacksSecrets()
  return generation
}

async function newest(db: Db, kind: RegExp): Promise<number> {
  return Math.max(0, ...(await ownSecrets(db)).map(({ name }) => numberIn(kind, name)))
}

export class WrongMasterKey extends Error {
  constructor(cause: unknown) {
    super('The master key does not fit this database. Use the key that the database is sealed under.', { cause })
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
