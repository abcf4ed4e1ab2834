import { LOGIN_WINDOW_MS } from '#shared/limits.ts'
import { Refusal } from '#shared/refusal.ts'
import { atomically } from '../db/database.ts'
import type { World } from '../world/world.ts'
import { attemptsSince, forgetAttempts, insertAttempt } from './login-attempts-store.ts'

/** Counts a step of a sign-in, by the address that it comes from. `login: 'attempt'` marks the steps (`shared/api/auth.ts`). */
export function countLoginStep(world: World, address: string): Promise<Record<string, string>> {
  return countAttempt(world, `address:${address}`)
}

/**
 * Lets somebody prove who they are: wrong proofs count, and a right one starts afresh. `otherwise` is told to those who may try
 * no more for now.
 */
export async function countedProof<T>(
  world: World,
  who: string,
  prove: () => Promise<T>,
  otherwise?: string,
): Promise<T> {
  await countAttempt(world, who, otherwise)
  const proved = await prove()
  await forgetAttempts(world.db, who)
  return proved
}

/**
 * Counts one more attempt to prove who one is, or refuses it. At most so many in any 15 minutes, exactly, also after a
 * restart and whichever gateway it comes to: look and count are one database transaction, by the shared clock. Returns what the answer tells of the limit.
 */
export async function countAttempt(world: World, who: string, otherwise = ''): Promise<Record<string, string>> {
  const limit = world.config.SOTTO_LIMIT_LOGINS
  const { now, oldest, used, first } = await atomically(world.db, async (db) => {
    const now = await world.sharedNow(db)
    const attempts = await attemptsSince(db, who, now - LOGIN_WINDOW_MS, now)
    const first = attempts[0] ?? now
    if (attempts.length >= limit) return { now, oldest: attempts[attempts.length - limit], used: limit, first }
    await insertAttempt(db, { id: world.newId(), who, at: now })
    return { now, oldest: undefined, used: attempts.length + 1, first }
  })
  if (oldest === undefined) return fields(limit, limit - used, first + LOGIN_WINDOW_MS - now)
  const seconds = Math.max(1, Math.ceil((oldest + LOGIN_WINDOW_MS - now) / 1000))
  throw new Refusal('rate_limited', {
    message: `Too many attempts to sign in. Try again in ${Math.ceil(seconds / 60)} min${otherwise}.`,
    headers: {
      'retry-after': String(seconds),
      ...fields(limit, 0, seconds * 1000),
    },
  })
}

function fields(limit: number, remaining: number, resetMs: number): Record<string, string> {
  return {
    'ratelimit-policy': `"logins";q=${limit};w=${LOGIN_WINDOW_MS / 1000}`,
    ratelimit: `"logins";r=${remaining};t=${Math.ceil(resetMs / 1000)}`,
  }
}
