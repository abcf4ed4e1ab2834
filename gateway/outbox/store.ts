import { sql } from 'kysely'
import type { Keyring } from '../crypto/keyring.ts'
import type { Db } from '../db/database.ts'
import { prepared, preparedInsert } from '../db/prepared.ts'
import type { OutboxRow } from '../db/schema/outbox-rows.ts'
import { type Place, placeOf } from './place.ts'

/** Something that happened in an account, for those who listen: `subject` is a transaction, a wallet, a request or a batch. */
export type News = Pick<OutboxRow, 'accountId' | 'kind' | 'subject' | 'walletId'> & {
  /** Webhooks are told of news with a status alone, and of what is removed. */
  status?: NonNullable<OutboxRow['status']>
}

/** PostgreSQL takes 65,535 parameters in one statement, SQLite half of that. */
const AT_ONCE = 1_000
/** More news than an account has between a backup and its restore. */
const APART = 1_000_000_000

/**
 * Writes down what happened. Belongs into the database transaction that makes it happen: so each
 * change is told, and a change that was rolled back is not. An account's numbers have no gap and are in the order of commits,
 * since each takes its head's row until then; accounts are taken in one order, so that two writers never wait for each other.
 */
export async function append(db: Db, news: readonly News[], now: number): Promise<void> {
  for (const account of [...new Set(news.map(({ accountId }) => accountId))].sort()) {
    const own = news.filter(({ accountId }) => accountId === account)
    const last = await advanceHead(db, account, own.length)
    const rows = own.map(({ status = null, ...one }, index) => {
      return { ...one, status, sequence: last - own.length + 1 + index, createdAt: now }
    })
    const [only, ...more] = rows
    if (only !== undefined && more.length === 0) {
      await insert(db, only)
      continue
    }
    for (let start = 0; start < rows.length; start += AT_ONCE) {
      await db
        .insertInto('outbox')
        .values(rows.slice(start, start + AT_ONCE))
        .execute()
    }
  }
}

const insert = preparedInsert('outbox')

const advance = prepared((db, at: { accountId: string; by: number }) =>
  db
    .insertInto('outboxHeads')
    .values({ accountId: at.accountId, sequence: at.by })
    .onConflict((conflict) =>
      conflict
        .column('accountId')
        .doUpdateSet((e) => ({ sequence: e('outboxHeads.sequence', '+', e.ref('excluded.sequence')) })),
    )
    .returning('sequence'),
)

async function advanceHead(db: Db, accountId: string, by: number): Promise<number> {
  const [head] = (await advance(db, { accountId, by })).rows
  return Number(head?.sequence)
}

/** The number of the last news of each of some accounts; of one that is missing nothing has happened yet. */
export async function headsOf(db: Db, accountIds: readonly string[]): Promise<Map<string, number>> {
  const heads = new Map<string, number>()
  for (let start = 0; start < accountIds.length; start += AT_ONCE) {
    const some = accountIds.slice(start, start + AT_ONCE)
    const rows = await db.selectFrom('outboxHeads').selectAll().where('accountId', 'in', some).execute()
    for (const { accountId, sequence } of rows) heads.set(accountId, Number(sequence))
  }
  return heads
}

/** What happened in an account after a number, in order, at most so many. */
export async function newsAfter(db: Db, accountId: string, sequence: number, most: number): Promise<OutboxRow[]> {
  const rows = await db
    .selectFrom('outbox')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('sequence', '>', sequence)
    .orderBy('sequence')
    .limit(most)
    .execute()
  return rows.map((row) => ({ ...row, sequence: Number(row.sequence) }))
}

/** Where the news of an account end now. */
export async function endOf(db: Db, keys: Keyring, accountId: string): Promise<Place> {
  const sequence = (await headsOf(db, [accountId])).get(accountId) ?? 0
  const [last] = await newsAfter(db, accountId, sequence - 1, 1)
  return last?.sequence === sequence ? placeOf(keys, last) : { sequence }
}

/**
 * What happened in an account after a place, in order, at most so much. Undefined where it is not all there any more, or where
 * other news have the number of that place: then a client at that place does not go on.
 */
export async function newsSince(db: Db, keys: Keyring, accountId: string, place: Place, most: number) {
  const head = (await headsOf(db, [accountId])).get(accountId) ?? 0
  const [first, ...more] = await newsAfter(db, accountId, place.sequence - 1, most + 1)
  const isAt = first?.sequence === place.sequence
  if (isAt && placeOf(keys, first).mark !== place.mark) return undefined
  const rows = isAt || first === undefined ? more : [first, ...more].slice(0, most)
  const [next] = rows
  const follows = next === undefined ? place.sequence === head : next.sequence === place.sequence + 1
  return follows ? rows : undefined
}

/** Forgets a piece of what is older than a moment. Returns how many it forgot. */
export async function forgetOlder(db: Db, than: number): Promise<number> {
  const old = db.selectFrom('outbox').select(['accountId', 'sequence']).where('createdAt', '<', than)
  const rows = await old.orderBy('createdAt').limit(AT_ONCE).execute()
  const newest = new Map<string, number>()
  for (const { accountId, sequence } of rows)
    newest.set(accountId, Math.max(newest.get(accountId) ?? 0, Number(sequence)))
  for (const [account, sequence] of newest)
    await db.deleteFrom('outbox').where('accountId', '=', account).where('sequence', '<=', sequence).execute()
  return rows.length
}

/**
 * News since the backup are forgotten: no client may go on from a number that means something else now.
 * So every account goes on from the time, in milliseconds: no count of events comes near it, and it is never the same twice. Where
 * a clock that was ahead has been here before, it goes on far behind its last number: neither a client nor a webhook is further.
 * What a webhook has still to be told of stays: it has the same event IDs, where it was told of it after the backup.
 */
export async function beginAnew(db: Db, now: number): Promise<void> {
  const all = db.deleteFrom('outbox').where((e) => {
    const own = e.selectFrom('webhooks').select('id').whereRef('webhooks.accountId', '=', 'outbox.accountId')
    const behind = own.whereRef('position', '<', 'outbox.sequence').where('status', '!=', 'disabled')
    return e.not(e.exists(behind))
  })
  await all.execute()
  // SQLite takes `on` for a join where nothing stands between.
  const heads = db
    .selectFrom('accounts')
    .select((e) => ['id as accountId', e.lit(now).as('sequence')])
    .where(sql<boolean>`true`)
  await db
    .insertInto('outboxHeads')
    .columns(['accountId', 'sequence'])
    .expression(heads)
    .onConflict((conflict) =>
      conflict.column('accountId').doUpdateSet((e) => ({
        sequence: e
          .case()
          .when('outboxHeads.sequence', '<', e.ref('excluded.sequence'))
          .then(e.ref('excluded.sequence'))
          .else(e('outboxHeads.sequence', '+', APART))
          .end(),
      })),
    )
    .execute()
}
