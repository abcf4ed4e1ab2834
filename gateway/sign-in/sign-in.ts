import { BASE_PATH, SESSION_COOKIE } from '#shared/api/contract.ts'
import { SESSION_MS } from '#shared/limits.ts'
import { Refusal } from '#shared/refusals.ts'
import { type Account, findAccount, noteLogin, userOf } from '../accounts/store.ts'
import { startSession } from '../auth/sessions.ts'
import type { Visit } from '../auth/visit.ts'
import { atomically, type Db } from '../db/database.ts'
import { Reply } from '../http/handlers.ts'
import type { World } from '../world.ts'

/**
 * The end of every way to sign in: a session, and the cookie that carries it. `requireStill` checks, in the database
 * transaction that makes the session, that what was proved still holds: a password may have been changed, a passkey
 * removed, while the proof was looked at.
 */
export async function signIn(world: World, account: Account, visit: Visit, requireStill: (db: Db) => Promise<void>) {
  const now = world.clock.now()
  const { token, expiresAt, id } = await atomically(world.db, async (db) => {
    if ((await findAccount(db, world.keys, account.id))?.disabled !== false) throw new Refusal('account_disabled')
    await requireStill(db)
    const session = await startSession({ ...world, db }, account.id, visit)
    await noteLogin(db, account.id, now)
    return session
  })
  visit.trail.subject = id
  const data = {
    user: userOf({ ...account, lastLoginAt: now }),
    session: { expiresAt: new Date(expiresAt).toISOString() },
  }
  return new Reply(data, 200, { 'set-cookie': cookie(world, token, SESSION_MS / 1000) })
}

/** Takes the cookie back. */
export function clearedCookie(world: World): Record<string, string> {
  return { 'set-cookie': cookie(world, '', 0) }
}

/** `Secure` where the gateway is reached over HTTPS; on plain loopback some browsers would drop such a cookie. */
function cookie(world: World, value: string, maxAge: number): string {
  const secure = world.config.SOTTO_PUBLIC_URL?.startsWith('https:') ? '; Secure' : ''
  return `${SESSION_COOKIE}=${value}; Path=${BASE_PATH}; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`
}
