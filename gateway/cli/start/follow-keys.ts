import { newestDataKey } from '../../db/sealed/open-keyring.ts'
import type { World } from '../../world/world.ts'

const RECONCILE_EVERY_MS = 1_000

/**
 * Looks whether "sotto master-key rotate" has made a new data key beside us, to seal with that from then on. Resolves with
 * true where it has and this process cannot open it, as one on PostgreSQL that stood still meanwhile: it must end, and
 * with false when the gateway stops.
 */
export async function followKeys(
  { db, keys, clock, closing }: Pick<World, 'db' | 'keys' | 'clock' | 'closing'>,
  failed: (error: unknown) => void,
): Promise<boolean> {
  while (!closing.aborted) {
    try {
      const newest = await newestDataKey(db)
      if (newest > keys.version()) keys.refresh()
      if (newest > keys.version()) return true
    } catch (error) {
      failed(error)
    }
    await clock.sleep(RECONCILE_EVERY_MS, closing)
  }
  return false
}
