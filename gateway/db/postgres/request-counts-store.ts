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

/**
 * One statement, a part for each bucket, each only where those before it had room. A row is locked while it is looked at
 * and written, in the order of the buckets; it keeps as many times as fit, so that the oldest of them tells whether there
 * is room.
 */
function countEach(buckets: readonly Bucket[], now: RawBuilder<number>): RawBuilder<Counted> {
  const parts = buckets.map(({ key, limit }, index) => {
    const before = index === 0 ? sql`` : sql`from ${sql.ref(`b${index - 1}`)}`
    const size = sql.lit(limit)
    return sql`${sql.ref(`b${index}`)} as (
      insert into request_counts as c (bucket, times, until)
      select ${key}, array[${now}], ${now} + ${sql.lit(LIMIT_WINDOW_MS)} ${before}
      on conflict (bucket) do update set
        times = c.times[greatest(1, cardinality(c.times) - ${size} + 2):]
          || greatest(excluded.times[1], c.times[cardinality(c.times)]),
        until = greatest(excluded.until, c.until)
      where cardinality(c.times) < ${size}
        or c.times[cardinality(c.times) - ${size} + 1] <= excluded.times[1] - ${sql.lit(LIMIT_WINDOW_MS)}
      returning bucket, times)`
  })
  const each = buckets.map((_, index) => sql`select ${inWindow(now)} from ${sql.ref(`b${index}`)}`)
  return sql<Counted>`with ${sql.join(parts)} ${sql.join(each, sql` union all `)}`
}

/** Of a row: what is in the window that ends now. */
function inWindow(now: RawBuilder<number>): RawBuilder<unknown> {
  return sql`bucket, times[cardinality(times)] as last,
    (select count(*)::int from unnest(times) as t where t > ${now} - ${sql.lit(LIMIT_WINDOW_MS)}) as used,
    (select coalesce(min(t) + ${sql.lit(LIMIT_WINDOW_MS)} - ${now}, 0) from unnest(times) as t
      where t > ${now} - ${sql.lit(LIMIT_WINDOW_MS)}) as "resetMs"`
}

function takeBack(bucket: string, at: number): RawBuilder<unknown> {
  return sql`update request_counts
    set times = times[:array_position(times, ${at}) - 1] || times[array_position(times, ${at}) + 1:]
    where bucket = ${bucket} and ${at} = any(times)`
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
