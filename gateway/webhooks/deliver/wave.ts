import { atomically, type Db } from '../../db/database.ts'
import type { DeliveryRow } from '../../db/schema/webhook-rows.ts'
import { countDelivery } from '../../tallies.ts'
import type { World } from '../../world/world.ts'
import {
  dueDeliveries,
  earliestDue,
  giveUp,
  letGo,
  nextBeside,
  noteTry,
  oldestWaiting,
  release,
} from '../deliveries-store.ts'
import { beginAllAnew } from '../redeliveries-store.ts'
import { signedHeaders } from '../signature.ts'
import { lockWebhook, updateProgress } from '../store.ts'
import type { Secret, Webhook } from '../webhook.ts'
import { bodiesOf } from './body.ts'
import { afterTry, afterWave, isRefused, isTaken, LONGEST_MS, nextLook, type Outcome } from './rules.ts'

/** So many events at a time to a receiver that takes them; to one that did not, one. */
const AT_ONCE = 10

/** Sends what is due to one webhook, at once, and writes what came of it. True where more is due and it takes it. */
export async function sendWave(world: World, webhook: Webhook): Promise<boolean> {
  const now = await world.sharedNow(world.db)
  // A clock that was wrong may have put deliveries off too far.
  await release(world.db, webhook.id, now, now + LONGEST_MS)
  const due = await dueOf(world, webhook, now)
  const outcomes = await sendAll(world, webhook, due)
  if (webhook.status === 'failing') outcomes.push(...(await sendBeside(world, webhook, outcomes)))
  const next = await note(world, webhook, outcomes)
  return outcomes.length > 0 && outcomes.every(isTaken) && next !== null && next <= (await world.sharedNow(world.db))
}

function dueOf({ db }: World, { id, status, failures }: Webhook, now: number): Promise<DeliveryRow[]> {
  if (status === 'failing') return oldestWaiting(db, id)
  return dueDeliveries(db, id, now, failures > 0 ? 1 : AT_ONCE)
}

/** Where the oldest event is refused, perhaps for ever, another one is sent too, each time the next: it may be taken. */
async function sendBeside(world: World, webhook: Webhook, [oldest]: readonly Sent[]): Promise<Sent[]> {
  if (oldest === undefined || !isRefused(oldest)) return []
  return sendAll(world, webhook, await nextBeside(world.db, webhook.id, oldest.delivery))
}

export type Sent = Outcome & { delivery: DeliveryRow; ms: number }

/** All that sending touches of the outside. */
export type Sender = Pick<World, 'db' | 'keys' | 'clock' | 'post'>

export async function sendAll(world: Sender, webhook: Webhook, deliveries: readonly DeliveryRow[]): Promise<Sent[]> {
  const bodies = await bodiesOf(world, webhook, deliveries)
  const at = world.clock.now()
  const secrets = livingSecrets(webhook.secrets, at)
  return Promise.all(
    deliveries.map(async (delivery, index): Promise<Sent> => {
      const body = bodies[index] ?? ''
      const headers = signedHeaders({ id: delivery.eventId, at, body }, secrets)
      const begun = world.clock.elapsed()
      const posted = await world.post(webhook.url, { headers, body })
      const ms = Math.round(world.clock.elapsed() - begun)
      const outcome: Outcome =
        posted.is === 'answered' ? { answer: posted.status, flaw: null } : { answer: null, flaw: posted.flaw }
      countDelivery(isTaken(outcome) ? 'delivered' : outcome.answer === null ? 'unanswered' : 'refused')
      return { ...outcome, delivery, ms }
    }),
  )
}

/** By which it is signed: the newest, and for a day the one before it. */
export function livingSecrets(secrets: readonly Secret[], now: number): string[] {
  return secrets.filter(({ until }) => until === null || until > now).map(({ secret }) => secret)
}

/** Writes what tries came to. Returns when the webhook is looked at next. */
async function note(world: World, { id, url }: Webhook, sent: readonly Sent[]): Promise<number | null> {
  const now = await world.sharedNow(world.db)
  return atomically(world.db, async (trx) => {
    const webhook = await lockWebhook(trx, world.keys, id)
    if (webhook === undefined) return null
    const progress = await noteIn(trx, webhook, { url, sent }, now)
    await updateProgress(trx, id, { ...progress, leasedUntil: null })
    return progress.nextAt
  })
}

/**
 * Within a database transaction that has taken the row of the webhook. Returns what becomes of that. `url`: where they were sent
 * to. Where the webhook has another address by now, what the former one refused says nothing, and its tries do not count.
 */
export async function noteIn(
  db: Db,
  webhook: Webhook,
  { url, sent }: { url: string; sent: readonly Sent[] },
  now: number,
) {
  const { id } = webhook
  const isThere = webhook.url === url
  const after = isThere && sent.length > 0 ? afterWave(webhook, sent, now) : { ...webhook, releases: false }
  let ended = 0
  for (const { delivery, answer, flaw, ms } of isThere ? sent : sent.filter(isTaken)) {
    const tried = afterTry(delivery, { answer, flaw }, after, now, Math.random())
    const isNoted = await noteTry(db, delivery, { ...tried, triedAt: now, answer, flaw, ms })
    if (isNoted && tried.state !== 'waiting') ended += 1
  }
  await letGo(db, id, now, [...new Set(sent.map(({ delivery }) => delivery.subject))])
  if (after.status === 'disabled') ended += await giveUp(db, id)
  if (after.releases) await (webhook.status === 'failing' ? beginAllAnew : release)(db, id, now)
  const { status, failures, failingSince } = after
  const nextAt = nextLook(after, await earliestDue(db, id), now, Math.random())
  return { status, failures, failingSince, nextAt, waiting: webhook.waiting - ended }
}
