import { API_KEYS_MAX } from '#shared/limits.ts'
import type { ApiKey } from '#shared/model/sign-in.ts'
import { type Credential, Scope } from '#shared/model/user.ts'
import type { Keyring, Sealed } from '../../crypto/keyring.ts'
import { randomToken } from '../../crypto/token.ts'
import { type Db, writeIfPossible } from '../../db/database.ts'
import { prepared } from '../../db/prepared.ts'
import type { ApiKeyRow } from '../../db/schema/sign-in-rows.ts'
import { AlteredRow, checkRow, keepingMac, rowMac } from '../../db/sealed/row-macs.ts'
import type { Clock } from '../../world/world.ts'

declare const apiKeySecret: unique symbol
/** The whole API key, shown once to its maker. */
export type ApiKeySecret = string & { readonly [apiKeySecret]: true }

const PREFIX = 'sotto_sk_'
/** What of a key a list may show: `sotto_sk_` and four characters. */
const SHOWN = 13

/** `sotto_sk_` and 256 random bits. */
const newApiKeySecret = () => `${PREFIX}${randomToken()}` as ApiKeySecret

export const looksLikeApiKey = (text: string) => /^sotto_sk_[\w-]{43}$/.test(text)

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
    accountId: request.accountId,
    label: request.label,
    prefix: secret.slice(0, SHOWN),
    hash: world.keys.hash('api-key', secret),
    scopes: (request.scopes ?? Scope.options).join(' '),
    walletIds: request.walletIds?.join(' ') ?? null,
    createdAt: world.clock.now(),
    lastUsedAt: null,
    expiresAt: request.expiresAt ?? null,
    revokedAt: null,
    policy: null,
  }
  const mac = rowMac(world.keys, 'apiKeys', row)
  await world.db
    .insertInto('apiKeys')
    .values({ ...row, mac })
    .execute()
  return { id, secret }
}

const byHash = prepared((db, at: Pick<ApiKeyRow, 'hash'>) =>
  db.selectFrom('apiKeys').selectAll().where('hash', '=', at.hash),
)

/** The row of a key; undefined where it is unknown, revoked or expired. Throws `AlteredRow`. */
export async function findApiKey(world: Keys, secret: string): Promise<ApiKeyRow | undefined> {
  const { rows } = await byHash(world.db, { hash: world.keys.hash('api-key', secret) })
  const [row] = rows
  const now = world.clock.now()
  if (row === undefined || row.revokedAt !== null || (row.expiresAt !== null && row.expiresAt <= now)) return undefined
  checkRow(world.keys, 'apiKeys', row)
  await noteUse(world, row, now)
  return row
}

/** The row of a key by its ID, for what it has asked for before; undefined where it is unknown, revoked or expired. */
export async function findHeldApiKey({ db, keys, clock }: Keys, id: string): Promise<ApiKeyRow | undefined> {
  const row = await db.selectFrom('apiKeys').selectAll().where('id', '=', id).executeTakeFirst()
  const now = clock.now()
  if (row === undefined || row.revokedAt !== null || (row.expiresAt !== null && row.expiresAt <= now)) return undefined
  checkRow(keys, 'apiKeys', row)
  return row
}

async function noteUse(world: Keys, row: ApiKeyRow, now: number): Promise<void> {
  if (row.lastUsedAt !== null && now - row.lastUsedAt < LAST_USED_EVERY_MS) return
  await writeIfPossible(world.db.updateTable('apiKeys').set({ lastUsedAt: now }).where('id', '=', row.id).execute())
}

export function apiKeyIn(row: ApiKeyRow): ApiKeyCredential {
  return {
    type: 'api_key',
    id: row.id,
    label: row.label,
    prefix: row.prefix,
    scopes: row.scopes.split(' ').map((scope) => Scope.parse(scope)),
    walletIds: row.walletIds === null ? null : row.walletIds.split(' ').filter(Boolean),
    expiresAt: row.expiresAt === null ? null : new Date(row.expiresAt).toISOString(),
  }
}

/** The key as the API lists it: never its secret, nor its hash. */
function toApi(row: ApiKeyRow): ApiKey {
  const { type: _, ...credential } = apiKeyIn(row)
  return {
    ...credential,
    createdAt: new Date(row.createdAt).toISOString(),
    lastUsedAt: row.lastUsedAt === null ? null : new Date(row.lastUsedAt).toISOString(),
  }
}

const ownKeys = (db: Db, accountId: string) =>
  db.selectFrom('apiKeys').selectAll().where('accountId', '=', accountId).where('revokedAt', 'is', null)

/** Whether an account has as many as it may. Belongs into the database transaction that makes another. */
export async function hasAllApiKeys(db: Db, accountId: string): Promise<boolean> {
  const { count } = await db
    .selectFrom('apiKeys')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('accountId', '=', accountId)
    .where('revokedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count) >= API_KEYS_MAX
}

/** Newest first, those that were not revoked. */
export async function listApiKeys(db: Db, accountId: string): Promise<ApiKey[]> {
  const rows = await ownKeys(db, accountId).orderBy('createdAt', 'desc').orderBy('id', 'desc').execute()
  return rows.map(toApi)
}

export async function findOwnApiKey(db: Db, accountId: string, id: string): Promise<ApiKey | undefined> {
  const row = await ownKeys(db, accountId).where('id', '=', id).executeTakeFirst()
  return row && toApi(row)
}

/** Whose a key is, revoked or not, for the server admin; undefined where there is none. */
export async function findAnyApiKey(db: Db, id: string): Promise<Pick<ApiKeyRow, 'accountId' | 'label'> | undefined> {
  return db.selectFrom('apiKeys').select(['accountId', 'label']).where('id', '=', id).executeTakeFirst()
}

const policyOf = prepared((db, at: Pick<ApiKeyRow, 'id'>) =>
  db.selectFrom('apiKeys').selectAll().where('id', '=', at.id),
)

/** What payments must keep to that a key asks for, or has asked for before it was revoked. Throws `AlteredRow`. */
export async function findApiKeyPolicy(db: Db, keys: Keyring, id: string): Promise<Sealed | null> {
  const [row] = (await policyOf(db, { id })).rows
  if (row === undefined) return null
  checkRow(keys, 'apiKeys', row)
  return row.policy
}

/**
 * Whether there was such a key of this account. Belongs into a database transaction. A row that somebody has altered is revoked
 * too, and stays an altered row: it gets no MAC that would make its content genuine.
 */
export async function revokeApiKey(
  db: Db,
  keys: Keyring,
  accountId: string,
  id: string,
  now: number,
): Promise<boolean> {
  const row = await ownKeys(db, accountId).where('id', '=', id).executeTakeFirst()
  if (row === undefined) return false
  const revoke = () => db.updateTable('apiKeys').set({ revokedAt: now }).where('id', '=', id).execute()
  await keepingMac(db, keys, 'apiKeys', id, revoke).catch((error: unknown) => {
    if (!(error instanceof AlteredRow)) throw error
    return revoke()
  })
  return true
}
