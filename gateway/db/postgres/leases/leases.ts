import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '../../../world/clock.ts'
import { createLocks, type LockName, type Locks } from '../../../world/locks.ts'
import type { Clock } from '../../../world/world.ts'
import type { Database } from '../../database.ts'
import { createClaims } from './claims.ts'
import { underLease } from './fence.ts'
import { keep, LEASE_MS, take } from './rows.ts'
import { createTurns } from './turns.ts'

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
    ...createClaims(db, here),
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
  // Where no renewal succeeds the lease runs out, and the fence holds.
  const giveBack = keep(db, lease, leaseMs)
  try {
    return await underLease(lease, work)
  } finally {
    await giveBack()
  }
}
