import { type RawBuilder, sql } from 'kysely'
import { LIMIT_WINDOW_MS } from '#shared/limits.ts'
import type { Bucket, RequestCounter, Room } from '../../world/requests/counter.ts'
import { cannotWrite, type Database } from '../database.ts'
import { databaseNow } from './clock.ts'

/**
 * Requests of all gateways together, by the database's clock, in a table that is not logged: empty after a crash of the
 * server, as memory is after a restart. Where nothing can be written each gateway counts for itself (`alone`), so that
 * reads go on. `now`: milliseconds since the epoch.
 */
export function countTogether(db: Database, alone: RequestCounter, now = () => databaseNow): RequestCounter {
  let sweptAt = performance.now()
  return {
    async count(buckets) {
      try {
        if (performance.now() - sweptAt > LIMIT_WINDOW_MS) {
          sweptAt = performance.now()
          await sql`delete from request_counts where until <= ${now()}`.execute(db)
        }
        return await countIn(db, buckets, now())
      } catch (error) {
        if (!cannotWrite(error)) throw error
        return alone.count(buckets)
      }
    },
  }
}

type Counted = { bucket: string; used: number; resetMs: number; last: number }

async function countIn(db: Database, buckets: readonly Bucket[], now: RawBuilder<number>) {
  const { rows } = await countEach(buckets, now).execute(db)
  if (rows.length === buckets.length) return { isCounted: true, rooms: buckets.map((bucket) => roomOf(bucket, rows)) }
  // The first ones had room, the next one has none: those are as though it had not been asked for.
  for (const { bucket, last } of rows) await takeBack(bucket, last).execute(db)
  return { isCounted: false, rooms: await look(db, buckets, now) }
}

/** Requests within so many milliseconds share an entry, with the time of the last of them: a row has 240 entries at most. */
const SLICE_MS = 250
const window = sql.lit(LIMIT_WINDOW_MS)

/**
 * One statement, a part for each bucket, each only where those before it had room. A row is locked while it is looked at
 * and written, in the order of the buckets.
 */
function countEach(buckets: readonly Bucket[], now: RawBuilder<number>): RawBuilder<Counted> {
  const parts = buckets.map(({ key, limit }, index) => {
    const before = index === 0 ? sql`` : sql`from ${sql.ref(`b${index - 1}`)}`
    return sql`${sql.ref(`b${index}`)} as (
      insert into request_counts as c (bucket, times, counts, slice_at, until)
      select ${key}, array[${now}], array[1], ${now}, ${now} + ${window} ${before}
      on conflict (bucket) do update set
        (times, counts, slice_at) = (${added}),
        until = greatest(excluded.until, c.until)
      where ${usedAt(sql`c.`, sql`excluded.slice_at`)} < ${sql.lit(limit)}
      returning bucket, times, counts)`
  })
  const each = buckets.map((_, index) => sql`select ${inWindow(now)} from ${sql.ref(`b${index}`)}`)
  return sql<Counted>`with ${sql.join(parts)} ${sql.join(each, sql` union all `)}`
}

/** What a row holds with one more: without what has left the window, and in the last slice while that is open. */
const added = sql`
  select
    case when is_open then c.times[gone + 1:size - 1] || at else c.times[gone + 1:] || at end,
    case when is_open then c.counts[gone + 1:size - 1] || (c.counts[size] + 1) else c.counts[gone + 1:] || 1 end,
    case when is_open then c.slice_at else at end
  from (
    select at, gone, size, size > gone and at - c.slice_at < ${sql.lit(SLICE_MS)} as is_open
    from (
      select greatest(excluded.slice_at, c.times[cardinality(c.times)]) as at, cardinality(c.times) as size,
        ${goneAt(sql`c.`, sql`excluded.slice_at`)} as gone
    ) as sizes
  ) as one_more`

/** How many entries of a row have left the window that ends then: they are in order. */
function goneAt(row: RawBuilder<unknown>, now: RawBuilder<unknown>): RawBuilder<number> {
  return sql`width_bucket(${now} - ${window}, ${row}times)`
}

/** How many requests are in it. */
function usedAt(row: RawBuilder<unknown>, now: RawBuilder<unknown>): RawBuilder<number> {
  return sql`(select coalesce(sum(one), 0)::int from unnest(${row}counts[${goneAt(row, now)} + 1:]) as one)`
}

/** The requests of a row that are in the window that ends now. */
function inWindow(now: RawBuilder<number>): RawBuilder<unknown> {
  const own = sql``
  return sql`bucket, times[cardinality(times)] as last, ${usedAt(own, now)} as used,
    coalesce(times[${goneAt(own, now)} + 1] + ${window} - ${now}, 0) as "resetMs"`
}

/** From the entry that it went to: others may have come into it since. */
function takeBack(bucket: string, at: number): RawBuilder<unknown> {
  const entry = sql`width_bucket(${at}::bigint - 1, times) + 1`
  return sql`update request_counts set counts[${entry}] = greatest(0, counts[${entry}] - 1)
    where bucket = ${bucket} and ${entry} <= cardinality(times)`
}

async function look(db: Database, buckets: readonly Bucket[], now: RawBuilder<number>): Promise<Room[]> {
  const keys = sql.join(buckets.map(({ key }) => key))
  const { rows } = await sql<Counted>`
    select ${inWindow(now)} from request_counts where bucket in (${keys})`.execute(db)
  return buckets.map((bucket) => roomOf(bucket, rows))
}

function roomOf({ key, limit }: Bucket, rows: readonly Counted[]): Room {
  const { used, resetMs } = rows.find(({ bucket }) => bucket === key) ?? { used: 0, resetMs: 0 }
  return { remaining: Math.max(0, limit - used), resetMs }
}
