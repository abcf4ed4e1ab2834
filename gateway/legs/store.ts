import type { Address, Hex } from '#shared/model/ids.ts'
import { openText, openUnits, sealText, sealUnits } from '../crypto/amounts.ts'
import type { Keyring, Place } from '../crypto/keyring.ts'
import type { Db } from '../db/database.ts'
import { prepared, preparedInsert } from '../db/prepared.ts'
import type { LegRow, LegState } from '../db/schema/payment-rows.ts'

/** A transaction slot on chain that this gateway has signed for. */
export type Leg = Omit<LegRow, 'movesValue' | 'cost' | 'reason' | 'moved' | 'transient'> & {
  movesValue: boolean
  cost: bigint
  reason: string | null
  /** For a leg that reverted: whether another try can help. Null in rows of older versions. */
  transient: boolean | null
  moved: bigint | null
  /** Time of the block that it was just seen in, in seconds since the epoch; not stored. */
  blockTime?: number
  /** Wei that it took there; not stored. */
  fee?: bigint
}

export const placeOf = (table: 'legs' | 'attempts', column: string, row: string): Place => ({ table, column, row })

function legOf(keys: Keyring, row: LegRow): Leg {
  const { movesValue, cost, reason, moved, transient, ...rest } = row
  return {
    ...rest,
    movesValue: movesValue === 1,
    cost: BigInt(cost),
    reason: reason === null ? null : openText(keys, placeOf('legs', 'reason', row.id), reason),
    transient: transient === null ? null : transient === 1,
    moved: moved === null ? null : openUnits(keys, placeOf('legs', 'moved', row.id), moved),
  }
}

/** Evidence about a leg on chain. */
export type Evidence = Pick<Leg, (typeof evidence)[number]>
const evidence = ['state', 'blockNumber', 'blockHash', 'minedHash', 'handle', 'moved', 'reason', 'transient'] as const

/** Evidence for a leg that is not in the chain. */
export const UNSEEN = {
  ...{ state: 'open', blockNumber: null, blockHash: null, minedHash: null },
  ...{ handle: null, moved: null, reason: null, transient: null },
} as const satisfies Evidence

export type NewLeg = Omit<Leg, keyof Evidence | 'createdAt' | 'blockTime' | 'fee'> & { now: number }

const insert = preparedInsert('legs')

/** Rejects as a duplicate where the nonce or the position is taken. */
export async function insertLeg(db: Db, { now, movesValue, cost, ...leg }: NewLeg): Promise<void> {
  const fields = { movesValue: movesValue ? 1 : 0, cost: cost.toString(), createdAt: now }
  await insert(db, { ...leg, ...UNSEEN, ...fields })
}

/** Whether the leg was given up, on final evidence or by the operator: it is not sent any more, and `observeLeg` does not look at it. */
export function isDead({ state }: Pick<Leg, 'state'>): boolean {
  return state === 'reverted' || state === 'cancelled' || state === 'superseded'
}

const ofTransaction = prepared((db, at: { id: string }) =>
  db.selectFrom('legs').selectAll().where('transactionId', '=', at.id).orderBy('position'),
)

/** The legs of a transaction, in the order in which they were made. */
export async function legsOf(db: Db, keys: Keyring, transactionId: string): Promise<Leg[]> {
  const { rows } = await ofTransaction(db, { id: transactionId })
  return rows.map((row) => legOf(keys, row))
}

type Written = { id: string; before: LegState } & Pick<LegRow, keyof Evidence>

const writeEvidence = prepared((db, at: Written) =>
  db
    .updateTable('legs')
    .set(Object.fromEntries(evidence.map((name) => [name, at[name]])))
    .where('id', '=', at.id)
    .where('state', '=', at.before),
)

/** Writes evidence about a leg. False where another look has written some meanwhile: that stands. */
export async function recordEvidence(db: Db, keys: Keyring, { id, state }: Leg, seen: Evidence): Promise<boolean> {
  const { moved, reason, transient } = seen
  const { numAffectedRows } = await writeEvidence(db, {
    ...seen,
    id,
    before: state,
    moved: moved === null ? null : sealUnits(keys, placeOf('legs', 'moved', id), moved),
    reason: reason === null ? null : sealText(keys, placeOf('legs', 'reason', id), reason),
    transient: transient === null ? null : Number(transient),
  })
  return numAffectedRows === 1n
}

const legWithHandle = prepared((db, at: { handle: Hex; id: string }) =>
  db.selectFrom('legs').select('id').where('handle', '=', at.handle).where('id', '<>', at.id).limit(1),
)

/** Whether another leg has this handle: two calls never leave the same one. */
export async function isHandleOfOther(db: Db, { id }: Pick<Leg, 'id'>, handle: Hex): Promise<boolean> {
  return (await legWithHandle(db, { handle, id })).rows.length > 0
}

/** Marks a superseded leg as not the one that moves the value. False where it was marked before. */
export async function clearMovesValue(db: Db, { id }: Pick<Leg, 'id'>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('legs')
    .set({ movesValue: 0 })
    .where('id', '=', id)
    .where('state', '=', 'superseded')
    .where('movesValue', '=', 1)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Notes that a leg may cost its sender more. False if its state has changed since the decision. */
export async function raiseCost(db: Db, leg: Leg, cost: bigint): Promise<boolean> {
  const states: LegState[] = leg.state === 'open' || leg.state === 'mined' ? ['open', 'mined'] : [leg.state]
  // Another attempt may have been signed since the leg was read.
  const stored = await db.selectFrom('legs').select('cost').where('id', '=', leg.id).executeTakeFirst()
  const before = BigInt(stored?.cost ?? 0)
  const { numUpdatedRows } = await db
    .updateTable('legs')
    .set({ cost: (cost > before ? cost : before).toString() })
    .where('id', '=', leg.id)
    .where('state', 'in', states)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/**
 * Keeps a settled payment among those that are looked at: its leg is dead, or the note of its payout was forgotten, so that it
 * may have to be paid again. Nothing else tells a process that starts later. Ends by a verdict. Belongs into the database
 * transaction that writes the evidence.
 */
export async function keepLookingAt(db: Db, { transactionId }: Pick<Leg, 'transactionId'>): Promise<void> {
  await db
    .updateTable('transactions')
    .set({ waitingFor: 'confirmation' })
    .where('id', '=', transactionId)
    .where('status', '=', 'SETTLED')
    .where('waitingFor', 'is', null)
    .execute()
}

/** Legs of a sender at a nonce and above. */
export async function legsFrom(db: Db, keys: Keyring, sender: Address, from: number): Promise<Leg[]> {
  const rows = await db
    .selectFrom('legs')
    .selectAll()
    .where('sender', '=', sender)
    .where('nonce', '>=', from)
    .orderBy('nonce')
    .execute()
  return rows.map((row) => legOf(keys, row))
}

/** The leg at a nonce of a sender that is not superseded. */
export async function livingLegAt(db: Db, keys: Keyring, sender: Address, nonce: number): Promise<Leg | undefined> {
  const row = await db
    .selectFrom('legs')
    .selectAll()
    .where('sender', '=', sender)
    .where('nonce', '=', nonce)
    .where('state', '<>', 'superseded')
    .executeTakeFirst()
  return row && legOf(keys, row)
}

export async function nextPosition(db: Db, transactionId: string): Promise<number> {
  const row = await db
    .selectFrom('legs')
    .select((e) => e.fn.max('position').as('position'))
    .where('transactionId', '=', transactionId)
    .executeTakeFirst()
  return (row?.position ?? -1) + 1
}
