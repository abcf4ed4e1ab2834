import { TEST_EVENT } from '#shared/model/webhook.ts'
import type { Db } from '../db/database.ts'
import type { DeliveryRow } from '../db/schema/webhook-rows.ts'
import { isWaiting, letAllGo, letGo } from './deliveries-store.ts'

/** As it was before its first try: an earlier event of its subject may hold it. */
const anew = { state: 'waiting', tries: 0, firstAt: null, nextAt: null } as const

/** What waits is as it was before its first try: due now, in order, and its tries and three days begin again. */
export async function beginAllAnew(db: Db, webhookId: string, now: number): Promise<void> {
  await db.updateTable('webhookDeliveries').set(anew).where('webhookId', '=', webhookId).where(isWaiting).execute()
  await letAllGo(db, webhookId, now)
}

/** Waits again, in order. */
export async function sendAgain(db: Db, { webhookId, eventId, subject }: DeliveryRow, now: number): Promise<void> {
  const set = db.updateTable('webhookDeliveries').set(anew).where('webhookId', '=', webhookId)
  await set.where('eventId', '=', eventId).execute()
  await letGo(db, webhookId, now, [subject])
}

export type Range = {
  from: number
  to: number
  states: readonly ('failed' | 'delivered')[]
  most: number
  /** The last one of the piece before. */
  after: Pick<DeliveryRow, 'createdAt' | 'eventId'> | undefined
}

/**
 * Makes the ended events of a time wait again, in their order. Returns how many. If there are more than `most`, `next` is the ID of
 * the last event of this piece.
 */
export async function sendRangeAgain(db: Db, webhookId: string, range: Range, now: number) {
  const { from, to, states, most, after } = range
  let ended = db
    .selectFrom('webhookDeliveries')
    .select('eventId')
    .where('webhookId', '=', webhookId)
    .where('createdAt', '>=', from)
    .where('createdAt', '<=', to)
    .where('state', 'in', states)
    .where('type', '<>', TEST_EVENT)
    .orderBy('createdAt')
    .orderBy('eventId')
  if (after !== undefined) {
    const { createdAt, eventId } = after
    ended = ended.where((e) => e(e.refTuple('createdAt', 'eventId'), '>', e.tuple(createdAt, eventId)))
  }
  const [last, behind] = await ended
    .limit(2)
    .offset(most - 1)
    .execute()
  const { numUpdatedRows } = await db
    .updateTable('webhookDeliveries')
    .set(anew)
    .where('webhookId', '=', webhookId)
    .where('eventId', 'in', ended.limit(most))
    .executeTakeFirst()
  await letAllGo(db, webhookId, now)
  return { count: Number(numUpdatedRows), next: behind === undefined ? null : (last?.eventId ?? null) }
}
