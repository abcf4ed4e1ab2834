import { AsyncLocalStorage } from 'node:async_hooks'
import { CompiledQuery, type DatabaseConnection } from 'kysely'
import { lastMigration } from '../../migrations.ts'
import { requireBeside } from '../../versions-beside.ts'

/** A lease that this process holds. `owner` is another one each time that it is taken. */
export type Lease = { name: string; owner: string }

const held = new AsyncLocalStorage<readonly Lease[]>()

/** Those under which this is called. */
export function heldLeases(): readonly Lease[] {
  return held.getStore() ?? []
}

/** Runs work under one more lease: no transaction that it begins commits without it. */
export function underLease<T>(lease: Lease, work: () => Promise<T>): Promise<T> {
  return held.run([...heldLeases(), lease], work)
}

/** This process was slow, and another one has its turn since. */
export class LeaseLost extends Error {
  readonly code = 'LEASE_LOST'
  constructor(name: string) {
    super(`The lease ${name} ran out while work went on under it. Nothing was stored.`)
    this.name = 'LeaseLost'
  }
}

/**
 * Throws where one of them is somebody else's, or may be any moment; and where a newer version has changed the schema so that
 * this one must not write to it, which a process learns here that stood still meanwhile. Within the transaction that is about
 * to commit: the rows stay locked until then, so that no other process takes over in between. Returns the transaction's ID.
 */
export async function requireLeases(
  connection: DatabaseConnection,
  leases: readonly Lease[],
): Promise<string | undefined> {
  if (leases.length === 0) return undefined
  const owners = leases.map(({ owner }) => owner)
  const ask = `select owner, pg_current_xact_id()::text as xid,
      array(select name::text from kysely_migration where name > $2) as newer
    from leases where owner = any($1) and until > extract(epoch from clock_timestamp()) * 1000 for share of leases`
  const query = CompiledQuery.raw(ask, [owners, lastMigration()])
  const { rows } = await connection.executeQuery<{ owner: string; xid: string; newer: string[] }>(query)
  requireBeside(rows[0]?.newer ?? [])
  const lost = leases.find(({ owner }) => !rows.some((row) => row.owner === owner))
  if (lost !== undefined) throw new LeaseLost(lost.name)
  return rows[0]?.xid
}
