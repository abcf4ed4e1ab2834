import { Refusal } from '#shared/refusal.ts'
import { type Account, findAccount, noteLogin } from '../../accounts/store.ts'
import { userOf } from '../../accounts/user.ts'
import { atomically, type Db } from '../../db/database.ts'
import { Reply } from '../../http/handlers.ts'
import { clearedSessionCookie, sessionCookie } from '../../http/session-cookie.ts'
import type { World } from '../../world/world.ts'
import { requireEnabled } from '../authorize.ts'
import { startSession } from '../credentials/sessions.ts'
import type { RequestContext } from '../request-context.ts'

/**
 * The end of every way to sign in: a session, and the cookie that carries it. `requireStill` checks, in the database
 * transaction that makes the session, that the proof still holds: a password may have been changed, a passkey
 * removed, while the proof was looked at.
 */
export async function signIn(
  world: World,
  account: Account,
  context: RequestContext,
  requireStill: (db: Db) => Promise<void>,
) {
  const now = world.clock.now()
  const { token, expiresAt, id } = await atomically(world.db, async (db) => {
    const still = await findAccount(db, world.keys, account.id)
    if (still === undefined) throw new Refusal('account_disabled')
    requireEnabled(still)
    await requireStill(db)
    const session = await startSession({ ...world, db }, account.id, context)
    await noteLogin(db, account.id, now)
    return session
  })
  context.audit.subject = id
  const data = {
    user: userOf({ ...account, lastLoginAt: now }),
    session: { expiresAt: new Date(expiresAt).toISOString() },
  }
  return new Reply(data, 200, { 'set-cookie': sessionCookie(world.config, token) })
}

/** Takes the cookie back. */
export function clearedCookie(world: World): Record<string, string> {
  return { 'set-cookie': clearedSessionCookie(world.config) }
}
