import { signingOf } from '../chain/signing.ts'
import { writeIfPossible } from '../db/database.ts'
import type { World } from '../world/world.ts'
import { type Attempt, claimSending, noteAnswer } from './attempts-store.ts'

/** Bytes that are not mined are sent again this often at first, and less often after a long wait. */
const RESEND_FIRST_MS = 3_000
const RESEND_LAST_MS = 30_000
const RESEND_AFTER_SHARE = 20

/**
 * Hands bytes that were just stored to the network, for the first time: storing them claimed the first
 * sending. The answer is noted, and proves nothing.
 */
export async function sendAttempt(world: World, { hash, raw, refusals = 0 }: Sending): Promise<void> {
  world.step('before sending')
  const outcome = await signingOf(world.chain).broadcast(raw)
  world.step('after sending')
  if (outcome.is !== 'accepted') world.log.warn({ hash, reason: outcome.reason }, `node ${outcome.is}`)
  const isRefused = outcome.is === 'refused'
  // Each write waits for the disk.
  if (isRefused || refusals > 0) await writeIfPossible(noteAnswer(world.db, hash, isRefused))
}

type Sending = Pick<Attempt, 'hash' | 'raw'> & Partial<Pick<Attempt, 'refusals'>>

/** Sends an attempt again, unless it was sent a moment ago, or another process sends it now. */
export async function sendAgain(world: World, attempt: Attempt): Promise<void> {
  if (isDue(world, attempt) && (await claimSending(world.db, attempt, world.clock.now())))
    await sendAttempt(world, attempt)
}

/** Sends bytes that no leg waits for: what the network answers is not counted. */
export async function sendUncounted(world: World, raw: Attempt['raw']): Promise<void> {
  await signingOf(world.chain).broadcast(raw)
}

/**
 * Whether an attempt is due: it was not sent within its interval. A sending in the future, after the clock was set back, does
 * not count.
 */
export function isDue(world: World, { sentAt, createdAt }: Pick<Attempt, 'sentAt' | 'createdAt'>): boolean {
  if (sentAt === null) return true
  const now = world.clock.now()
  const interval = Math.min(Math.max((now - createdAt) / RESEND_AFTER_SHARE, RESEND_FIRST_MS), RESEND_LAST_MS)
  return now < sentAt || now - sentAt >= interval
}
