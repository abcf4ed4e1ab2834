import type { Keyring, Sealed } from '../crypto/keyring.ts'
import type { Db } from '../db/database.ts'
import { newSeed, type Seed, type SigningKey, signingKeyOf } from './signing-key.ts'

export type NotaryKey = {
  fingerprint: string
  publicKey: string
  createdAt: number
  retiredAt: number | null
  revokedAt: number | null
}

const placeOfSeed = (fingerprint: string) => ({ table: 'notary_keys', column: 'seed', row: fingerprint })

/** The key in force, unsealed; undefined where none was made yet. */
export async function currentNotaryKey(db: Db, keys: Keyring): Promise<SigningKey | undefined> {
  const row = await db.selectFrom('notary_keys').selectAll().where('retired_at', 'is', null).executeTakeFirst()
  if (row === undefined || row.seed === null) return undefined
  return signingKeyOf(keys.open(placeOfSeed(row.fingerprint), row.seed) as Seed)
}

/** Rejects as a duplicate while another key is in force. */
export async function insertNotaryKey(db: Db, keys: Keyring, now: number): Promise<SigningKey> {
  const seed = newSeed()
  const made = await signingKeyOf(seed)
  await db
    .insertInto('notary_keys')
    .values({
      fingerprint: made.fingerprint,
      public_key: made.jwk.x,
      seed: keys.seal(placeOfSeed(made.fingerprint), seed),
      created_at: now,
      retired_at: null,
      revoked_at: null,
    })
    .execute()
  return made
}

/** The private half of a retired key is destroyed: nothing is ever signed with it again. */
export async function retireNotaryKeys(db: Db, now: number): Promise<void> {
  await db.updateTable('notary_keys').set({ retired_at: now, seed: null }).where('retired_at', 'is', null).execute()
}

/** Whether there is such a key that was not revoked before. One in force is retired too: another is made when it is needed. */
export async function revokeNotaryKey(db: Db, fingerprint: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('notary_keys')
    .set((e) => ({ revoked_at: now, retired_at: e.fn.coalesce('retired_at', e.val(now)), seed: null }))
    .where('fingerprint', '=', fingerprint)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** All that ever were in force, newest first. */
export async function listNotaryKeys(db: Db): Promise<NotaryKey[]> {
  const rows = await db
    .selectFrom('notary_keys')
    .select(['fingerprint', 'public_key', 'created_at', 'retired_at', 'revoked_at'])
    .orderBy('created_at', 'desc')
    .orderBy('fingerprint')
    .execute()
  return rows.map((row) => ({
    fingerprint: row.fingerprint,
    publicKey: row.public_key,
    createdAt: row.created_at,
    retiredAt: row.retired_at,
    revokedAt: row.revoked_at,
  }))
}

const CARD_SECRET = 'card-secret'
const placeOfSecret = { table: 'secrets', column: 'value', row: CARD_SECRET }

/** The secret of this installation that card keys are derived from; made at the first call. */
export async function cardSecret(db: Db, keys: Keyring): Promise<string> {
  const find = () => db.selectFrom('secrets').select('value').where('name', '=', CARD_SECRET).executeTakeFirst()
  const row = await find()
  if (row !== undefined) return keys.open(placeOfSecret, row.value as Sealed)
  await db
    .insertInto('secrets')
    .values({ name: CARD_SECRET, value: keys.seal(placeOfSecret, newSeed()) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return keys.open(placeOfSecret, ((await find())?.value ?? '') as Sealed)
}

/** Remembers that a card key is one of ours, so that its cards are known again. */
export async function noteCardKey(db: Db, fingerprint: string, walletId: string, now: number): Promise<void> {
  await db
    .insertInto('card_keys')
    .values({ fingerprint, wallet_id: walletId, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function isCardKey(db: Db, fingerprint: string): Promise<boolean> {
  const row = await db
    .selectFrom('card_keys')
    .select('fingerprint')
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirst()
  return row !== undefined
}
