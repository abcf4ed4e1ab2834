import { listAccounts } from '../../accounts/store.ts'
import type { Head } from '../../audit/store.ts'
import { verifyEvents } from '../../audit/verify.ts'
import type { Keyring, Place, Sealed } from '../../crypto/keyring.ts'
import type { Db } from '../../db/database.ts'
import { readSnapshot } from '../../db/postgres/snapshot.ts'
import { checkAllRows } from '../../db/sealed/row-macs.ts'
import { sealedColumns, valuesIn } from '../../db/sealed/sealed-values.ts'

export type Found = { accounts: number; sealed: number; events: number }

/** Entries are missing, altered or cut off, or they are not those that this machine has seen. */
export class LogBroken extends Error {
  constructor({ at, why }: { at: number; why: string }) {
    super(`The audit log is broken at entry ${at}: ${why}.`)
    this.name = 'LogBroken'
  }
}

/**
 * Opens every sealed value and recomputes the audit log: what passes here can be lived with. Throws at the first flaw. As
 * the database is at one moment; `heads` are from before.
 */
export async function openEverything(db: Db, keys: Keyring, heads: readonly Head[] = []): Promise<Found> {
  if (!db.isTransaction) return readSnapshot(db, (trx) => openEverything(trx, keys, heads))
  await checkAllRows(db, keys)
  let sealed = 0
  for (const place of sealedColumns) {
    const [table, column] = place
    const values = await valuesIn(db, place)
    for (const { row, value } of values) open(keys, { table, column, row }, value)
    sealed += values.length
  }
  const verdict = await verifyEvents(db, keys, heads)
  if (verdict.is === 'broken') throw new LogBroken(verdict)
  return { accounts: (await listAccounts(db, keys)).length, sealed, events: verdict.events }
}

function open(keys: Keyring, place: Place, value: Sealed): void {
  try {
    keys.open(place, value)
  } catch (cause) {
    const { table, column, row } = place
    throw new Error(`The ${column} in the row ${row} of ${table} cannot be opened: it was altered or damaged.`, {
      cause,
    })
  }
}
