import { STREAM_COMMENT_MS } from '#shared/limits.ts'
import type { StreamEvent } from '#shared/model/stream-event.ts'
import { reaches } from '../auth/authorize.ts'
import type { Caller } from '../auth/caller.ts'
import type { OutboxRow } from '../db/schema/outbox-rows.ts'
import type { Message, Stream } from '../http/stream.ts'
import { followsOn, headsOf, isKept, newsAfter } from '../outbox/store.ts'
import { findTransactions, type Transaction, toApi } from '../transactions/store.ts'
import type { World } from '../world/world.ts'
import { createListener, type Listener } from './listener.ts'
import { notifierOf } from './notifier.ts'

/** News are read so many at a time, however many there are. */
const AT_ONCE = 100

/**
 * What happens in an account from now on, or, where all of it is still known, since an event that its client names.
 * Refuses where the credential has as many streams as it may.
 */
export async function openStream(world: World, caller: Caller, lastEventId: string | undefined): Promise<Stream> {
  const notifier = notifierOf(world)
  notifier.requireRoom({ caller })
  const account = caller.account.id
  const listener = createListener(caller, 0, world.clock.elapsed())
  // Taken at once, so that several that are opened together do not all find room.
  notifier.add(listener)
  try {
    const head = await headOf(world, account)
    const wanted = numberOf(lastEventId)
    const resumed = wanted !== undefined && (await isKept(world.db, account, wanted, head))
    listener.sent = resumed ? wanted : head
    return { messages: messagesOf(world, listener, resumed), close: () => notifier.end(listener) }
  } catch (error) {
    notifier.remove(listener)
    throw error
  }
}

async function headOf({ db }: World, accountId: string): Promise<number> {
  return (await headsOf(db, [accountId])).get(accountId) ?? 0
}

/** Only what this gateway wrote as an ID is one. */
function numberOf(id: string | undefined): number | undefined {
  return id !== undefined && /^(0|[1-9]\d{0,14})$/.test(id) ? Number(id) : undefined
}

async function* messagesOf(world: World, listener: Listener, resumed: boolean): AsyncGenerator<Message> {
  const account = listener.caller.account.id
  try {
    yield { id: String(listener.sent), event: 'ready', data: { resumed } }
    while (!listener.ended) {
      const head = await headOf(world, account)
      const some = await newsAfter(world.db, account, listener.sent, AT_ONCE)
      // What its client was too slow for is forgotten: it comes again, and is told that something is missing.
      if (!followsOn(some, listener.sent, head)) return
      for await (const event of eventsOf(world, listener.caller, some)) {
        if (listener.ended) return
        listener.spokeAt = world.clock.elapsed()
        yield event
      }
      listener.sent = some.at(-1)?.sequence ?? listener.sent
      if (some.length === AT_ONCE) continue
      await listener.awake()
      if (world.clock.elapsed() - listener.spokeAt < STREAM_COMMENT_MS || listener.ended) continue
      listener.spokeAt = world.clock.elapsed()
      yield 'comment'
    }
  } finally {
    notifierOf(world).remove(listener)
  }
}

/** Of what the credential reaches. A transaction is told as it is now; one that is not there any more goes unsaid: that it is removed follows. */
async function* eventsOf(world: World, caller: Caller, rows: readonly OutboxRow[]): AsyncGenerator<StreamEvent> {
  const reached = rows.filter(({ walletId }) => reaches(caller, walletId))
  const ids = reached.filter(({ kind }) => kind === 'transaction').map(({ subject }) => subject)
  const transactions = await findTransactions(world.db, world.keys, caller.account.id, [...new Set(ids)])
  for (const row of reached) {
    const event = eventOf(row, transactions.get(row.subject))
    if (event !== undefined) yield event
  }
}

function eventOf(row: OutboxRow, transaction: Transaction | undefined): StreamEvent | undefined {
  const id = String(row.sequence)
  switch (row.kind) {
    case 'balance':
      return { id, event: 'balance', data: { walletId: row.subject } }
    case 'removed':
      return { id, event: 'removed', data: { id: row.subject, walletId: row.walletId } }
    case 'transaction':
      return transaction && { id, event: 'transaction', data: toApi(transaction) }
  }
}
