import type { Hex } from '#shared/model/ids.ts'
import type { Keyring } from '../crypto/keyring.ts'
import type { Db } from '../db/database.ts'
import { prepared, preparedInsert } from '../db/prepared.ts'
import { MARK } from '../db/schema/marks.ts'
import type { AttemptRow } from '../db/schema/payment-rows.ts'
import type { Bid } from './fees.ts'
import { placeOf } from './store.ts'

/** Signed bytes of a leg, as they are handed to the network. */
export type Attempt = Omit<AttemptRow, 'raw'> & { raw: Hex }

export type NewAttempt = Pick<Attempt, 'hash' | 'legId' | 'kind' | 'raw' | 'signedBlock'> & Bid & { now: number }

const insert = preparedInsert('attempts')

export async function insertAttempt(db: Db, keys: Keyring, { now, raw, maxFee, priorityFee, ...of }: NewAttempt) {
  const fees = { maxFee: maxFee.toString(), priorityFee: priorityFee.toString() }
  const sealed = keys.seal(placeOf('attempts', 'raw', of.hash), raw)
  await insert(db, { ...of, ...fees, raw: sealed, createdAt: now, sentAt: now, refusals: 0, forgottenAt: null })
}

const ofLeg = prepared((db, at: { legId: string }) =>
  db.selectFrom('attempts').selectAll().where('legId', '=', at.legId).where('forgottenAt', 'is', null),
)

/**
 * Attempts with their bytes, newest first: each outbids the one before, so the first is the one to send again. Attempts whose
 * bytes were forgotten are left out.
 */
export async function attemptsOf(db: Db, keys: Keyring, legId: string): Promise<Attempt[]> {
  const { rows } = await ofLeg(db, { legId })
  const newestFirst = rows.toSorted((a, b) => (BigInt(a.maxFee) < BigInt(b.maxFee) ? 1 : -1))
  return newestFirst.map((row) => ({ ...row, raw: keys.open(placeOf('attempts', 'raw', row.hash), row.raw) as Hex }))
}

const hashesOfLeg = prepared((db, at: { legId: string }) =>
  db.selectFrom('attempts').select('hash').where('legId', '=', at.legId).where('forgottenAt', 'is', null),
)

/** Hashes of the same attempts. No bytes are opened: one that somebody has altered keeps none from being looked for. */
export async function hashesOf(db: Db, legId: string): Promise<Hex[]> {
  return (await hashesOfLeg(db, { legId })).rows.map(({ hash }) => hash)
}

/** Whether a transaction is one that this gateway has signed. */
export async function isSignedHere(db: Db, hash: Hex): Promise<boolean> {
  const found = await db.selectFrom('attempts').select('hash').where('hash', '=', hash).executeTakeFirst()
  return found !== undefined
}

/** Hashes of attempts with bytes, at most so many, of payments that ended before a moment and of which nothing is owed. */
export async function bytesOfEnded(db: Db, before: number, most: number): Promise<Hex[]> {
  const rows = await db
    .selectFrom('attempts')
    .innerJoin('legs', 'legs.id', 'attempts.legId')
    .innerJoin('transactions', 'transactions.id', 'legs.transactionId')
    .select('attempts.hash')
    .where('attempts.forgottenAt', 'is', null)
    // Signed before their payment ended: an index finds these.
    .where('attempts.createdAt', '<', before)
    .where('legs.state', 'not in', ['open', 'mined'])
    .where('transactions.status', 'in', ['SETTLED', 'FAILED'])
    .where('transactions.waitingFor', 'is', null)
    .where('transactions.owed', 'not in', [MARK.owed, MARK.minedAfterAll])
    .where('transactions.updatedAt', '<', before)
    .limit(most)
    .execute()
  return rows.map(({ hash }) => hash)
}

/** Removes the bytes of attempts, and keeps the rest. */
export async function forgetAttempts(db: Db, keys: Keyring, hashes: Hex[], now: number): Promise<void> {
  for (const hash of hashes) {
    const raw = keys.seal(placeOf('attempts', 'raw', hash), '0x')
    await db.updateTable('attempts').set({ raw, forgottenAt: now }).where('hash', '=', hash).execute()
  }
}

/**
 * Claims the sending of an attempt, before anything is sent: compare-and-set with the time of the sending
 * before. False where another process has sent it since.
 */
export async function claimSending(db: Db, { hash, sentAt }: Pick<Attempt, 'hash' | 'sentAt'>, now: number) {
  const { numUpdatedRows } = await db
    .updateTable('attempts')
    .set({ sentAt: now })
    .where('hash', '=', hash)
    .where('sentAt', sentAt === null ? 'is' : '=', sentAt)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Counts refusals in a row. */
export async function noteAnswer(db: Db, hash: Hex, refused: boolean): Promise<void> {
  await db
    .updateTable('attempts')
    .set((e) => ({ refusals: refused ? e('refusals', '+', 1) : 0 }))
    .where('hash', '=', hash)
    .execute()
}

/** SQLite takes so many parameters in one statement, PostgreSQL more. */
const AT_ONCE = 500

/** The hashes, of those given, whose transactions pay redeems out of the float. */
export async function payoutsAmong(db: Db, hashes: readonly Hex[]): Promise<Set<Hex>> {
  const payouts = new Set<Hex>()
  for (let start = 0; start < hashes.length; start += AT_ONCE) {
    const rows = await db
      .selectFrom('attempts')
      .innerJoin('legs', 'legs.id', 'attempts.legId')
      .select('attempts.hash')
      .where('attempts.hash', 'in', hashes.slice(start, start + AT_ONCE))
      .where('legs.kind', '=', 'payout')
      .execute()
    for (const { hash } of rows) payouts.add(hash)
  }
  return payouts
}
