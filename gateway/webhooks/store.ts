import { expressionBuilder, sql } from 'kysely'
import type { Keyring } from '../crypto/keyring.ts'
import type { Db } from '../db/database.ts'
import type { Schema } from '../db/schema/schema.ts'
import type { WebhookRow } from '../db/schema/webhook-rows.ts'
import {
  contentOf,
  itself,
  type Opened,
  openEach,
  type Standing,
  standingOf,
  type Terms,
  type Webhook,
  webhookOf,
} from './webhook.ts'

/** Of an account, or of all. */
export async function listWebhooks(db: Db, keys: Keyring, accountId?: string): Promise<Opened> {
  const rows = db.selectFrom('webhooks').selectAll().orderBy('id')
  const own = accountId === undefined ? rows : rows.where('accountId', '=', accountId)
  return openEach(keys, await own.execute(), itself)
}

export async function findWebhook(db: Db, keys: Keyring, accountId: string, id: string): Promise<Webhook | undefined> {
  const rows = db.selectFrom('webhooks').selectAll().where('id', '=', id).where('accountId', '=', accountId)
  const row = await rows.executeTakeFirst()
  return row && webhookOf(keys, row)
}

/** One of any account. */
export async function findAnyWebhook(db: Db, keys: Keyring, id: string): Promise<Webhook | undefined> {
  const row = await db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst()
  return row && webhookOf(keys, row)
}

export async function countWebhooks(db: Db, accountId: string): Promise<number> {
  const rows = db.selectFrom('webhooks').select((e) => e.fn.countAll<number | string>().as('count'))
  return Number((await rows.where('accountId', '=', accountId).executeTakeFirstOrThrow()).count)
}

/** Of all accounts, by status: how many there are, and how many deliveries wait. */
export async function webhookTotals(db: Db) {
  const rows = await db
    .selectFrom('webhooks')
    .select((e) => [
      'status',
      e.fn.countAll<number | string>().as('count'),
      e.fn.sum<number | string>('waiting').as('waiting'),
    ])
    .groupBy('status')
    .execute()
  return rows.map(({ status, count, waiting }) => ({ status, count: Number(count), waiting: Number(waiting) }))
}

/** Whether any webhook is to be told of anything. */
export async function hasWebhooks(db: Db): Promise<boolean> {
  const rows = db.selectFrom('webhooks').select('id').where('status', '<>', 'disabled').limit(1)
  return (await rows.execute()).length > 0
}

/** Those that take nothing. */
export async function listFailing(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('webhooks').select('id').where('status', '=', 'failing').execute()
  return rows.map(({ id }) => id)
}

export async function insertWebhook(db: Db, keys: Keyring, { id, accountId, ...webhook }: Webhook): Promise<void> {
  const { url: _, events, walletIds, description, includeAmounts, secrets, ...columns } = webhook
  const content = contentOf(keys, id, accountId, webhook)
  await db
    .insertInto('webhooks')
    .values({ id, accountId, content, ...columns })
    .execute()
}

export type Progress = Partial<Omit<WebhookRow, 'id' | 'accountId' | 'content' | 'createdAt'>>

/** False where it is gone. */
export async function updateTerms(
  db: Db,
  keys: Keyring,
  webhook: Pick<Webhook, 'id' | 'accountId'> & Terms,
): Promise<boolean> {
  const content = contentOf(keys, webhook.id, webhook.accountId, webhook)
  const set = db.updateTable('webhooks').set({ content }).where('id', '=', webhook.id)
  return (await set.where('accountId', '=', webhook.accountId).executeTakeFirst()).numUpdatedRows > 0n
}

/** Where nothing changes there is nothing to write: SQL has no empty update. */
export async function updateProgress(db: Db, id: string, progress: Progress): Promise<void> {
  if (Object.keys(progress).length === 0) return
  await db.updateTable('webhooks').set(progress).where('id', '=', id).execute()
}

/**
 * Takes the row until the end of the database transaction, so that all that changes a webhook's deliveries comes one after
 * the other. Undefined where it is gone.
 */
export async function lockStanding(db: Db, id: string): Promise<Standing | undefined> {
  const row = await lockRow(db, id)
  return row && standingOf(row)
}

