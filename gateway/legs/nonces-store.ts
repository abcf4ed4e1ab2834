import type { Address } from '#shared/model/ids.ts'
import type { Db } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'

const newestLeg = prepared((db, at: { sender: Address }) =>
  db.selectFrom('legs').select('nonce').where('sender', '=', at.sender).orderBy('nonce', 'desc').limit(1),
)

type Range = { sender: Address; from: number; below: number }

const usedFrom = prepared((db, at: Range) =>
  db
    .selectFrom('legs')
    .select((e) => [
      e.fn.count<number | string>('nonce').distinct().as('used'),
      e.fn
        .min<number | null>(
          e
            .case()
            .when(e.and([e('state', '=', 'open'), e('nonce', '<', at.below)]))
            .then(e.ref('nonce'))
            .end(),
        )
        .as('firstOpen'),
      e
        .selectFrom('unattributed')
        .select((of) => of.fn.max('unattributed.nonce').as('nonce'))
        .where('unattributed.sender', '=', at.sender)
        .where('unattributed.nonce', '>=', at.from)
        .as('lastUnattributed'),
    ])
    .where('sender', '=', at.sender)
    .where('nonce', '>=', at.from),
)

/**
 * `firstOpen`: the lowest nonce of an open leg, from one nonce on and below another. `hasUnattributed`: whether an
 * unattributed transaction stands from that nonce on.
 */
export type OwnNonces = { next: number; used: number; firstOpen: number | undefined; hasUnattributed: boolean }

/** The nonce after the highest signed one, and how many nonces were signed from a given one on. */
export async function ownNonces(db: Db, sender: Address, from: number, below = 0): Promise<OwnNonces> {
  const [newest] = (await newestLeg(db, { sender })).rows
  const [counted] = (await usedFrom(db, { sender, from, below })).rows
  const next = newest === undefined ? 0 : newest.nonce + 1
  const { firstOpen, lastUnattributed } = counted ?? {}
  return {
    next,
    used: Number(counted?.used),
    firstOpen: firstOpen ?? undefined,
    hasUnattributed: (lastUnattributed ?? null) !== null,
  }
}

/**
 * Open legs of a sender, without an unattributed transaction at their nonce. (A burn that became a leg again is its own
 * transaction.)
 */
export function openLegs(db: Db, { sender, from, below }: Range): Promise<{ id: string; nonce: number }[]> {
  return db
    .selectFrom('legs')
    .leftJoin('unattributed', (on) =>
      on.onRef('unattributed.sender', '=', 'legs.sender').onRef('unattributed.nonce', '=', 'legs.nonce'),
    )
    .select(['legs.id', 'legs.nonce'])
    .where('legs.sender', '=', sender)
    .where('legs.nonce', '>=', from)
    .where('legs.nonce', '<', below)
    .where('legs.state', '=', 'open')
    .where((e) =>
      e.or([e('unattributed.hash', 'is', null), e('unattributed.transactionId', '=', e.ref('legs.transactionId'))]),
    )
    .orderBy('legs.nonce')
    .execute()
}

const seenDeepUpTo = prepared((db, at: { sender: Address; block: number }) =>
  db
    .selectFrom('legs')
    .select('nonce')
    .where('sender', '=', at.sender)
    .where('blockNumber', '<=', at.block)
    // A transaction that may still be reorganised can be in another block by now.
    .where('state', 'not in', ['open', 'mined'])
    .orderBy('nonce', 'desc')
    .limit(1),
)

/** The nonce after the highest of a sender's legs that were seen deep up to a block: the chain's count at that block, or less. */
export async function nonceSeenAt(db: Db, sender: Address, block: number): Promise<number> {
  const [row] = (await seenDeepUpTo(db, { sender, block })).rows
  return row === undefined ? 0 : row.nonce + 1
}

/**
 * A block after which every higher nonce than a given one was mined: the head of the chain when the last mined leg below it was
 * signed, or the block of a final unattributed transaction below it. (A leg that was not mined may have been
 * signed at a nonce that was used long before.) Undefined if there is neither.
 */
export async function newestBlockBelow(db: Db, sender: Address, nonce: number): Promise<number | undefined> {
  const legs = db.selectFrom('legs').select('signedBlock as block').where('state', 'not in', ['open', 'superseded'])
  const found = db.selectFrom('unattributed').select('blockNumber as block').where('settled', '=', 1)
  const [signed, mined] = await Promise.all([
    legs.where('sender', '=', sender).where('nonce', '<', nonce).orderBy('nonce', 'desc').limit(1).executeTakeFirst(),
    found.where('sender', '=', sender).where('nonce', '<', nonce).orderBy('nonce', 'desc').limit(1).executeTakeFirst(),
  ])
  return Math.max(signed?.block ?? 0, mined?.block ?? 0) || undefined
}
