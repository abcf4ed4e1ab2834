import type { Keyring, Sealed } from '../crypto/keyring.ts'
import type { Db } from '../db/database.ts'
import { findKept, keepOnce } from '../db/sealed/secrets.ts'
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
  const row = await db.selectFrom('notaryKeys').selectAll().where('retiredAt', 'is', null).executeTakeFirst()
  if (row === undefined || row.seed === null) return undefined
  return signingKeyOf(keys.open(placeOfSeed(row.fingerprint), row.seed) as Seed)
}

/** Rejects as a duplicate while another key is in force. */
export async function insertNotaryKey(db: Db, keys: Keyring, now: number): Promise<SigningKey> {
  const seed = newSeed()
  const made = await signingKeyOf(seed)
  await db
    .insertInto('notaryKeys')
    .values({
      fingerprint: made.fingerprint,
      publicKey: made.jwk.x,
      seed: keys.seal(placeOfSeed(made.fingerprint), seed),
      createdAt: now,
      retiredAt: null,
      revokedAt: null,
    })
    .execute()
  return made
}

/** The private half of a retired key is destroyed: nothing is ever signed with it again. */
export async function retireNotaryKeys(db: Db, now: number): Promise<void> {
  await db.updateTable('notaryKeys').set({ retiredAt: now, seed: null }).where('retiredAt', 'is', null).execute()
}

/** Whether there is such a key that was not revoked before. One in force is retired too: another is made when it is needed. */
export async function revokeNotaryKey(db: Db, fingerprint: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('notaryKeys')
    .set((e) => ({ revokedAt: now, retiredAt: e.fn.coalesce('retiredAt', e.val(now)), seed: null }))
    .where('fingerprint', '=', fingerprint)
    .where('revokedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** All that ever were in force, newest first. */
export async function listNotaryKeys(db: Db): Promise<NotaryKey[]> {
  const rows = await db
    .selectFrom('notaryKeys')
    .select(['fingerprint', 'publicKey', 'createdAt', 'retiredAt', 'revokedAt'])
    .orderBy('createdAt', 'desc')
    .orderBy('fingerprint')
    .execute()
  return rows.map((row) => ({
    fingerprint: row.fingerprint,
    publicKey: row.publicKey,
    createdAt: row.createdAt,
    retiredAt: row.retiredAt,
    revokedAt: row.revokedAt,
  }))
}

const CARD_SECRET = 'card-secret'
const placeOfSecret = { table: 'secrets', column: 'value', row: CARD_SECRET }

/** The secret of this installation that card keys are derived from; made at the first call. */
export async function cardSecret(db: Db, keys: Keyring): Promise<string> {
  const kept = await findKept(db, CARD_SECRET)
  return keys.open(
    placeOfSecret,
    (kept ?? (await keepOnce(db, CARD_SECRET, keys.seal(placeOfSecret, newSeed())))) as Sealed,
  )
}

/** Remembers that a card key is one of ours, so that its cards are known again. */
export async function noteCardKey(db: Db, fingerprint: string, walletId: string, now: number): Promise<void> {
  await db
    .insertInto('cardKeys')
    .values({ fingerprint, walletId: walletId, createdAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function isCardKey(db: Db, fingerprint: string): Promise<boolean> {
  const row = await db
    .selectFrom('cardKeys')
    .select('fingerprint')
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirst()
  return row !== undefined
}
