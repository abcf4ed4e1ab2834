import type { ApiKey } from '#shared/model/sign-in.ts'
import { type Credential, Scope } from '#shared/model/user.ts'
import type { Keyring } from '../../crypto/keyring.ts'
import { API_KEY_SHOWN, type ApiKeySecret, newApiKeySecret } from '../../crypto/token.ts'
import { type Db, writeIfPossible } from '../../db/database.ts'
import { prepared } from '../../db/prepared.ts'
import { checkRow, rowMac } from '../../db/row-macs.ts'
import type { ApiKeyRow } from '../../db/sign-in-rows.ts'
import type { Clock } from '../../world/world.ts'

type Keys = { db: Db; keys: Keyring; clock: Clock; newId(): string }

export type ApiKeyCredential = Extract<Credential, { type: 'api_key' }>

export type NewApiKey = {
  accountId: string
  label: string
  scopes?: Scope[]
  walletIds?: string[] | null
  expiresAt?: number | null
}

/** Last use is written at most this often. */
const LAST_USED_EVERY_MS = 60_000

/** Makes an API key. The secret is in the answer and nowhere else: the database keeps its keyed hash. */
export async function createApiKey(world: Keys, request: NewApiKey): Promise<{ id: string; secret: ApiKeySecret }> {
  const id = world.newId()
  const secret = newApiKeySecret()
  const row = {
    id,
    account_id: request.accountId,
    label: request.label,
    prefix: secret.slice(0, API_KEY_SHOWN),
    hash: world.keys.hash('api-key', secret),
    scopes: (request.scopes ?? Scope.options).join(' '),
    wallet_ids: request.walletIds?.join(' ') ?? null,
    created_at: world.clock.now(),
    last_used_at: null,
    expires_at: request.expiresAt ?? null,
    revoked_at: null,
  }
  const mac = rowMac(world.keys, 'api_keys', row)
  await world.db
    .insertInto('api_keys')
    .values({ ...row, mac })
    .execute()
  return { id, secret }
}

const byHash = prepared((db, at: Pick<ApiKeyRow, 'hash'>) =>
  db.selectFrom('api_keys').selectAll().where('hash', '=', at.hash),
)

/** The account and credential of a key; undefined where it is unknown, revoked or expired. */
export async function findApiKey(
  world: Keys,
  secret: string,
): Promise<{ accountId: string; credential: ApiKeyCredential } | undefined> {
  const { rows } = await byHash(world.db, { hash: world.keys.hash('api-key', secret) })
  const [row] = rows
  const now = world.clock.now()
  if (row === undefined || row.revoked_at !== null || (row.expires_at !== null && row.expires_at <= now))
    return undefined
  checkRow(world.keys, 'api_keys', row)
  await noteUse(world, row, now)
  return { accountId: row.account_id, credential: credentialOf(row) }
}

async function noteUse(world: Keys, row: ApiKeyRow, now: number): Promise<void> {
  if (row.last_used_at !== null && now - row.last_used_at < LAST_USED_EVERY_MS) return
  await writeIfPossible(world.db.updateTable('api_keys').set({ last_used_at: now }).where('id', '=', row.id).execute())
}

function credentialOf(row: ApiKeyRow): ApiKeyCredential {
  return {
    type: 'api_key',
    id: row.id,
    label: row.label,
    prefix: row.prefix,
    scopes: row.scopes.split(' ').map((scope) => Scope.parse(scope)),
    walletIds: row.wallet_ids === null ? null : row.wallet_ids.split(' ').filter(Boolean),
    expiresAt: row.expires_at === null ? null : new Date(row.expires_at).toISOString(),
  }
}

/** The key as the API lists it: never its secret, nor its hash. */
function toApi(row: ApiKeyRow): ApiKey {
  const { type: _, ...credential } = credentialOf(row)
  return {
    ...credential,
    createdAt: new Date(row.created_at).toISOString(),
    lastUsedAt: row.last_used_at === null ? null : new Date(row.last_used_at).toISOString(),
  }
}

const ownKeys = (db: Db, accountId: string) =>
  db.selectFrom('api_keys').selectAll().where('account_id', '=', accountId).where('revoked_at', 'is', null)

/** Newest first, those that were not revoked. */
export async function listApiKeys(db: Db, accountId: string): Promise<ApiKey[]> {
  const rows = await ownKeys(db, accountId).orderBy('created_at', 'desc').orderBy('id', 'desc').execute()
  return rows.map(toApi)
}

export async function findOwnApiKey(db: Db, accountId: string, id: string): Promise<ApiKey | undefined> {
  const row = await ownKeys(db, accountId).where('id', '=', id).executeTakeFirst()
  return row && toApi(row)
}

/** Whether there was such a key of this account. */
export async function revokeApiKey(
  db: Db,
  keys: Keyring,
  accountId: string,
  id: string,
  now: number,
): Promise<boolean> {
  const row = await ownKeys(db, accountId).where('id', '=', id).executeTakeFirst()
  if (row === undefined) return false
  const mac = rowMac(keys, 'api_keys', { ...row, revoked_at: now })
  const { numUpdatedRows } = await db
    .updateTable('api_keys')
    .set({ revoked_at: now, mac })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}
