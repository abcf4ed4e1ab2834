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
  /** Whether the transaction stays in its block, so that the stored effect holds. */
  isFinal: boolean
}

const placeOf = (column: 'amount' | 'raw', row: string) => ({ table: 'unattributed', column, row })

function unattributedOf(keys: Keyring, { amount, raw, settled, ...row }: UnattributedRow): Unattributed {
  return {
    ...row,
    isFinal: settled === 1,
    units: amount === null ? null : openUnits(keys, placeOf('amount', row.hash), amount),
    raw: keys.open(placeOf('raw', row.hash), raw) as Hex,
  }
}

function rowOf(keys: Keyring, { units, raw, isFinal, ...row }: Unattributed): UnattributedRow {
  return {
    ...row,
    settled: isFinal ? 1 : 0,
    amount: units === null ? null : sealUnits(keys, placeOf('amount', row.hash), units),
    raw: keys.seal(placeOf('raw', row.hash), raw),
  }
}

type Condition = ExpressionBuilder<Schema, 'unattributed'>

/** Unattributed transactions by a condition, in the order in which they were mined. */
async function listWhere(db: Db, keys: Keyring, holds: (e: Condition) => ReturnType<Condition['and']>) {
  const found = db.selectFrom('unattributed').selectAll().where(holds)
  const rows = await found.orderBy('blockNumber').orderBy('nonce').execute()
  return rows.map((row) => unattributedOf(keys, row))
}

/** Stores the same transaction in another block; it stays with its payment. */
export async function moveUnattributed(db: Db, keys: Keyring, found: Unattributed): Promise<void> {
  const { hash, sender, nonce, transactionId, tagRow, lookedAt, ...seen } = rowOf(keys, found)
  await change(db, hash, seen)
}

