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
    .innerJoin('accounts', 'accounts.id', 'sessions.accountId')
    .select('sessions.id')
    .where('sessions.id', 'in', ids)
    .where('sessions.expiresAt', '>', now)
    .where('accounts.disabledAt', 'is', null)
    .where('accounts.mustChangePassword', '=', 0)
    .execute()
}

function livingKeys(db: Db, ids: readonly string[], now: number) {
  return db
    .selectFrom('apiKeys')
    .innerJoin('accounts', 'accounts.id', 'apiKeys.accountId')
    .select('apiKeys.id')
    .where('apiKeys.id', 'in', ids)
    .where('apiKeys.revokedAt', 'is', null)
    .where((e) => e.or([e('apiKeys.expiresAt', 'is', null), e('apiKeys.expiresAt', '>', now)]))
    .where('accounts.disabledAt', 'is', null)
    .execute()
}
