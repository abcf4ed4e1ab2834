import { writeIfPossible } from '../db/database.ts'
import { isRecent } from '../world/clock.ts'
import type { World } from '../world/world.ts'
import { type Attempt, noteSent } from './store.ts'

/** Bytes that are not mined are sent again this often. */
const RESEND_EVERY_MS = 3_000

/** Hands stored bytes to the network. Whatever it answers is noted, and proves nothing. */
export async function sendAttempt(world: World, attempt: Pick<Attempt, 'hash' | 'raw'>): Promise<void> {
  world.step('before sending')
  const outcome = await world.chain.broadcast(attempt.raw)
  world.step('after sending')
  if (outcome.is !== 'accepted') world.log.warn({ hash: attempt.hash, reason: outcome.reason }, `node ${outcome.is}`)
  await writeIfPossible(noteSent(world.db, attempt.hash, world.clock.now(), outcome.is === 'refused'))
}

/** Whether an attempt was not sent a moment ago. */
export function isDue(world: World, { sent_at }: Pick<Attempt, 'sent_at'>): boolean {
  return sent_at === null || !isRecent(world.clock, sent_at, RESEND_EVERY_MS)
}

/** Sends an attempt again, unless that was done a moment ago. */
export async function sendAgain(world: World, attempt: Attempt): Promise<void> {
  if (isDue(world, attempt)) await sendAttempt(world, attempt)
}
