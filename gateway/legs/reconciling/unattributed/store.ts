import type { ExpressionBuilder } from 'kysely'
import type { Address, Hex } from '#shared/model/ids.ts'
import { openUnits, sealUnits } from '../../../crypto/amounts.ts'
import type { Keyring } from '../../../crypto/keyring.ts'
import type { Db } from '../../../db/database.ts'
import type { UnattributedRow } from '../../../db/schema/payment-rows.ts'
import type { Schema } from '../../../db/schema/schema.ts'

/** A mined transaction of a key of this gateway's that belongs to no payment which it knows. */
export type Unattributed = Omit<UnattributedRow, 'amount' | 'raw' | 'settled'> & {
  units: bigint | null
  raw: Hex
  /** Whether it stays in its block, and what the row says of it holds. */
  isFinal: boolean
}

const placeOf = (column: 'amount' | 'raw', row: string) => ({ table: 'unattributed', column, row })

export function unattributedOf(keys: Keyring, { amount, raw, settled, ...row }: UnattributedRow): Unattributed {
  return {
    ...row,
    isFinal: settled === 1,
    units: amount === null ? null : openUnits(keys, placeOf('amount', row.hash), amount),
    raw: keys.open(placeOf('raw', row.hash), raw) as Hex,
  }
}

/** Hash and block of the unattributed transaction at a nonce, which has one at most. */
export function knownAt(db: Db, { sender, nonce }: Pick<Unattributed, 'sender' | 'nonce'>) {
  return db
    .selectFrom('unattributed')
    .select(['hash', 'blockHash'])
    .where('sender', '=', sender)
    .where('nonce', '=', nonce)
    .executeTakeFirst()
}

/** The same transaction in another block: it is read anew, and stays with its payment. */
export async function moveUnattributed(db: Db, keys: Keyring, found: Unattributed): Promise<void> {
  const { hash, sender, nonce, claimedBy, transactionId, tagRow, lookedAt, ...seen } = rowOf(keys, found)
  await db.updateTable('unattributed').set(seen).where('hash', '=', hash).execute()
}

