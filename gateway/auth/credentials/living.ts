import type { Db } from '../../db/database.ts'

/** PostgreSQL and SQLite take more parameters than this in one statement. */
const AT_ONCE = 500

export type Named = { type: 'session' | 'api_key'; id: string }

/**
 * Those of some credentials that would still be let in: neither revoked nor expired, of an account that is not disabled. A
 * question or two, however many there are.
 */
export async function livingCredentials(db: Db, credentials: readonly Named[], now: number): Promise<Set<string>> {
  const living = new Set<string>()
  for (const type of ['session', 'api_key'] as const) {
    const ids = credentials.filter((one) => one.type === type).map(({ id }) => id)
    for (let start = 0; start < ids.length; start += AT_ONCE) {
      const some = ids.slice(start, start + AT_ONCE)
      const rows = await (type === 'session' ? livingSessions(db, some, now) : livingKeys(db, some, now))
      for (const { id } of rows) living.add(`${type}:${id}`)
    }
  }
  return living
}

function livingSessions(db: Db, ids: readonly string[], now: number) {
  return db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select('sessions.id')
    .where('sessions.id', 'in', ids)
    .where('sessions.expires_at', '>', now)
    .where('accounts.disabled_at', 'is', null)
    .where('accounts.must_change_password', '=', 0)
    .execute()
}

function livingKeys(db: Db, ids: readonly string[], now: number) {
  return db
    .selectFrom('api_keys')
    .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
    .select('api_keys.id')
    .where('api_keys.id', 'in', ids)
    .where('api_keys.revoked_at', 'is', null)
    .where((e) => e.or([e('api_keys.expires_at', 'is', null), e('api_keys.expires_at', '>', now)]))
    .where('accounts.disabled_at', 'is', null)
    .execute()
}
