import { sql } from 'kysely'
import type { DeliveryQuery } from '#shared/api/webhooks.ts'
import type { DeliveryFlaw } from '#shared/model/webhook.ts'
import type { Db } from '../db/database.ts'
import type { DeliveryRow } from '../db/schema/webhook-rows.ts'

/** So often an event is tried before later ones of its subject go ahead. */
export const HELD_TRIES = 4
/** PostgreSQL takes 65,535 parameters in one statement, SQLite half of that. */
const AT_ONCE = 1_000

/** As the indexes say it, which hold only these. */
export const isWaiting = sql<boolean>`state = 'waiting'`

const numbers = (row: DeliveryRow): DeliveryRow => {
  const number = (value: number | null) => (value === null ? null : Number(value))
  return {
    ...row,
    sequence: Number(row.sequence),
    createdAt: Number(row.createdAt),
    firstAt: number(row.firstAt),
    triedAt: number(row.triedAt),
    nextAt: number(row.nextAt),
  }
}

export async function insertDeliveries(db: Db, rows: readonly DeliveryRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += AT_ONCE) {
    await db
      .insertInto('webhookDeliveries')
      .values(rows.slice(start, start + AT_ONCE))
      .execute()
  }
}

/** Of these subjects, those with a waiting event that holds back later ones. */
export async function heldSubjects(db: Db, webhookId: string, subjects: readonly string[]): Promise<Set<string>> {
  const held = new Set<string>()
  for (let start = 0; start < subjects.length; start += AT_ONCE) {
    const rows = await db
      .selectFrom('webhookDeliveries')
      .select('subject')
      .distinct()
      .where('webhookId', '=', webhookId)
      .where('subject', 'in', subjects.slice(start, start + AT_ONCE))
      .where(isWaiting)
      .where('tries', '<', HELD_TRIES)
      .execute()
    for (const { subject } of rows) held.add(subject)
  }
  return held
}

/** Of what waits and is due, the oldest; of each subject one, the earliest. */
export async function dueDeliveries(db: Db, webhookId: string, now: number, most: number): Promise<DeliveryRow[]> {
  const first = firstOf(db, webhookId).where('earlier.nextAt', '<=', now)
  const rows = waitingOf(db, webhookId).where('nextAt', '<=', now).where('sequence', '=', first)
  return (await rows.orderBy('nextAt').orderBy('sequence').limit(most).execute()).map(numbers)
}

/** Of what waits, due or not, the oldest that no earlier one holds. */
export async function oldestWaiting(db: Db, webhookId: string): Promise<DeliveryRow[]> {
  const rows = waitingOf(db, webhookId).where('nextAt', 'is not', null)
  return (await rows.orderBy('sequence').limit(1).execute()).map(numbers)
}

/** Beside the oldest that waits, of the earliest of other subjects the one that is due first: one that was tried comes last. */
export async function nextBeside(db: Db, webhookId: string, { subject }: DeliveryRow): Promise<DeliveryRow[]> {
  const first = waitingOf(db, webhookId).where('subject', '!=', subject).where('sequence', '=', firstOf(db, webhookId))
  const rows = first.where('nextAt', 'is not', null).orderBy('nextAt').orderBy('sequence')
  return (await rows.limit(1).execute()).map(numbers)
}

const waitingOf = (db: Db, webhookId: string) =>
  db.selectFrom('webhookDeliveries').selectAll().where('webhookId', '=', webhookId).where(isWaiting)

/** When the first of what waits is due. */
export async function earliestDue(db: Db, webhookId: string): Promise<number | null> {
  const rows = db.selectFrom('webhookDeliveries').select('nextAt').where('webhookId', '=', webhookId).where(isWaiting)
  const first = await rows.where('nextAt', 'is not', null).orderBy('nextAt').limit(1).executeTakeFirst()
  return first?.nextAt == null ? null : Number(first.nextAt)
}

export type Tried = Pick<DeliveryRow, 'state' | 'tries' | 'firstAt' | 'triedAt' | 'nextAt' | 'answer' | 'flaw' | 'ms'>

/** Writes what a try came to. False where the event waits no longer, since another process had sent it too. */
export async function noteTry(db: Db, { webhookId, eventId }: DeliveryRow, tried: Tried): Promise<boolean> {
  const set = db.updateTable('webhookDeliveries').set(tried).where('webhookId', '=', webhookId)
  const { numUpdatedRows } = await set.where('eventId', '=', eventId).where('state', '=', 'waiting').executeTakeFirst()
  return numUpdatedRows > 0n
}

/** What is not due until after a moment is due now: not what waits for an earlier event. */
export async function release(db: Db, webhookId: string, now: number, until = now): Promise<void> {
  const set = db.updateTable('webhookDeliveries').set({ nextAt: now })
  await set.where('webhookId', '=', webhookId).where(isWaiting).where('nextAt', '>', until).execute()
}

