import { everyEvent, type Head, hasAccounts } from '../../audit/store.ts'
import { verifyEvents } from '../../audit/verify.ts'
import { auditAdmin, type ServerAdmin } from '../../auth/manage/manage-account.ts'
import { atomically } from '../../db/database.ts'
import { giveMacs, isMarked, setMark } from '../../db/sealed/row-macs.ts'

/**
 * Sees to it that every row that decides who gets in has its MAC, and that rows without one are taken over once: from a
 * database of an older version. Whether it is one is told by the audit log, which cannot be cut unseen: its entry says
 * that the rows were taken over. True where this was the first time. Throws where mark or log are not as this gateway left them.
 */
export async function markRows(admin: ServerAdmin, heads: readonly Head[]): Promise<boolean> {
  return atomically(admin.db, async (db) => {
    if (await isMarked(db, admin.keys)) return false
    if (await hasAccounts(db)) {
      await assertOlder({ ...admin, db }, heads)
      await giveMacs(db, admin.keys)
    }
    await auditAdmin({ ...admin, db }, null, 'row_macs.made')
    await setMark(db, admin.keys)
    return true
  })
}

/** Throws where the log is broken, or says that rows have their MACs already. */
async function assertOlder(
  { db, keys }: Pick<ServerAdmin, 'keys'> & { db: Parameters<typeof everyEvent>[0] },
  heads: readonly Head[],
) {
  const verdict = await verifyEvents(db, keys, heads)
  if (verdict.is === 'broken') throw altered(`the audit log is broken at entry ${verdict.at}: ${verdict.why}`)
  for await (const { type } of everyEvent(db)) {
    if (type === 'row_macs.made') throw altered('the mark is gone that says that its rows carry MACs')
  }
}

function altered(how: string): Error {
  return new Error(`Somebody has altered the database: ${how}. Restore a backup (sotto restore FILE --force).`)
}
