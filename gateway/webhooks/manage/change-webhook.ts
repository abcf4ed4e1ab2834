import type { WebhookChange } from '#shared/api/webhooks.ts'
import { FORMER_SECRET_MS } from '#shared/limits.ts'
import { Refusal } from '#shared/refusal.ts'
import type { Caller } from '../../auth/caller.ts'
import { atomically, type Db } from '../../db/database.ts'
import { headsOf } from '../../outbox/store.ts'
import type { World } from '../../world/world.ts'
import { giveUp } from '../deliveries-store.ts'
import { beginAllAnew } from '../redeliveries-store.ts'
import { newSecret } from '../signature.ts'
import { lockWebhook, type Progress, updateProgress, updateTerms } from '../store.ts'
import type { Webhook } from '../webhook.ts'
import { type Owner, ownWebhook } from './own-webhooks.ts'
import { requireFitting } from './terms.ts'

/** Gives a webhook another address or other events, or switches it off or on. */
export async function changeWebhook(world: World, caller: Caller, id: string, change: WebhookChange): Promise<Webhook> {
  await ownWebhook(world, caller, id)
  await requireFitting(world, caller.account.id, change)
  const now = await world.sharedNow(world.db)
  return locked(world, caller, id, async (trx, before) => {
    const { enabled, ...given } = change
    const named = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
    const terms: Webhook = { ...before, ...named }
    await updateTerms(trx, world.keys, terms)
    const progress = await progressOf(
      trx,
      before,
      { ...(enabled === undefined ? {} : { enabled }), moved: terms.url !== before.url },
      now,
    )
    await updateProgress(trx, id, progress)
    return { ...terms, ...progress }
  })
}

const works = { status: 'active', failures: 0, failingSince: null } as const

/** One that is switched off is told of nothing that happens until it is on again. At another address it is as good as new. */
async function progressOf(
  trx: Db,
  { id, accountId, status, waiting }: Webhook,
  { enabled, moved }: { enabled?: boolean; moved: boolean },
  now: number,
): Promise<Progress> {
  if (enabled === false) {
    await giveUp(trx, id)
    return { ...works, status: 'disabled', waiting: 0, nextAt: null }
  }
  if (status === 'disabled') {
    if (enabled === undefined) return {}
    return { ...works, position: (await headsOf(trx, [accountId])).get(accountId) ?? 0 }
  }
  if (!moved && (enabled === undefined || status === 'active')) return {}
  return { ...(await revive(trx, id, now)), nextAt: waiting > 0 ? now : null }
}

/** Its account says that its receiver is there: one that was failing works, and all that waits is due in order. */
export async function revive(trx: Db, id: string, now: number): Promise<Progress> {
  await beginAllAnew(trx, id, now)
  return works
}

/** Another secret; the one before it signs for a day, and an older one no more. */
export async function rotateSecret(
  world: World,
  caller: Caller,
  id: string,
): Promise<{ webhook: Webhook; secret: string }> {
  const secret = newSecret()
  const until = world.clock.now() + FORMER_SECRET_MS
  const webhook = await locked(world, caller, id, async (trx, before) => {
    const former = before.secrets.slice(0, 1).map((one) => ({ ...one, until }))
    const changed: Webhook = { ...before, secrets: [{ secret, until: null }, ...former] }
    await updateTerms(trx, world.keys, changed)
    return changed
  })
  return { webhook, secret }
}

/** Changes an account's webhook in a database transaction; foreign and unknown are the same. */
export async function locked<T>(
  world: Pick<World, 'db' | 'keys'>,
  { account }: Owner,
  id: string,
  work: (trx: Db, before: Webhook) => Promise<T>,
): Promise<T> {
  return atomically(world.db, async (trx) => {
    const before = await lockWebhook(trx, world.keys, id)
    if (before?.accountId !== account.id) throw new Refusal('not_found')
    return work(trx, before)
  })
}
