import { newestDataKey } from '../../db/sealed/keyring.ts'
import type { World } from '../../world/world.ts'

const RECONCILE_EVERY_MS = 1_000

/** Looks whether "sotto master-key rotate" has made a new data key beside us, to seal with that from then on. */
export async function followKeys(
  { db, keys, clock, closing }: Pick<World, 'db' | 'keys' | 'clock' | 'closing'>,
  failed: (error: unknown) => void,
): Promise<void> {
  while (!closing.aborted) {
    try {
      if ((await newestDataKey(db)) !== keys.version()) keys.refresh()
    } catch (error) {
      failed(error)
    }
    await clock.sleep(RECONCILE_EVERY_MS, closing)
  }
}
