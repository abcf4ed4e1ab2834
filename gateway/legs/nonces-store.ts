import type { Address } from '#shared/model/ids.ts'
import type { Db } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'

const newestLeg = prepared((db, at: { sender: Address }) =>
  db.selectFrom('legs').select('nonce').where('sender', '=', at.sender).orderBy('nonce', 'desc').limit(1),
)

type Range = { sender: Address; from: number; below: number }

const takenFrom = prepared((db, at: Range) => {
  const taken = (table: 'legs' | 'unattributed') =>
    db.selectFrom(table).select('nonce').where('sender', '=', at.sender).where('nonce', '>=', at.from)
  return db
    .with('taken', () => taken('legs').union(taken('unattributed')))
    .selectFrom('taken')
    .leftJoin('taken as next', (on) => on.on((e) => e('next.nonce', '=', e('taken.nonce', '+', 1))))
    .select((e) => [
      e.fn.min<number | null>('taken.nonce').as('lowest'),
      e.fn.min<number | null>(e.case().when('next.nonce', 'is', null).then(e.ref('taken.nonce')).end()).as('last'),
      e
        .selectFrom('legs')
        .select((of) => of.fn.min('legs.nonce').as('nonce'))
        .where('sender', '=', at.sender)
        .where('legs.nonce', '>=', at.from)
        .where('legs.nonce', '<', at.below)
        .where('state', '=', 'open')
        .as('firstOpen'),
    ])
})

/**
 * `firstUnknown`: the lowest nonce, from one on, that neither a leg nor an unattributed transaction has. `firstOpen`: the lowest
 * nonce of an open leg, from the first on and below another.
 */
export async function takenNonces(db: Db, at: Range): Promise<{ firstUnknown: number; firstOpen: number | undefined }> {
  const { lowest = null, last = null, firstOpen = null } = (await takenFrom(db, at)).rows[0] ?? {}
  return {
    firstUnknown: lowest === at.from && last !== null ? last + 1 : at.from,
    firstOpen: firstOpen ?? undefined,
  }
}

/** The nonce after the highest signed one. */
export async function nextNonce(db: Db, sender: Address): Promise<number> {
  const [newest] = (await newestLeg(db, { sender })).rows
  return newest === undefined ? 0 : newest.nonce + 1
}

/**
 * Open legs of a sender, without an unattributed transaction at their nonce. (A found transaction that became a leg is that
 * leg's own.)
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