/** Stores a transaction, unless its row is there already. */
export async function insertUnattributed(db: Db, keys: Keyring, found: Unattributed): Promise<void> {
  await db
    .insertInto('unattributed')
    .values(rowOf(keys, found))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Transactions of a sender with an effect that a payment has. */
export function listUnattributed(db: Db, keys: Keyring, sender: Address): Promise<Unattributed[]> {
  return listWhere(db, keys, (e) => e.and([e('sender', '=', sender), e('does', 'is not', null)]))
}

/** Transactions of some senders that may have paid a redeem, and belong to no other. */
export async function listPayouts(db: Db, keys: Keyring, senders: readonly Address[], redeem: string) {
  if (senders.length === 0) return []
  return listWhere(db, keys, (e) =>
    e.and([
      e('sender', 'in', senders),
      e('does', 'in', ['transfer', 'finalize']),
      e.or([e('transactionId', 'is', null), e('transactionId', '=', redeem)]),
      e.not(e.exists(paidFor(e).where('paidHashes.transactionId', '<>', redeem))),
    ]),
  )
}

/** The redeem that a transaction was noted for. */
function paidFor(e: Condition) {
  return e.selectFrom('paidHashes').select('paidHashes.hash').whereRef('paidHashes.hash', '=', 'unattributed.hash')
}

/** Transactions whose tag names a payment that they were not given to yet: of all senders, or of some. */
export async function listTagged(db: Db, keys: Keyring, senders?: readonly Address[]): Promise<Unattributed[]> {
  if (senders?.length === 0) return []
  return listWhere(db, keys, (e) =>
    e.and([
      e('tagRow', 'is not', null),
      e('transactionId', 'is', null),
      ...(senders === undefined ? [] : [e('sender', 'in', senders)]),
    ]),
  )
}

/**
 * Transactions of a sender that are not final, or were found since a moment, also those that belong to a redeem: another
 * payment may have their nonce.
 */
export function listNotFinal(db: Db, keys: Keyring, sender: Address, since: number): Promise<Unattributed[]> {
  return listWhere(db, keys, (e) => e.and([e('sender', '=', sender), notFinal(e, since)]))
}

/** Senders with at least one unattributed transaction that is not final. */
export async function sendersOfNotFinal(db: Db, since: number): Promise<Address[]> {
  const rows = db.selectFrom('unattributed').select('sender').distinct()
  return (await rows.where((e) => notFinal(e, since)).execute()).map(({ sender }) => sender)
}

const notFinal = (e: Condition, since: number) => e.or([e('settled', '=', 0), e('foundAt', '>=', since)])

/** Transactions that belong to no payment here, not even to a rebuilt redeem, and were noted for none. */
export function listAllUnattributed(db: Db, keys: Keyring): Promise<Unattributed[]> {
  return listWhere(db, keys, (e) => e.and([e('transactionId', 'is', null), e.not(e.exists(paidFor(e)))]))
}

/** Burns without a tag, and confidential transfers to whose float it was in their block, that belong to no redeem. */
export function listBurns(db: Db, keys: Keyring, operators: readonly Address[]): Promise<Unattributed[]> {
  return listWhere(db, keys, (e) => {
    const toFloat = [e('does', '=', 'hidden transfer'), e('toAddress', 'in', operators), e.not(e.exists(tooLate(e)))]
    return e.and([
      e('transactionId', 'is', null),
      e('tagRow', 'is', null),
      e('owesNothing', '=', 0),
      e.or([e('does', '=', 'unwrap'), ...(operators.length === 0 ? [] : [e.and(toFloat)])]),
    ])
  })
}

/** The former operator that a transfer went to, if it was already replaced by then: its key may be in other hands. */
function tooLate(e: Condition) {
  return e
    .selectFrom('senders')
    .select('senders.address')
    .whereRef('senders.address', '=', 'unattributed.toAddress')
    .whereRef('senders.replacedAtBlock', '<', 'unattributed.blockNumber')
}

/**
 * Hashes of all unattributed transactions of senders. (Their number says nothing: while one is found another may be
 * attributed.)
 */
export async function unattributedHashes(db: Db, senders: readonly Address[]): Promise<ReadonlySet<Hex>> {
  const rows = await db.selectFrom('unattributed').select('hash').where('sender', 'in', senders).execute()
  return new Set(rows.map(({ hash }) => hash))
}

/**
 * Hashes of transactions above a block that make a gateway's call with this sender's key, and are neither a payment of this
 * database nor ticked off by a person: the newest first, at most so many.
 */
export async function unattributedSince(db: Db, sender: Address, block: number, most: number): Promise<Hex[]> {
  const found = db.selectFrom('unattributed').select('hash')
  const rows = await found
    .where((e) =>
      e.and([
        e('sender', '=', sender),
        e('blockNumber', '>', block),
        e('does', 'is not', null),
        // A copy of this gateway signs with its tags: those payments are written down here as its own.
        e.or([e('transactionId', 'is', null), e('tagRow', 'is not', null)]),
        e('lookedAt', 'is', null),
        e.not(e.exists(paidFor(e))),
      ]),
    )
    .orderBy('nonce', 'desc')
    .limit(most)
    .execute()
  return rows.map(({ hash }) => hash)
}

/** The unattributed transaction at a nonce of a sender, with any effect. */
export async function unattributedAt(db: Db, keys: Keyring, sender: Address, nonce: number) {
  return (await listWhere(db, keys, (e) => e.and([e('sender', '=', sender), e('nonce', '=', nonce)])))[0]
}

/** The unattributed transaction with a hash, even if it belongs to a redeem by now. */
export async function findUnattributed(db: Db, keys: Keyring, hash: Hex): Promise<Unattributed | undefined> {
  return (await listWhere(db, keys, (e) => e.and([e('hash', '=', hash)])))[0]
}

/** Updates one row, where a condition holds. False if there is none with that hash, or it does not hold. */
async function change(
  db: Db,
  hash: Hex,
  set: Partial<UnattributedRow>,
  holds = (e: Condition) => e.and([]),
): Promise<boolean> {
  const changed = db.updateTable('unattributed').set(set).where('hash', '=', hash).where(holds)
  return (await changed.executeTakeFirstOrThrow()).numUpdatedRows === 1n
}

const NOTHING = { does: null, toAddress: null, amount: null, handle: null }

/** Marks a transaction as final. A reverted one loses its call and handle: it has no effect. */
export const noteFinal = (db: Db, hash: Hex, success: boolean) =>
  change(db, hash, { settled: 1, ...(success ? {} : NOTHING) })

/** Marks a transaction as not final, since no node shows it: it is read again until one does, or another has its nonce. */
export const noteNotFinal = (db: Db, hash: Hex) => change(db, hash, { settled: 0 })

/** Notes that a transaction burned nothing: it is not looked at again. */
export const noteOwesNothing = (db: Db, hash: Hex) => change(db, hash, { owesNothing: 1 })

/** Forgets the tag of a transaction that is not the call which the tag names: its effect alone decides. */
export const forgetTag = (db: Db, hash: Hex) => change(db, hash, { tagRow: null })

/** Ticks a transaction off for a person, who knows of it. False if there is none with that hash. */
export const noteLookedAt = (db: Db, hash: Hex, now: number) => change(db, hash, { lookedAt: now })

/**
 * Gives a transaction to a redeem: as its burn, or as its payout. False if another redeem has it. Belongs into the database
 * transaction that writes the redeem.
 */
export const noteRedeem = (db: Db, hash: Hex, transactionId: string) =>
  change(db, hash, { transactionId }, (e) =>
    e.or([e('transactionId', 'is', null), e('transactionId', '=', transactionId)]),
  )

/** Removes a transaction that was attributed after all, or that a reorganisation took back. */
export async function forgetUnattributed(db: Db, hash: Hex): Promise<boolean> {
  const gone = db.deleteFrom('unattributed').where('hash', '=', hash)
  return (await gone.executeTakeFirstOrThrow()).numDeletedRows === 1n
}
