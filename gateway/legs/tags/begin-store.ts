import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

/** The migration with which a database came to versions that sign with tags. */
const WITH_TAGS = '0025-tags-contract-25'

/** When this database came to a version that signs with tags, in milliseconds: a restored backup of an older one, at its start. */
export async function tagsSince(db: Db): Promise<number> {
  const { rows } = await sql<{ timestamp: string }>`
    select "timestamp" from kysely_migration where name = ${WITH_TAGS}`.execute(db)
  const since = Date.parse(rows[0]?.timestamp ?? '')
  return Number.isNaN(since) ? Number.MAX_SAFE_INTEGER : since
}
