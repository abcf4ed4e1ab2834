import { DELIVERIES_KEPT_MS, DELIVERIES_WAITING_MAX } from '#shared/limits.ts'
import { atomically } from '../../db/database.ts'
import { keepDoing } from '../../world/keep-doing.ts'
import type { World } from '../../world/world.ts'
import { earliestDue, forgetOlder, giveUp, letAllGo, oldestOfNewest } from '../deliveries-store.ts'
import { listFailing, lockStanding, updateProgress } from '../store.ts'

/** What is older than 30 days, in pieces; and of what waits for a failing webhook all but the newest. */
export async function forgetDeliveries(world: World): Promise<void> {
  const now = await world.sharedNow(world.db)
  while (!world.closing.aborted && (await forgetPiece(world, now)));
  for (const id of await listFailing(world.db)) await keepNewest(world, id, now)
}

const EVERY_MS = 60 * 60_000

/** At the start and once an hour, until the gateway closes. */
export async function keepForgettingDeliveries(world: World): Promise<void> {
  const failed = (error: string) => world.log.error({ error }, 'old deliveries could not be forgotten')
  await keepDoing(world, EVERY_MS, () => forgetDeliveries(world), failed)
}

/** False where nothing was left to forget. */
function forgetPiece(world: World, now: number): Promise<boolean> {
  return atomically(world.db, async (trx) => {
    const waited = await forgetOlder(trx, now - DELIVERIES_KEPT_MS)
    for (const [id, count] of waited ?? []) {
      const webhook = count === 0 ? undefined : await lockStanding(trx, id)
      if (webhook === undefined) continue
      // A later event may have waited for one that is gone.
      await letAllGo(trx, id, now)
      const isIdle = webhook.nextAt === null && webhook.status !== 'disabled'
      const nextAt = isIdle ? await earliestDue(trx, id) : webhook.nextAt
      await updateProgress(trx, id, { waiting: webhook.waiting - count, nextAt })
    }
    return waited !== undefined
  })
}

async function keepNewest(world: World, id: string, now: number): Promise<void> {
  await atomically(world.db, async (trx) => {
    const webhook = await lockStanding(trx, id)
    if (webhook === undefined || webhook.waiting <= DELIVERIES_WAITING_MAX) return
    const oldest = await oldestOfNewest(trx, id, DELIVERIES_WAITING_MAX)
    const given = oldest === undefined ? 0 : await giveUp(trx, id, oldest)
    await letAllGo(trx, id, now)
    await updateProgress(trx, id, { waiting: webhook.waiting - given })
  })
}
