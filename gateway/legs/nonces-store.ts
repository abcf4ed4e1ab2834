import type { Address } from '#shared/model/ids.ts'
import type { Db } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'

const newestLeg = prepared((db, at: { sender: Address }) =>
  db.selectFrom('legs').select('nonce').where('sender', '=', at.sender).orderBy('nonce', 'desc').limit(1),
)

const usedFrom = prepared((db, at: { sender: Address; from: number }) =>
  db
    .selectFrom('legs')
    .select((e) => e.fn.count<number | string>('nonce').distinct().as('used'))
    .where('sender', '=', at.sender)
    .where('nonce', '>=', at.from),
)

/** The nonce after the highest that this gateway has signed for, and how many it has signed for from one on. */
export async function ownNonces(db: Db, sender: Address, from: number): Promise<{ next: number; used: number }> {
  const [newest] = (await newestLeg(db, { sender })).rows
  const [counted] = (await usedFrom(db, { sender, from })).rows
  return { next: newest === undefined ? 0 : newest.nonce + 1, used: Number(counted?.used) }
}

const seenDeepUpTo = prepared((db, at: { sender: Address; block: number }) =>
  db
    .selectFrom('legs')
    .select('nonce')
    .where('sender', '=', at.sender)
    .where('blockNumber', '<=', at.block)
    // What may still be reorganised can be in another block by now.
    .where('state', 'not in', ['open', 'mined'])
    .orderBy('nonce', 'desc')
    .limit(1),
)

/** The nonce after the highest of a sender's legs that were seen deep up to a block: what the chain counts there, or less. */
export async function nonceSeenAt(db: Db, sender: Address, block: number): Promise<number> {
  const [row] = (await seenDeepUpTo(db, { sender, block })).rows
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
