import type { ExpressionBuilder } from 'kysely'
import type { Hex } from '#shared/model/ids.ts'
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

export function unattributedOf(keys: Keyring, { amount, raw, settled, ...row }: UnattributedRow): Unattributed {
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

export type Condition = ExpressionBuilder<Schema, 'unattributed'>

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
 * Gives a transaction to the payment whose call, payout or cancellation it is. False if another payment has it. Where that
 * payment is written now, in the same database transaction.
 */
export const noteOwner = (db: Db, hash: Hex, transactionId: string) =>
  change(db, hash, { transactionId }, (e) =>
    e.or([e('transactionId', 'is', null), e('transactionId', '=', transactionId)]),
  )

/** Removes a transaction that was attributed after all, or that a reorganisation took back. */
export async function forgetUnattributed(db: Db, hash: Hex): Promise<boolean> {
  const gone = db.deleteFrom('unattributed').where('hash', '=', hash)
  return (await gone.executeTakeFirstOrThrow()).numDeletedRows === 1n
}
