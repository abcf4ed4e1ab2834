import { PAGES_OF_ADDRESS_MAX, STREAM_COMMENT_MS, STREAMS_OF_ALL_MAX } from '#shared/limits.ts'
import { Refusal } from '#shared/refusal.ts'
import { errorWords } from '../error-words.ts'
import { COMMENT, type Stream } from '../http/stream.ts'
import { type PaymentRequest, requestsById } from '../requests/store.ts'
import { openPages } from '../streams/open-pages.ts'
import { createWaker, type Waker } from '../streams/waker.ts'
import { learnArrivals, scanForArrivals } from '../transactions/arrivals/look.ts'
import type { World } from '../world/world.ts'
import { statusAt } from './pay-view.ts'

/** How often the open pages' requests are read: other processes write to them too. */
const LOOK_EVERY_MS = 500
/** A page that is open for longer asks again. */
const LONGEST_MS = 30 * 60_000

/** An open page of a request. */
type Viewer = Waker & {
  /** Whose browser it is in. */
  readonly address: string
  readonly openedAt: number
  request: PaymentRequest
}

/** One loop for the open pages of all requests, which rests while there is none. */
type Watch = { open(request: PaymentRequest, address: string): Stream }

export function watchOf(world: World): Watch {
  return world.memory.part('watch of requests', () => createWatch(world))
}

function createWatch(world: World): Watch {
  const viewers = openPages<Viewer>(world)
  let runs = false
  const end = (viewer: Viewer) => {
    viewer.end()
    viewers.delete(viewer)
  }

  async function run(): Promise<void> {
    while (viewers.size > 0 && !world.closing.aborted) {
      await world.clock.sleep(LOOK_EVERY_MS, world.closing)
      const now = world.clock.elapsed()
      // Also one whose browser does not read: it has its place for so long.
      for (const viewer of viewers) if (now - viewer.openedAt >= LONGEST_MS) end(viewer)
      await look(world, [...viewers]).catch((error: unknown) => {
        world.log.error({ error: errorWords(error) }, 'pages of requests were not looked after')
      })
    }
    for (const viewer of viewers) end(viewer)
    runs = false
  }

  return {
    open(request, address) {
      requireRoom(viewers, address)
      const viewer: Viewer = Object.assign(createWaker(), { request, address, openedAt: world.clock.elapsed() })
      viewers.add(viewer)
      if (!runs) {
        runs = true
        void run()
      }
      return { messages: messagesOf(world, viewer, () => viewers.delete(viewer)), close: () => end(viewer) }
    },
  }
}

function requireRoom(viewers: ReadonlySet<Viewer>, address: string): void {
  const headers = { 'retry-after': String(STREAM_COMMENT_MS / 1000) }
  if (viewers.size >= STREAMS_OF_ALL_MAX) throw new Refusal('overloaded', { headers })
  const own = [...viewers].filter((viewer) => viewer.address === address).length
  if (own >= PAGES_OF_ADDRESS_MAX) throw new Refusal('rate_limited', { headers })
}

/** One question about all requests whose pages are open. */
async function look(world: World, viewers: readonly Viewer[]): Promise<void> {
  const ids = [...new Set(viewers.map(({ request }) => request.id))]
  const requests = await requestsById(world.db, world.keys, ids)
  for (const viewer of viewers) {
    const request = requests.get(viewer.request.id)
    if (request === undefined) viewer.end()
    else viewer.request = request
    viewer.wake()
  }
  // A page that is looked at is a read that lasts: what comes in is looked for as by other reads.
  void scanForArrivals(world)
  void learnArrivals(world)
}

const BYTES = new TextEncoder()

/** How the request stands, at once and whenever that changes, until it has ended. */
async function* messagesOf(world: World, viewer: Viewer, left: () => void): AsyncGenerator<Uint8Array> {
  const { clock } = world
  let said = ''
  let spokeAt = clock.elapsed()
  try {
    while (!viewer.ended) {
      const status = JSON.stringify(statusAt(viewer.request, clock.now()))
      const isDue = clock.elapsed() - spokeAt >= STREAM_COMMENT_MS
      if (status !== said || isDue) {
        yield BYTES.encode(status === said ? COMMENT : `data: ${status}\n\n`)
        said = status
        spokeAt = clock.elapsed()
      }
      if (viewer.request.standing.status !== 'OPEN') return
      await viewer.awake()
    }
  } finally {
    left()
  }
}
