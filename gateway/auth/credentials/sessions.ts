import { SESSION_MS } from '#shared/limits.ts'
import type { Session } from '#shared/model/sign-in.ts'
import type { Credential } from '#shared/model/user.ts'
import type { Keyring } from '../../crypto/keyring.ts'
import { newSessionToken, type SessionToken } from '../../crypto/token.ts'
import { type Db, writeIfPossible } from '../../db/database.ts'
import { prepared } from '../../db/prepared.ts'
import type { SessionRow } from '../../db/schema/sign-in-rows.ts'
import { checkRow, rowMac } from '../../db/sealed/row-macs.ts'
import type { Clock } from '../../world/world.ts'
import { extensionOrigin, type RequestContext } from '../request-context.ts'

type Sessions = { db: Db; keys: Keyring; clock: Clock; newId(): string }

export type SessionCredential = Extract<Credential, { type: 'session' }>

/** Last use is written at most this often. */
const LAST_SEEN_EVERY_MS = 60_000
const USER_AGENT_MAX = 300

/** Begins a session, and ends the one that the same browser held. The token is in the answer and nowhere else. */
export async function startSession(
  world: Sessions,
  accountId: string,
  context: RequestContext,
): Promise<{ token: SessionToken; expiresAt: number; id: string }> {
  const { db, keys } = world
  const now = world.clock.now()
  const token = newSessionToken()
  const expiresAt = now + SESSION_MS
  const id = world.newId()
  await db.deleteFrom('sessions').where('expiresAt', '<=', now).execute()
  if (context.token !== undefined)
    await db.deleteFrom('sessions').where('hash', '=', hashOf(keys, context.token)).execute()
  const row = {
    id,
    accountId: accountId,
    hash: hashOf(keys, token),
    extensionOrigin: extensionOrigin(context.origin),
    userAgent: context.userAgent?.slice(0, USER_AGENT_MAX) ?? null,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: expiresAt,
  }
  await db
    .insertInto('sessions')
    .values({ ...row, mac: rowMac(keys, 'sessions', row) })
    .execute()
  return { token, expiresAt, id }
}

function hashOf(keys: Keyring, token: SessionToken) {
  return keys.hash('session', token)
}

const byHash = prepared((db, at: Pick<SessionRow, 'hash'>) =>
  db.selectFrom('sessions').selectAll().where('hash', '=', at.hash),
)

/** The row of a token; undefined where it is unknown, ended or expired. Throws `AlteredRow`. */
export async function findSession(world: Sessions, token: SessionToken): Promise<SessionRow | undefined> {
  const { rows } = await byHash(world.db, { hash: hashOf(world.keys, token) })
  const [row] = rows
  const now = world.clock.now()
  if (row === undefined || row.expiresAt <= now) return undefined
  checkRow(world.keys, 'sessions', row)
  if (now - row.lastSeenAt >= LAST_SEEN_EVERY_MS) {
    await writeIfPossible(world.db.updateTable('sessions').set({ lastSeenAt: now }).where('id', '=', row.id).execute())
  }
  return row
}

/** The row of a session by its ID, for what it has asked for before; undefined where it has ended. */
export async function findHeldSession({ db, keys, clock }: Sessions, id: string): Promise<SessionRow | undefined> {
  const row = await db.selectFrom('sessions').selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined || row.expiresAt <= clock.now()) return undefined
  checkRow(keys, 'sessions', row)
  return row
}

export function sessionIn(row: SessionRow): SessionCredential {
  return {
    type: 'session',
    id: row.id,
    expiresAt: new Date(row.expiresAt).toISOString(),
    signedInAt: new Date(row.createdAt).toISOString(),
  }
}

/** Newest first, those that still hold. */
export async function listSessions(world: Sessions, accountId: string, currentId: string): Promise<Session[]> {
  const rows = await world.db
    .selectFrom('sessions')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('expiresAt', '>', world.clock.now())
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => toApi(row, currentId))
}

function toApi(row: SessionRow, currentId: string): Session {
  return {
    id: row.id,
    createdAt: new Date(row.createdAt).toISOString(),
    lastSeenAt: new Date(row.lastSeenAt).toISOString(),
    expiresAt: new Date(row.expiresAt).toISOString(),
    userAgent: row.userAgent,
    current: row.id === currentId,
  }
}

/** Whether there was such a session of this account. */
export async function endSession(db: Db, accountId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('accountId', '=', accountId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Ends all sessions of an account, but for one where one is named. */
export async function endSessions(db: Db, accountId: string, exceptId?: string): Promise<void> {
  let query = db.deleteFrom('sessions').where('accountId', '=', accountId)
  if (exceptId !== undefined) query = query.where('id', '!=', exceptId)
  await query.execute()
}

/** Ends the sessions of all accounts. */
export async function endAllSessions(db: Db): Promise<void> {
  await db.deleteFrom('sessions').execute()
}
