import { RECENT_SIGN_IN_MS } from '#shared/limits.ts'
import { Refusal } from '#shared/refusal.ts'
import type { World } from '../world/world.ts'
import { type Caller, requireSession } from './caller.ts'
import { countTry } from './login-attempts.ts'
import { forgetAttempts } from './login-attempts-store.ts'

/** What is dangerous wants a sign-in that is fresh. */
export function requireRecent(caller: Caller, now: number): void {
  if (now - Date.parse(requireSession(caller).signedInAt) < RECENT_SIGN_IN_MS) return
  throw new Refusal('reauthentication_required')
}

/** What is proved: right passwords say nothing about codes, nor the other way round. */
export type Proof = 'password' | 'code'

/**
 * Lets somebody who is signed in prove it once more. A stolen session must not become a way to guess, nor a way to keep
 * its owner from proving it: wrong proofs of one kind count per session, and a right one of that kind starts afresh.
 */
export async function reauthenticate<T>(
  world: World,
  caller: Caller,
  proof: Proof,
  prove: () => Promise<T>,
): Promise<T> {
  const who = `session:${requireSession(caller).id}:${proof}`
  await countTry(world, who)
  const proved = await prove()
  await forgetAttempts(world.db, who)
  return proved
}
