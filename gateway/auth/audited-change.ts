import { atomically, type Database, type Db } from '../db/database.ts'
import type { RequestContext } from './request-context.ts'

/**
 * A change of who may do what, and its entry in the audit log, in one database transaction: none takes effect that the log does
 * not know. A change that answers false has changed nothing, and has no entry.
 */
export async function auditedChange<T>(
  { db }: { db: Database },
  { audit }: Pick<RequestContext, 'audit'>,
  change: (db: Db) => Promise<T>,
): Promise<T> {
  const { subject } = audit
  const outcome = await atomically(db, async (trx) => {
    // The database may have it tried again: nothing of a try that was taken back counts.
    if (subject === undefined) delete audit.subject
    else audit.subject = subject
    const result = await change(trx)
    if (result !== false) await audit.append?.(trx)
    return result
  })
  audit.isAppended = outcome !== false
  return outcome
}
