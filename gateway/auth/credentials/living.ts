import type { Keyring } from '../../crypto/keyring.ts'
import type { Db } from '../../db/database.ts'
import { checkRow } from '../../db/sealed/row-macs.ts'

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

async function livingSessions(db: Db, ids: readonly string[], now: number): Promise<{ id: string }[]> {
  const rows = db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.accountId')
    .select('sessions.id')
  return rows
    .where('sessions.id', 'in', ids)
    .where('expiresAt', '>', now)
    .where('disabledAt', 'is', null)
    .where('mustChangePassword', '=', 0)
    .execute()
}

async function livingKeys(db: Db, ids: readonly string[], now: number): Promise<{ id: string }[]> {
  return usableKeys(db, now)
    .select('apiKeys.id')
    .where('apiKeys.id', 'in', ids)
    .where('disabledAt', 'is', null)
    .execute()
}

/** Neither revoked nor expired, with their accounts. */
function usableKeys(db: Db, now: number) {
  return db
    .selectFrom('apiKeys')
    .innerJoin('accounts', 'accounts.id', 'apiKeys.accountId')
    .where('revokedAt', 'is', null)
    .where((e) => e.or([e('expiresAt', 'is', null), e('expiresAt', '>', now)]))
}

/** Keys of all accounts that are neither revoked nor expired, oldest first. */
export function listUsableKeys(db: Db, now: number) {
  const columns = ['apiKeys.id', 'accountId', 'label', 'prefix', 'email'] as const
  return usableKeys(db, now).select(columns).orderBy('apiKeys.createdAt').execute()
}

/** IDs of the keys of all accounts that were revoked. */
export async function listRevokedKeys(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('apiKeys').select('id').where('revokedAt', 'is not', null).execute()
  return rows.map(({ id }) => id)
}

/** IDs of the keys of all accounts that were not revoked. Throws `AlteredRow` where this gateway has not written so. */
export async function listUnrevokedKeys(db: Db, keys: Keyring): Promise<string[]> {
  const rows = await db.selectFrom('apiKeys').selectAll().where('revokedAt', 'is', null).execute()
  for (const row of rows) checkRow(keys, 'apiKeys', row)
  return rows.map(({ id }) => id)
}
