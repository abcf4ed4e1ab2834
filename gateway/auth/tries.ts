import { LOGIN_WINDOW_MS } from '#shared/limits.ts'
import { Refusal } from '#shared/refusals.ts'
import { atomically, type Database } from '../db/database.ts'
import type { World } from '../world.ts'
import { type Caller, sessionOf } from './caller.ts'

/**
 * Counts one more attempt to prove who one is, or refuses it. At most so many in any 15 minutes, exactly, also after a
 * restart: look and count are one database transaction.
 */
export async function countTry(world: World, who: string): Promise<void> {
  const limit = world.config.SOTTO_LIMIT_LOGINS
  const now = world.clock.now()
  const since = now - LOGIN_WINDOW_MS
  const oldest = await atomically(world.db as Database, async (db) => {
    await db.deleteFrom('tries').where('at', '<=', since).execute()
    const tries = await db.selectFrom('tries').select('at').where('who', '=', who).orderBy('at').execute()
    if (tries.length >= limit) return tries[tries.length - limit]?.at
    await db.insertInto('tries').values({ id: world.newId(), who, at: now }).execute()
    return undefined
  })
  if (oldest === undefined) return
  const seconds = Math.max(1, Math.ceil((oldest + LOGIN_WINDOW_MS - now) / 1000))
  throw new Refusal('rate_limited', {
    message: `Too many attempts to sign in. Try again in ${Math.ceil(seconds / 60)} min.`,
    headers: {
      'retry-after': String(seconds),
      'ratelimit-policy': `"logins";q=${limit};w=${LOGIN_WINDOW_MS / 1000}`,
      ratelimit: `"logins";r=0;t=${seconds}`,
    },
  })
}

/** What is proved: right passwords say nothing about codes, nor the other way round. */
export type Proof = 'password' | 'code'

/**
 * Lets somebody who is signed in prove it once more. A stolen session must not become a way to guess, nor a way to keep
 * its owner from proving anything: wrong proofs of one kind count per session, and a right one of that kind starts afresh.
 */
export async function proving<T>(world: World, caller: Caller, proof: Proof, prove: () => Promise<T>): Promise<T> {
  const who = `session:${sessionOf(caller).id}:${proof}`
  await countTry(world, who)
  const proved = await prove()
  await world.db.deleteFrom('tries').where('who', '=', who).execute()
  return proved
}
