import { type Head, hasEntry } from '../../../audit/store.ts'
import { verifyEvents } from '../../../audit/verify.ts'
import type { Keyring } from '../../../crypto/keyring.ts'
import type { Database, Db } from '../../../db/database.ts'

/** The newest entry of the log that a backup was made of: that of the backup itself is in no other log. Undefined where there is none. */
export async function headOfBackup(db: Db): Promise<Head | undefined> {
  const query = db.selectFrom('events').select(['position', 'mac', 'type']).orderBy('position', 'desc').limit(2)
  const [last, before] = await query.execute()
  return last?.type === 'backup.made' ? before : last
}

/** Whether the log goes on from that entry: then what the data says is newer than the backup. */
export async function goesOnFrom(db: Db, head: Head | undefined): Promise<boolean> {
  return head === undefined || hasEntry(db, head)
}

/** Fingerprints of nota keys that entries of the log call revoked; none where it is broken. `heads`: kept outside of the database. */
export async function loggedRevocations(db: Database, keys: Keyring, heads: readonly Head[]): Promise<Set<string>> {
  if ((await verifyEvents(db, keys, heads)).is === 'broken') return new Set()
  const rows = await db.selectFrom('events').select('subject').where('type', '=', 'nota_key.revoked').execute()
  return new Set(rows.flatMap(({ subject }) => subject ?? []))
}
