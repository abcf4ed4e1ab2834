import type { World } from '../world/world.ts'
import { requireSession } from './authorize.ts'
import type { Caller } from './caller.ts'
import { countAttempt } from './login-attempts.ts'
import { forgetAttempts } from './login-attempts-store.ts'

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
  await countAttempt(world, who)
  const proved = await prove()
  await forgetAttempts(world.db, who)
  return proved
}
