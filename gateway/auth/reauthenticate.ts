import type { World } from '../world/world.ts'
import { requireSession } from './authorize.ts'
import type { Caller } from './caller.ts'
import { countedProof } from './login-attempts.ts'

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
  return countedProof(world, `session:${requireSession(caller).id}:${proof}`, prove)
}
