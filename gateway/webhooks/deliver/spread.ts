import { atomically } from '../../db/database.ts'
import type { OutboxRow } from '../../db/schema/outbox-rows.ts'
import type { DeliveryRow } from '../../db/schema/webhook-rows.ts'
import { idOf, placeOf } from '../../outbox/place.ts'
import { newsAfter } from '../../outbox/store.ts'
import { typesOf } from '../../transactions/store.ts'
import type { World } from '../../world/world.ts'
import { heldSubjects, insertDeliveries } from '../deliveries-store.ts'
import { addWaiting, listBehind, movePosition } from '../store.ts'
import type { Webhook } from '../webhook.ts'
import { eventTypeOf } from './event-type.ts'
import { setAside } from './set-aside.ts'

/** So many news of an account at a time. */
const AT_ONCE = 500
const WEBHOOKS_AT_ONCE = 500

type Told = { row: OutboxRow; type: NonNullable<ReturnType<typeof eventTypeOf>> }

/**
 * Makes deliveries of all news, each once: a webhook's position moves in the database transaction that makes them. Answers
 * true at the end of the news, which never comes while the account gets more of them all the time. So `afterEach` is called
 * after each piece, once its deliveries are stored.
 */
export async function spreadNews(world: World, afterEach = async () => {}): Promise<boolean> {
  for (;;) {
    const { webhooks: behind, altered } = await listBehind(world.db, world.keys, WEBHOOKS_AT_ONCE)
    if (behind.length + altered.length === 0) return true
    await setAside(world, altered)
    // Webhooks of one account are mostly at one place.
    const pieces = new Map<string, Promise<Piece>>()
    for (const webhook of behind) {
      if (world.closing.aborted) return false
      const name = `${webhook.accountId} ${webhook.position}`
      const piece = pieces.get(name) ?? readPiece(world, webhook)
      pieces.set(name, piece)
      await spreadOne(world, webhook, await piece)
    }
    await afterEach()
  }
}

type Piece = { told: Told[]; last: number }

/** `last`: up to where nothing else is there, whether it was forgotten or never was. */
async function readPiece(world: World, webhook: Webhook & { head: number }): Promise<Piece> {
  const rows = await newsAfter(world.db, webhook.accountId, webhook.position, AT_ONCE)
  const last = rows.length < AT_ONCE ? Math.max(webhook.head, rows.at(-1)?.sequence ?? 0) : rows.at(-1)?.sequence
  return { told: await named(world, webhook.accountId, rows), last: last ?? webhook.head }
}

async function named(world: World, accountId: string, rows: readonly OutboxRow[]): Promise<Told[]> {
  const changed = rows.filter(({ status, kind }) => status !== null || kind === 'removed')
  const ids = changed.filter(({ kind }) => kind === 'transaction').map(({ subject }) => subject)
  const types = await typesOf(world.db, accountId, [...new Set(ids)])
  return changed.flatMap((row) => {
    const of = types.get(row.subject)
    // What is not there any more is told by its removal.
    if (row.kind === 'transaction' && of === undefined) return []
    const type = eventTypeOf(row, of)
    return type === undefined ? [] : [{ row, type }]
  })
}

const wants = ({ events, walletIds }: Webhook, { type, row }: Told) =>
  events.includes(type) && (walletIds === null || walletIds.includes(row.walletId))

async function spreadOne(world: World, webhook: Webhook, { told, last }: Piece): Promise<void> {
  const wanted = told.filter((one) => wants(webhook, one))
  const now = await world.sharedNow(world.db)
  await atomically(world.db, async (trx) => {
    if (!(await movePosition(trx, webhook, last)) || wanted.length === 0) return
    const held = await heldSubjects(trx, webhook.id, [...new Set(wanted.map(({ row }) => row.subject))])
    const deliveries = wanted.map(({ row, type }): DeliveryRow => {
      const waits = held.has(row.subject)
      held.add(row.subject)
      return {
        webhookId: webhook.id,
        eventId: idOf(placeOf(world.keys, row)),
        sequence: row.sequence,
        type,
        subject: row.subject,
        walletId: row.walletId === '' ? null : row.walletId,
        subjectStatus: row.status,
        createdAt: Number(row.createdAt),
        state: 'waiting',
        ...{ tries: 0, firstAt: null, triedAt: null, answer: null, flaw: null, ms: null },
        nextAt: waits ? null : now,
      }
    })
    await insertDeliveries(trx, deliveries)
    await addWaiting(trx, webhook.id, deliveries.length, now)
  })
}
