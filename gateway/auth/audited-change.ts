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
  // Of a try that was taken back nothing counts: the database may have it tried again.
  const begin = () => {
    if (subject === undefined) delete audit.subject
    else audit.subject = subject
  }
  try {
    const outcome = await atomically(db, async (trx) => {
      begin()
      const result = await change(trx)
      if (result !== false) await audit.append?.(trx)
      return result
    })
    audit.isAppended = outcome !== false
    return outcome
  } catch (error) {
    begin()
    throw error
  }
}

/** Removes a thing of the caller's, which the entry names by its ID. False where the caller has no such thing: no entry is written. */
export function auditedRemoval(
  world: { db: Database },
  context: Pick<RequestContext, 'audit'>,
  id: string,
  remove: (db: Db) => Promise<boolean>,
): Promise<boolean> {
  return auditedChange(world, context, async (db) => {
    if (!(await remove(db))) return false
    context.audit.subject = id
    return true
  })
}
