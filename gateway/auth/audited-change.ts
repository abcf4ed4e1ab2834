import { atomically, type Database, type Db } from '../db/database.ts'
import type { RequestContext } from './request-context.ts'

/**
 * A change of who may do what, and its entry in the audit log, in one database transaction: none takes effect that the log does
 * not know. A change that answers false has changed nothing, and has no entry.
 */
export function auditedChange<T>(
  { db }: { db: Database },
  { audit }: Pick<RequestContext, 'audit'>,
  change: (db: Db) => Promise<T>,
): Promise<T> {
  return atomically(db, async (trx) => {
    const outcome = await change(trx)
    if (outcome !== false) await audit.append?.(trx)
    return outcome
  })
}
