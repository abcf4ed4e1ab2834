import { STREAM_COMMENT_MS } from '#shared/limits.ts'
import type { Caller } from '../auth/caller.ts'
import { COMMENT, type Stream, written } from '../http/stream.ts'
import { idOf, placeIn } from '../outbox/place.ts'
import { endOf, newsSince } from '../outbox/store.ts'
import type { World } from '../world/world.ts'
import { createListener, type Listener } from './listener.ts'
import { notifierOf } from './notifier.ts'

/**
 * What happens in an account from now on, or, where all of it is still known, since an event that its client names.
 * Refuses where the credential, its account or all together have as many streams as they may.
 */
export async function openStream(world: World, caller: Caller, lastEventId: string | undefined): Promise<Stream> {
  const notifier = notifierOf(world)
  notifier.requireRoom({ caller })
  const account = caller.account.id
  const listener = createListener(caller, { sequence: 0 }, world.clock.elapsed())
  // Taken at once, so that several that are opened together do not all find room.
  notifier.add(listener)
  try {
    const wanted = placeIn(lastEventId)
    const resumed = wanted !== undefined && (await newsSince(world.db, world.keys, account, wanted, 1)) !== undefined
    listener.sent = resumed ? wanted : await endOf(world.db, world.keys, account)
    return { messages: messagesOf(world, listener, resumed), close: () => notifier.end(listener) }
  } catch (error) {
    notifier.remove(listener)
    throw error
  }
}

const BYTES = new TextEncoder()

async function* messagesOf(world: World, listener: Listener, resumed: boolean): AsyncGenerator<Uint8Array> {
  const { caller } = listener
  const notifier = notifierOf(world)
  try {
    yield BYTES.encode(written({ id: idOf(listener.sent), event: 'ready', data: { resumed } }))
    while (!listener.ended) {
      const piece = await notifier.news.after(caller.account.id, listener.sent)
      // What its client was too slow for is forgotten, or was lost with a server: it comes again, and is told that something is missing.
      if (!piece.follows) return
      const some = piece.for(caller)
      if (some !== undefined) {
        listener.spokeAt = world.clock.elapsed()
        yield some
      }
      listener.sent = piece.last
      if (piece.isFull) continue
      await listener.awake()
      if (world.clock.elapsed() - listener.spokeAt < STREAM_COMMENT_MS || listener.ended) continue
      listener.spokeAt = world.clock.elapsed()
      yield BYTES.encode(COMMENT)
    }
  } finally {
    notifier.remove(listener)
  }
}