/** The same with its terms. Throws `AlteredRow`. */
export async function lockWebhook(db: Db, keys: Keyring, id: string): Promise<Webhook | undefined> {
  const row = await lockRow(db, id)
  return row && webhookOf(keys, row)
}

function lockRow(db: Db, id: string): Promise<WebhookRow | undefined> {
  const set = db.updateTable('webhooks').set((e) => ({ waiting: e.ref('waiting') }))
  return set.where('id', '=', id).returningAll().executeTakeFirst()
}

/** False where it is gone. */
export async function deleteWebhook(db: Db, accountId: string, id: string): Promise<boolean> {
  const rows = db.deleteFrom('webhooks').where('id', '=', id).where('accountId', '=', accountId)
  return (await rows.executeTakeFirst()).numDeletedRows > 0n
}

/** Those whose account has news that they were not asked about. */
export async function listBehind(db: Db, keys: Keyring, most: number): Promise<Opened<Webhook & { head: number }>> {
  const rows = await db
    .selectFrom('webhooks')
    .innerJoin('outboxHeads', 'outboxHeads.accountId', 'webhooks.accountId')
    .selectAll('webhooks')
    .select('outboxHeads.sequence as head')
    .whereRef('outboxHeads.sequence', '>', 'webhooks.position')
    .where('webhooks.status', '<>', 'disabled')
    .limit(most)
    .execute()
  return openEach(keys, rows, (webhook, { head }) => ({ ...webhook, head: Number(head) }))
}

/** False where another process was faster. */
export async function movePosition(db: Db, { id, position }: Pick<Webhook, 'id' | 'position'>, to: number) {
  const set = db.updateTable('webhooks').set({ position: to }).where('id', '=', id).where('position', '=', position)
  // It may have been switched off since it was read.
  return (await set.where('status', '<>', 'disabled').executeTakeFirst()).numUpdatedRows > 0n
}

/** So many more wait. One that has nothing to do, or works, has something to do now. */
export async function addWaiting(db: Db, id: string, more: number, now: number): Promise<void> {
  await db
    .updateTable('webhooks')
    .set((e) => ({
      waiting: e('waiting', '+', more),
      nextAt: e
        .case()
        .when(e.or([e('nextAt', 'is', null), e.and([e('status', '=', 'active'), e('nextAt', '>', now)])]))
        .then(now)
        .else(e.ref('nextAt'))
        .end(),
    }))
    .where('id', '=', id)
    .execute()
}

/** Whether a moment has come. One further off than any wait was written by a clock that was wrong. */
const hasCome = (at: 'nextAt' | 'leasedUntil', now: number, longest: number) => {
  const e = expressionBuilder<Schema, 'webhooks'>()
  return e.or([e(at, '<=', now), e(at, '>', now + longest)])
}

export type Due = { now: number; lease: number; longest: number; most: number; doubtful: boolean; id?: string }

/**
 * Takes those that have something to send, for a time: whose process is killed, others take then. `doubtful`: whose last
 * try was not taken. `longest`: no wait is as long.
 */
export async function claimDue(
  db: Db,
  keys: Keyring,
  { now, lease, longest, most, doubtful, id }: Due,
): Promise<Opened> {
  if (most <= 0) return { webhooks: [], altered: [] }
  const e = expressionBuilder<Schema, 'webhooks'>()
  // Another process may have read the clock a moment later.
  const isFree = e.or([e('leasedUntil', 'is', null), hasCome('leasedUntil', now, 2 * lease)])
  let due = db
    .selectFrom('webhooks')
    .select('id')
    // As the index says it.
    .where(sql<boolean>`next_at is not null`)
    .where(hasCome('nextAt', now, longest))
    .where(isFree)
    .where('failures', doubtful ? '>' : '=', 0)
  if (id !== undefined) due = due.where('id', '=', id)
  const rows = await db
    .updateTable('webhooks')
    .set({ leasedUntil: now + lease })
    .where('id', 'in', due.orderBy('nextAt').limit(most))
    // Again, of the row as it is when it is written: another process may have taken it meanwhile.
    .where(isFree)
    .returningAll()
    .execute()
  return openEach(keys, rows, itself)
}
