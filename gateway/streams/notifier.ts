import { STREAM_COMMENT_MS } from '#shared/limits.ts'
import { principalOf } from '../auth/caller.ts'
import { livingCredentials } from '../auth/credentials/living.ts'
import { errorWords } from '../error-words.ts'
import { headsOf } from '../outbox/store.ts'
import { learnArrivals, scanForArrivals } from '../transactions/arrivals/look.ts'
import type { World } from '../world/world.ts'
import type { Listener } from './listener.ts'
import { createNews, type News } from './news.ts'
import { requireRoom } from './stream-limits.ts'

/** How often the table is asked whether there is more: other processes write to it too. */
const LOOK_EVERY_MS = 200
/** A credential that is revoked ends its streams within a second. */
const CHECK_EVERY_MS = 500

/** One loop for all streams of this process, which rests while there is none. */
export type Notifier = {
  /** What the streams are told. */
  readonly news: News
  /** Refuses where the credential, its account or all together have as many streams as they may. */
  requireRoom(listener: Pick<Listener, 'caller'>): void
  add(listener: Listener): void
  remove(listener: Listener): void
  /** Its client has gone. */
  end(listener: Listener): void
  /** How many streams there are. */
  size(): number
}

export function notifierOf(world: World): Notifier {
  return world.memory.part('streams', () => createNotifier(world))
}

function createNotifier(world: World): Notifier {
  const listeners = new Set<Listener>()
  const news = createNews(world)
  let runs = false
  /** Forgotten at once: one whose client does not read would stay until it does. */
  const end = (listener: Listener) => {
    listener.end()
    listeners.delete(listener)
  }

  async function run(): Promise<void> {
    let checkedAt = world.clock.elapsed()
    while (listeners.size > 0 && !world.closing.aborted) {
      await world.clock.sleep(LOOK_EVERY_MS, world.closing)
      const now = world.clock.elapsed()
      const checks = now - checkedAt >= CHECK_EVERY_MS
      if (checks) checkedAt = now
      await look(world, news, [...listeners], checks ? end : undefined).catch((error: unknown) => {
        world.log.error({ error: errorWords(error) }, 'streams were not looked after')
      })
    }
    news.forget()
    if (world.closing.aborted) for (const listener of listeners) end(listener)
    runs = false
  }

  return {
    news,
    requireRoom: ({ caller }) => requireRoom(listeners, caller),
    add(listener) {
      listeners.add(listener)
      if (runs) return
      runs = true
      void run()
    },
    remove: (listener) => void listeners.delete(listener),
    end,
    size: () => listeners.size,
  }
}

/** One question about the news of all accounts that listen, and now and then one about their credentials. */
async function look(
  world: World,
  news: News,
  listeners: readonly Listener[],
  end: ((one: Listener) => void) | undefined,
) {
  if (end !== undefined) await endDead(world, listeners, end)
  const heads = await headsOf(world.db, [...new Set(listeners.map(({ caller }) => caller.account.id))])
  const now = world.clock.elapsed()
  news.forget()
  for (const listener of listeners) {
    // Behind the last event where a standby has taken over that lacks it.
    const hasNews = (heads.get(listener.caller.account.id) ?? 0) !== listener.sent.sequence
    if (hasNews || now - listener.spokeAt >= STREAM_COMMENT_MS) listener.wake()
  }
  // A stream is a read that lasts: what comes in from outside is looked for as by other reads.
  void scanForArrivals(world)
  void learnArrivals(world)
}

async function endDead(world: World, listeners: readonly Listener[], end: (one: Listener) => void): Promise<void> {
  const credentials = new Map(listeners.map(({ caller }) => [principalOf(caller), caller.credential]))
  const living = await livingCredentials(world.db, [...credentials.values()], world.clock.now())
  for (const listener of listeners) if (!living.has(principalOf(listener.caller))) end(listener)
}
