import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { systemClock } from '../../../world/clock.ts'
import { createLocks, type LockName, type Locks } from '../../../world/locks.ts'
import type { Clock } from '../../../world/world.ts'
import type { Database } from '../../database.ts'
import { databaseNow } from '../clock.ts'
import { type Lease, underLease } from './fence.ts'
import { createTurns } from './turns.ts'

/** A process that was killed is taken over after so long. */
const LEASE_MS = 8_000
const RENEW_EVERY_MS = 2_000
const ASK_EVERY_MS = 25
const ASK_EVERY_MAX_MS = 200

/**
 * Locks that hold across processes, as rows of a table: nothing that needs one connection, so that they work behind a pooler.
 * Within a process a name has one line; only its head asks the database. Time is the database's. A process that stood still
 * for longer than its lease commits nothing under it (`fence.ts`).
 */
export function createLeases(db: Database, clock: Pick<Clock, 'elapsed'> = systemClock): Locks {
  const here = createLocks()
  return {
    ...createTurns(db, clock),
    run: (name, work) => here.run(name, () => (isOfProcess(name) ? work() : leased(db, name, LEASE_MS, work))),
  }
}

/** Encryption takes turns because a process has so many cores: another process has others. */
function isOfProcess(name: LockName): boolean {
  return name.startsWith('encrypt:')
}

async function leased<T>(db: Database, name: LockName, leaseMs: number, work: () => Promise<T>): Promise<T> {
  const lease = { name, owner: randomUUID() }
  for (let pause = ASK_EVERY_MS; !(await take(db, lease, leaseMs)); pause = Math.min(pause * 1.5, ASK_EVERY_MAX_MS)) {
    await sleep(pause * (0.5 + Math.random()))
  }
  // One that fails is tried again at the next; where none succeeds the lease runs out, and the fence holds.
  const renewing = setInterval(
    () => void renew(db, lease, leaseMs).catch(() => {}),
    Math.min(RENEW_EVERY_MS, leaseMs / 3),
  )
  try {
    return await underLease(lease, work)
  } finally {
    clearInterval(renewing)
    // One that cannot be given back runs out.
    await giveBack(db, lease).catch(() => {})
  }
}

const now = databaseNow
const until = (leaseMs: number) => sql<number>`${now} + ${leaseMs}::bigint`

async function take(db: Database, { name, owner }: Lease, leaseMs: number): Promise<boolean> {
  const taken = await db
    .insertInto('leases')
    .values({ name, owner, until: until(leaseMs) })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet((e) => ({ owner: e.ref('excluded.owner'), until: e.ref('excluded.until') }))
        .where('leases.until', '<=', now),
    )
    .returning('name')
    .executeTakeFirst()
  return taken !== undefined
}

async function renew(db: Database, lease: Lease, leaseMs: number): Promise<void> {
  await db
    .updateTable('leases')
    .set({ until: until(leaseMs) })
    .where('name', '=', lease.name)
    .where('owner', '=', lease.owner)
    .where('until', '>', now)
    .execute()
}

async function giveBack(db: Database, lease: Lease): Promise<void> {
  await db.deleteFrom('leases').where('name', '=', lease.name).where('owner', '=', lease.owner).execute()
}
