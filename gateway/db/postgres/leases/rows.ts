import { sql } from 'kysely'
import type { Database, Db } from '../../database.ts'
import { databaseNow } from '../clock.ts'
import type { Lease } from './fence.ts'

/** A process that was killed is taken over after so long. */
export const LEASE_MS = 8_000
const RENEW_EVERY_MS = 2_000

const now = databaseNow
const until = (leaseMs: number) => sql<number>`${now} + ${leaseMs}::bigint`

/** Whether it is free, or was of somebody who has let it run out. */
export async function take(db: Database, { name, owner }: Lease, leaseMs: number): Promise<boolean> {
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

/** Renews a lease until the returned function frees it. A renewal that fails is tried again at the next. */
export function keep(db: Database, lease: Lease, leaseMs: number): () => Promise<void> {
  const renewing = setInterval(
    () => void renew(db, lease, leaseMs).catch(() => {}),
    Math.min(RENEW_EVERY_MS, leaseMs / 3),
  )
  return async () => {
    clearInterval(renewing)
    // One that cannot be given back runs out.
    await giveBack(db, lease).catch(() => {})
  }
}

/** Who has it, and whether that still lasts. */
export async function ownerOf(db: Db, name: string): Promise<{ owner: string; lasts: boolean } | undefined> {
  const row = db.selectFrom('leases').select(['owner', sql<boolean>`until > ${databaseNow}`.as('lasts')])
  return row.where('name', '=', name).executeTakeFirst()
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