/** One that is there already stays as it is. */
export async function insertUnattributed(db: Db, keys: Keyring, found: Unattributed): Promise<void> {
  await db
    .insertInto('unattributed')
    .values(rowOf(keys, found))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

function rowOf(keys: Keyring, { units, raw, isFinal, ...row }: Unattributed): UnattributedRow {
  return {
    ...row,
    settled: isFinal ? 1 : 0,
    amount: units === null ? null : sealUnits(keys, placeOf('amount', row.hash), units),
    raw: keys.seal(placeOf('raw', row.hash), raw),
  }
}

/** Those of a sender that did something a payment does, in the order in which they were mined. */
export async function listUnattributed(db: Db, keys: Keyring, sender: Address): Promise<Unattributed[]> {
  const rows = await inOrder(db).where('sender', '=', sender).where('does', 'is not', null).execute()
  return rows.map((row) => unattributedOf(keys, row))
}

/** Those that may have paid a redeem, and are no other one's. */
export async function listPayouts(db: Db, keys: Keyring, sender: Address, redeem: string): Promise<Unattributed[]> {
  const rows = await inOrder(db)
    .where('sender', '=', sender)
    .where('does', 'in', ['transfer', 'finalize'])
    .where((e) => e.or([e('transactionId', 'is', null), e('transactionId', '=', redeem)]))
    .where((e) => e.or([e('tagRow', 'is', null), e('tagRow', '=', redeem)]))
    .where((e) => e.not(e.exists(paidFor(e).where('paidHashes.transactionId', '<>', redeem))))
    .execute()
  return rows.map((row) => unattributedOf(keys, row))
}

/** The redeem that it was noted for. */
function paidFor(e: ExpressionBuilder<Schema, 'unattributed'>) {
  return e.selectFrom('paidHashes').select('paidHashes.hash').whereRef('paidHashes.hash', '=', 'unattributed.hash')
}

export function inOrder(db: Db) {
  return db.selectFrom('unattributed').selectAll().orderBy('blockNumber').orderBy('nonce')
}

/** Their hashes, whatever they did. (How many there are says nothing: while one is found another may be attributed.) */
export async function unattributedHashes(db: Db, senders: readonly Address[]): Promise<ReadonlySet<Hex>> {
  const rows = await db.selectFrom('unattributed').select('hash').where('sender', 'in', senders).execute()
  return new Set(rows.map(({ hash }) => hash))
}

/** The one at a nonce of a sender, whatever it did. */
export async function unattributedAt(db: Db, keys: Keyring, sender: Address, nonce: number) {
  const row = await inOrder(db).where('sender', '=', sender).where('nonce', '=', nonce).executeTakeFirst()
  return row && unattributedOf(keys, row)
}

/** The one with a hash, also where it belongs to a redeem by now. */
export async function findUnattributed(db: Db, keys: Keyring, hash: Hex): Promise<Unattributed | undefined> {
  const row = await inOrder(db).where('hash', '=', hash).executeTakeFirst()
  return row && unattributedOf(keys, row)
}

/** The block of the newest one of a sender's below a nonce that stays where it is, whatever it did. */
export async function newestUnattributedBlock(db: Db, sender: Address, below: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('unattributed')
    .select('blockNumber')
    .where('sender', '=', sender)
    .where('nonce', '<', below)
    .where('settled', '=', 1)
    .orderBy('nonce', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.blockNumber
}

/** Those that nothing here accounts for: not even a redeem that was written anew, or that one was noted for. */
export async function listAllUnattributed(db: Db, keys: Keyring): Promise<Unattributed[]> {
  const rows = await inOrder(db)
    .where('transactionId', 'is', null)
    .where((e) => e.not(e.exists(paidFor(e))))
    .execute()
  return rows.map((row) => unattributedOf(keys, row))
}

/** A person knows of it: it stands apart from now on. False where there is none with that hash. */
export async function noteLookedAt(db: Db, hash: Hex, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('unattributed')
    .set((e) => ({ lookedAt: e.fn.coalesce('lookedAt', e.val(now)) }))
    .where('hash', '=', hash)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Burns without a tag, and confidential transfers to whose float it was in their block, that belong to no redeem. */
export async function listBurns(db: Db, keys: Keyring, operators: readonly Address[]): Promise<Unattributed[]> {
  const rows = await inOrder(db)
    .where('transactionId', 'is', null)
    .where('tagRow', 'is', null)
    .where('owesNothing', '=', 0)
    .where('handle', 'is not', null)
    .where((e) => {
      const burned = e('does', '=', 'unwrap')
      return operators.length === 0
        ? burned
        : e.or([
            burned,
            e.and([e('does', '=', 'hidden transfer'), e('toAddress', 'in', operators), e.not(e.exists(tooLate(e)))]),
          ])
    })
    .execute()
  return rows.map((row) => unattributedOf(keys, row))
}

/** The former operator that it went to, where another one had its place by then: that key may be in other hands. */
function tooLate(e: ExpressionBuilder<Schema, 'unattributed'>) {
  return e
    .selectFrom('senders')
    .select('senders.address')
    .whereRef('senders.address', '=', 'unattributed.toAddress')
    .whereRef('senders.replacedAtBlock', '<', 'unattributed.blockNumber')
}

/** It burned nothing: it is not asked for again. */
export async function noteOwesNothing(db: Db, hash: Hex): Promise<void> {
  await db.updateTable('unattributed').set({ owesNothing: 1 }).where('hash', '=', hash).execute()
}

/**
 * Gives it to a redeem: as its burn, or as what has paid it. False where another one has it. Belongs into the database transaction
 * that writes the redeem.
 */
export async function noteRedeem(db: Db, hash: Hex, transactionId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('unattributed')
    .set({ transactionId })
    .where('hash', '=', hash)
    .where((e) => e.or([e('transactionId', 'is', null), e('transactionId', '=', transactionId)]))
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** It was attributed after all, or a reorganisation took it back. */
export async function forgetUnattributed(db: Db, hash: Hex): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('unattributed').where('hash', '=', hash).executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}