/** Lets go each delivery of some subjects that has to wait for no earlier event of its subject any more. */
export async function letGo(db: Db, webhookId: string, now: number, subjects: readonly string[]): Promise<void> {
  if (subjects.length === 0) return
  // In the order of the index that holds only what waits: an engine that is not asked for it may go through all of it.
  const held = await waitingOf(db, webhookId)
    .where('subject', 'in', subjects)
    .orderBy('subject')
    .orderBy('sequence')
    .execute()
  const ids = held.filter(({ nextAt }) => nextAt === null).map(({ eventId }) => eventId)
  if (ids.length > 0) await free(db, webhookId, now).where('eventId', 'in', ids).execute()
}

/** The same of all subjects. */
export async function letAllGo(db: Db, webhookId: string, now: number): Promise<void> {
  await free(db, webhookId, now).where(sql<boolean>`webhook_deliveries.state = 'waiting'`).execute()
}

/** Of what waits: makes due what has no time of its own, and needs to wait for no earlier event of its subject. */
function free(db: Db, webhookId: string, now: number) {
  const first = firstOf(db, webhookId).where('earlier.tries', '<', HELD_TRIES)
  return db
    .updateTable('webhookDeliveries')
    .set({ nextAt: now })
    .where('webhookId', '=', webhookId)
    .where('nextAt', 'is', null)
    .where((e) => e('sequence', '<=', e.fn.coalesce(first, 'sequence')))
}

/** Number of the first that waits of the subject of the delivery that is asked about. A join would compare all with all. */
const firstOf = (db: Db, webhookId: string) =>
  db
    .selectFrom('webhookDeliveries as earlier')
    .select((e) => e.fn.min('earlier.sequence').as('first'))
    .where('earlier.webhookId', '=', webhookId)
    .where(sql<boolean>`earlier.subject = webhook_deliveries.subject`)
    .where(sql<boolean>`earlier.state = 'waiting'`)

const GIVEN_UP: DeliveryFlaw = 'given_up'

/** Gives up all that waits, or all before a number. Returns how many. */
export async function giveUp(db: Db, webhookId: string, before?: number): Promise<number> {
  let set = db
    .updateTable('webhookDeliveries')
    .set({ state: 'failed', nextAt: null, flaw: GIVEN_UP })
    .where('webhookId', '=', webhookId)
    .where(isWaiting)
  if (before !== undefined) set = set.where('sequence', '<', before)
  return Number((await set.executeTakeFirst()).numUpdatedRows)
}

/** Number of the oldest among the newest so many that wait; undefined where no more wait. */
export async function oldestOfNewest(db: Db, webhookId: string, most: number): Promise<number | undefined> {
  const rows = db.selectFrom('webhookDeliveries').select('sequence').where('webhookId', '=', webhookId).where(isWaiting)
  const row = await rows.orderBy('sequence', 'desc').offset(most).limit(1).executeTakeFirst()
  return row === undefined ? undefined : Number(row.sequence) + 1
}

/** A page of a webhook's deliveries, the newest first. */
export async function listDeliveries(
  db: Db,
  webhookId: string,
  { state, after, pageSize }: DeliveryQuery,
): Promise<DeliveryRow[]> {
  let rows = db.selectFrom('webhookDeliveries').selectAll().where('webhookId', '=', webhookId)
  if (state !== undefined) rows = rows.where('state', '=', state)
  if (after !== undefined) {
    const from = await findDelivery(db, webhookId, after)
    if (from === undefined) return []
    const { createdAt, eventId } = from
    rows = rows.where((e) => e(e.refTuple('createdAt', 'eventId'), '<', e.tuple(createdAt, eventId)))
  }
  const page = await rows.orderBy('createdAt', 'desc').orderBy('eventId', 'desc').limit(pageSize).execute()
  return page.map(numbers)
}

export async function findDelivery(db: Db, webhookId: string, eventId: string): Promise<DeliveryRow | undefined> {
  const rows = db.selectFrom('webhookDeliveries').selectAll().where('webhookId', '=', webhookId)
  const row = await rows.where('eventId', '=', eventId).executeTakeFirst()
  return row && numbers(row)
}

/** Forgets a piece of what is older than a moment. Tells by webhook how many of it waited; undefined where there was none. */
export async function forgetOlder(db: Db, than: number): Promise<Map<string, number> | undefined> {
  const old = db.selectFrom('webhookDeliveries').select(['webhookId', 'eventId', 'state']).where('createdAt', '<', than)
  const rows = await old.orderBy('createdAt').limit(AT_ONCE).execute()
  if (rows.length === 0) return undefined
  const waited = new Map<string, number>()
  for (const [webhookId, own] of Map.groupBy(rows, (row) => row.webhookId)) {
    const gone = own.map(({ eventId }) => eventId)
    await db.deleteFrom('webhookDeliveries').where('webhookId', '=', webhookId).where('eventId', 'in', gone).execute()
    waited.set(webhookId, own.filter(({ state }) => state === 'waiting').length)
  }
  return waited
}

/** Forgets a piece of a webhook's deliveries. Returns how many. */
export async function forgetSome(db: Db, webhookId: string): Promise<number> {
  const some = db.selectFrom('webhookDeliveries').select('eventId').where('webhookId', '=', webhookId).limit(AT_ONCE)
  const gone = db.deleteFrom('webhookDeliveries').where('webhookId', '=', webhookId).where('eventId', 'in', some)
  return Number((await gone.executeTakeFirst()).numDeletedRows)
}
