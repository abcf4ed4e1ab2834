import { atomically } from '../../db/database.ts'
import { newestDataKey } from '../../db/sealed/open-keyring.ts'
import { AlteredRow } from '../../db/sealed/row-macs.ts'
import type { World } from '../../world/world.ts'
import { giveUp } from '../deliveries-store.ts'
import { lockWebhook, updateProgress } from '../store.ts'

/** Switches off webhooks that somebody has altered in the database, and says so, once: nothing is sent on altered terms. */
export async function setAside(world: World, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    if (await switchOff(world, id))
      world.log.error({ webhook: id }, 'somebody has altered this webhook in the database: it is switched off')
  }
}

/** False where it is as its account says, or gone: it may have been read before it was sealed anew. */
function switchOff(world: World, id: string): Promise<boolean> {
  return atomically(world.db, async (trx) => {
    // Sealed by gateways that have a newer key than this one, which ends for it (`cli/start/follow-keys.ts`).
    if ((await newestDataKey(trx)) > world.keys.version())
      throw new Error(`webhook ${id} may be sealed by a newer data key`)
    try {
      await lockWebhook(trx, world.keys, id)
      return false
    } catch (error) {
      if (!(error instanceof AlteredRow)) throw error
      await giveUp(trx, id)
      await updateProgress(trx, id, { status: 'disabled', waiting: 0, nextAt: null, leasedUntil: null })
      return true
    }
  })
}
