import { sql } from 'kysely'
import type { Database } from '../database.ts'

/** A PostgreSQL on which money could be lost. */
export class UnsafeDatabase extends Error {
  constructor(why: string) {
    super(`The PostgreSQL that DATABASE_URL names ${why}`)
    this.name = 'UnsafeDatabase'
  }
}

const VERSION_MIN = 140_000

type Facts = { version: number; encoding: string; standby: boolean; fsync: string; commit: string; readOnly: string }

/** Throws `UnsafeDatabase` where a commit may be forgotten, nothing can be written, or text would be changed. */
export async function requireSafe(db: Database): Promise<void> {
  const { rows } = await sql<Facts>`
    select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding,
      pg_is_in_recovery() as standby, current_setting('fsync') as fsync,
      current_setting('synchronous_commit') as commit,
      current_setting('default_transaction_read_only') as read_only`.execute(db)
  const [facts] = rows
  if (facts === undefined) throw new UnsafeDatabase('does not say what it is.')
  const why = flawOf(facts)
  if (why !== undefined) throw new UnsafeDatabase(why)
}

/** Exported for its table of tests. */
export function flawOf({ version, encoding, standby, fsync, commit, readOnly }: Facts): string | undefined {
  if (version < VERSION_MIN) return 'is older than version 14.'
  if (encoding !== 'UTF8') return `has the encoding ${encoding}: make a database with UTF8.`
  if (standby || readOnly === 'on') return 'cannot be written to: it is a standby, or read-only.'
  const lossy = 'signed payments that were sent would be forgotten with a power cut.'
  if (fsync !== 'on') return `runs with fsync=${fsync}: ${lossy}`
  if (commit === 'off') return `runs with synchronous_commit=off: ${lossy}`
  return undefined
}
