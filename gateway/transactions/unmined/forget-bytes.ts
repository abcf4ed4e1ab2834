import { atomically } from '../../db/database.ts'
import { bytesOfEnded, forgetAttempts } from '../../legs/attempts-store.ts'
import { keepDoing } from '../../world/keep-doing.ts'
import type { World } from '../../world/world.ts'

const DAY_MS = 24 * 60 * 60_000
/** So many at a time, so that a payment never waits for long behind this. */
const AT_ONCE = 200

/**
 * Forgets the signed bytes of payments that ended long ago (`SOTTO_KEEP_BYTES_DAYS`): no chain reorganises that deep, so
 * that they are never sent again. Hashes, fees and times stay. What is owed or waits for anything keeps its bytes.
 */
export async function forgetBytes(world: Pick<World, 'db' | 'keys' | 'clock' | 'config' | 'closing'>): Promise<number> {
  const now = world.clock.now()
  const before = now - world.config.SOTTO_KEEP_BYTES_DAYS * DAY_MS
  for (let count = 0; ; ) {
    const hashes = await bytesOfEnded(world.db, before, AT_ONCE)
    if (hashes.length === 0 || world.closing.aborted) return count
    await atomically(world.db, (trx) => forgetAttempts(trx, world.keys, hashes, now))
    count += hashes.length
  }
}

/** At the start and once a day, until the gateway closes. */
export function keepForgetting(world: World): Promise<void> {
  const failed = (error: string) => world.log.error({ error }, 'old signed bytes could not be forgotten')
  return keepDoing(world, DAY_MS, () => forgetBytes(world), failed)
}
