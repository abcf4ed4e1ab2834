import type { DeliveryQuery, DeliveryRange } from '#shared/api/webhooks.ts'
import { DELIVERIES_WAITING_MAX } from '#shared/limits.ts'
import { type Delivery, TEST_EVENT } from '#shared/model/webhook.ts'
import { invalid, Refusal } from '#shared/refusal.ts'
import type { Caller } from '../../auth/caller.ts'
import type { Db } from '../../db/database.ts'
import type { DeliveryRow } from '../../db/schema/webhook-rows.ts'
import type { World } from '../../world/world.ts'
import { GONE, isTaken } from '../deliver/rules.ts'
import { noteIn, type Sender, sendAll } from '../deliver/wave.ts'
import { findDelivery, insertDeliveries, listDeliveries } from '../deliveries-store.ts'
import { sendAgain, sendRangeAgain } from '../redeliveries-store.ts'
import { updateProgress } from '../store.ts'
import type { Webhook } from '../webhook.ts'
import { locked, revive } from './change-webhook.ts'
import { type Owner, ownWebhook, timeOf } from './own-webhooks.ts'

/** A page of what a webhook was told, the newest first. `next`: where the next page begins, null at the end. */
export async function ownDeliveries(
  world: Pick<World, 'db' | 'keys'>,
  owner: Owner,
  id: string,
  query: DeliveryQuery,
): Promise<{ items: Delivery[]; next: string | null }> {
  await ownWebhook(world, owner, id)
  const rows = await listDeliveries(world.db, id, query)
  const last = rows.length < query.pageSize ? undefined : rows.at(-1)
  return { items: rows.map(deliveryAnswer), next: last?.eventId ?? null }
}

/** Sends one event again, as though it had not been tried: behind earlier ones of its subject that wait. A failing webhook is sent all. */
export async function redeliver(world: World, caller: Caller, id: string, eventId: string): Promise<Delivery> {
  const now = await world.sharedNow(world.db)
  return locked(world, caller, id, async (trx, webhook) => {
    const delivery = await findDelivery(trx, id, eventId)
    if (delivery === undefined) throw new Refusal('not_found')
    requireEnabled(webhook)
    await sendAgain(trx, delivery, now)
    const more = delivery.state === 'waiting' ? 0 : 1
    await sendSoon(trx, webhook, more, now)
    return deliveryAnswer((await findDelivery(trx, id, eventId)) ?? delivery)
  })
}

/**
 * Sends the ended events of a time again, in their order. `count`: how many events this call sends. `next`: the `after` of the
 * call that sends the rest; null after the last one.
 */
export async function redeliverRange(
  world: World,
  caller: Caller,
  id: string,
  range: DeliveryRange,
): Promise<{ count: number; next: string | null }> {
  const now = await world.sharedNow(world.db)
  const from = Date.parse(range.from)
  const to = range.to === undefined ? now : Date.parse(range.to)
  const states = range.state === undefined ? (['failed', 'delivered'] as const) : [range.state]
  return locked(world, caller, id, async (trx, webhook) => {
    requireEnabled(webhook)
    const after = range.after === undefined ? undefined : await findDelivery(trx, id, range.after)
    if (range.after !== undefined && after === undefined) throw invalid('after', 'is no delivery of this webhook')
    const sent = await sendRangeAgain(trx, id, { from, to, states, most: DELIVERIES_WAITING_MAX, after }, now)
    if (sent.count > 0) await sendSoon(trx, webhook, sent.count, now)
    return sent
  })
}

/** So many more wait. A failing webhook would be sent its oldest event, tomorrow. */
async function sendSoon(trx: Db, { id, status, waiting }: Webhook, more: number, now: number): Promise<void> {
  const revived = status === 'failing' ? await revive(trx, id, now) : {}
  await updateProgress(trx, id, { ...revived, waiting: waiting + more, nextAt: now })
}

function requireEnabled({ status }: Webhook): void {
  if (status === 'disabled') throw invalid('', 'the webhook is switched off: switch it on first')
}

/** Sends an event of no payment now, also to one that is switched off. It is not tried again. */
export async function sendTest(
  world: Sender & Pick<World, 'newId' | 'sharedNow'>,
  owner: Owner,
  id: string,
): Promise<Delivery> {
  const webhook = await ownWebhook(world, owner, id)
  const at = world.clock.now()
  const delivery: DeliveryRow = {
    ...{ webhookId: id, eventId: `test_${world.newId()}`, sequence: 0, type: TEST_EVENT, subject: id },
    ...{ walletId: null, subjectStatus: null, createdAt: at, state: 'failed', tries: 0, firstAt: null, triedAt: null },
    ...{ nextAt: null, answer: null, flaw: null, ms: null },
  }
  const [sent] = await sendAll(world, webhook, [delivery])
  if (sent === undefined) throw new Error('a test was not sent')
  const now = await world.sharedNow(world.db)
  const { answer, flaw, ms } = sent
  return locked(world, owner, id, async (trx, before) => {
    // A test that fails says nothing of the events: a receiver may not be there yet.
    if (isTaken(sent) || sent.answer === GONE) {
      const { url } = webhook
      await updateProgress(trx, id, await noteIn(trx, before, { url, sent: [sent] }, now))
    }
    const state = isTaken(sent) ? 'delivered' : 'failed'
    const row: DeliveryRow = { ...delivery, state, tries: 1, firstAt: at, triedAt: at, answer, flaw, ms }
    await insertDeliveries(trx, [row])
    return deliveryAnswer(row)
  })
}

export function deliveryAnswer(row: DeliveryRow): Delivery {
  const { eventId, type, subject, state, tries, answer, flaw, ms } = row
  return {
    ...{ id: eventId, type, subject, state, tries, answer, flaw, ms },
    createdAt: new Date(row.createdAt).toISOString(),
    triedAt: timeOf(row.triedAt),
    nextAt: timeOf(row.nextAt),
  }
}
