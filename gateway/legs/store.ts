import type { Address, Hex } from '#shared/model/ids.ts'
import { openText, openUnits, sealText, sealUnits } from '../crypto/amounts.ts'
import type { Keyring, Place } from '../crypto/keyring.ts'
import type { Db } from '../db/database.ts'
import type { LegKind, LegRow, LegState } from '../db/payment-rows.ts'

/** A transaction slot on chain that this gateway has signed for. */
export type Leg = Omit<LegRow, 'movesValue' | 'cost' | 'reason' | 'moved' | 'transient'> & {
  movesValue: boolean
  cost: bigint
  reason: string | null
  /** Of one that reverted: whether trying again can help. Null in what older versions wrote. */
  transient: boolean | null
  moved: bigint | null
  /** Seconds since the epoch, of the block that it was just seen in; not stored. */
  blockTime?: number
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

export type NewLeg = {
  id: string
  transactionId: string
  position: number
  kind: LegKind
  movesValue: boolean
  sender: Address
  nonce: number
  cost: bigint
  signedBlock: number
  now: number
}

/** Rejects as a duplicate where the nonce or the position is taken. */
export async function insertLeg(db: Db, leg: NewLeg): Promise<void> {
  await db
    .insertInto('legs')
    .values({
      id: leg.id,
      transactionId: leg.transactionId,
      position: leg.position,
      kind: leg.kind,
      movesValue: leg.movesValue ? 1 : 0,
      sender: leg.sender,
      nonce: leg.nonce,
      state: 'open',
      cost: leg.cost.toString(),
      signedBlock: leg.signedBlock,
      blockNumber: null,
      blockHash: null,
      minedHash: null,
      handle: null,
      moved: null,
      reason: null,
      transient: null,
      createdAt: leg.now,
    })
    .execute()
}

/** Whether its nonce was used by something else than its effect: what is dead never takes effect, and is not looked at. */
export function isFinal({ state }: Pick<Leg, 'state'>): boolean {
  return state === 'reverted' || state === 'cancelled' || state === 'superseded'
}

/** In the order in which they were made. */
export async function legsOf(db: Db, keys: Keyring, transactionId: string): Promise<Leg[]> {
  const rows = await db
    .selectFrom('legs')
    .selectAll()
    .where('transactionId', '=', transactionId)
    .orderBy('position')
    .execute()
  return rows.map((row) => legOf(keys, row))
}

export type LegEvidence = {
  state: LegState
  block?: number
  blockHash?: Hex
  blockTime?: number
  minedHash?: Hex
  handle?: Hex
  moved?: bigint
  reason?: string
  transient?: boolean
}

/** Writes what was seen of a leg on chain, if nobody has written something else meanwhile. */
export async function recordEvidence(db: Db, keys: Keyring, leg: Leg, seen: LegEvidence): Promise<void> {
  await db
    .updateTable('legs')
    .set({
      state: seen.state,
      blockNumber: seen.block ?? null,
      blockHash: seen.blockHash ?? null,
      minedHash: seen.minedHash ?? null,
      handle: seen.handle ?? null,
      moved: seen.moved === undefined ? null : sealUnits(keys, placeOf('legs', 'moved', leg.id), seen.moved),
      reason: seen.reason === undefined ? null : sealText(keys, placeOf('legs', 'reason', leg.id), seen.reason),
      transient: seen.transient === undefined ? null : Number(seen.transient),
    })
    .where('id', '=', leg.id)
    .where('state', '=', leg.state)
    .execute()
}

/** The nonce after the highest that this gateway has signed for, and how many it has signed for from one on. */
export async function ownNonces(db: Db, sender: Address, from: number): Promise<{ next: number; used: number }> {
  const newest = await db
    .selectFrom('legs')
    .select('nonce')
    .where('sender', '=', sender)
    .orderBy('nonce', 'desc')
    .limit(1)
    .executeTakeFirst()
  const { used } = await db
    .selectFrom('legs')
    .select((e) => e.fn.count<number | string>('nonce').distinct().as('used'))
    .where('sender', '=', sender)
    .where('nonce', '>=', from)
    .executeTakeFirstOrThrow()
  return { next: newest === undefined ? 0 : newest.nonce + 1, used: Number(used) }
}

/** The nonce after the highest of a sender's legs that were seen deep up to a block: what the chain counts there, or less. */
export async function nonceSeenAt(db: Db, sender: Address, block: number): Promise<number> {
  const row = await db
    .selectFrom('legs')
    .select('nonce')
    .where('sender', '=', sender)
    .where('blockNumber', '<=', block)
    // What may still be reorganised can be in another block by now.
    .where('state', 'not in', ['open', 'mined'])
    .orderBy('nonce', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? 0 : row.nonce + 1
}

/** Head of the chain when the last leg of a sender's below a nonce was signed: all that comes after it was mined later. */
export async function newestSignedBlock(db: Db, sender: Address, below: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('legs')
    .select('signedBlock')
    .where('sender', '=', sender)
    .where('nonce', '<', below)
    .orderBy('nonce', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.signedBlock
}

/** Notes that a leg may cost its sender more. False where its state is not any more what it was when this was decided. */
export async function raiseCost(db: Db, leg: Leg, cost: bigint): Promise<boolean> {
  const states: LegState[] = leg.state === 'open' || leg.state === 'mined' ? ['open', 'mined'] : [leg.state]
  const { numUpdatedRows } = await db
    .updateTable('legs')
    .set({ cost: (cost > leg.cost ? cost : leg.cost).toString() })
    .where('id', '=', leg.id)
    .where('state', 'in', states)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Whether a payment of this gateway has a nonce of its sender. */
export async function hasLegAt(db: Db, sender: Address, nonce: number): Promise<boolean> {
  const found = await db
    .selectFrom('legs')
    .select('id')
    .where('sender', '=', sender)
    .where('nonce', '=', nonce)
    .executeTakeFirst()
  return found !== undefined
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

export async function nextPosition(db: Db, transactionId: string): Promise<number> {
  const row = await db
    .selectFrom('legs')
    .select((e) => e.fn.max('position').as('position'))
    .where('transactionId', '=', transactionId)
    .executeTakeFirst()
  return (row?.position ?? -1) + 1
}
