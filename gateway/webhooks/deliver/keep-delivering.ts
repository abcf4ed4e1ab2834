import { DELIVERY_TIMEOUT_MS } from '#shared/limits.ts'
import { errorWords } from '../../error-words.ts'
import { keepDoing } from '../../world/keep-doing.ts'
import type { World } from '../../world/world.ts'
import { claimDue, type Due } from '../store.ts'
import type { Webhook } from '../webhook.ts'
import { LONGEST_MS } from './rules.ts'
import { setAside } from './set-aside.ts'
import { spreadNews } from './spread.ts'
import { sendWave } from './wave.ts'

/** How often it is looked whether there is more to tell. */
const LOOK_EVERY_MS = 200
/** As long as two answers may take, and what is written of them: a killed process's webhooks go on elsewhere then. */
const LEASE_MS = DELIVERY_TIMEOUT_MS + 20_000
/** Webhooks that are sent to at a time, and of them those whose last try was not taken: hanging ones leave room for others. */
const AT_ONCE = 1_000
const DOUBTFUL_AT_ONCE = AT_ONCE / 2

/** Sends what is due. One for each process; several on one database share the webhooks. */
export type Deliverer = {
  /** Begins what is due now, without waiting for answers. */
  look(): Promise<void>
  /** Resolves when all that was begun has ended. */
  ended(): Promise<void>
}

export function createDeliverer(world: World): Deliverer {
  const busy = new Map<Promise<void>, boolean>()

  async function begin(doubtful: boolean, most: number): Promise<void> {
    for (const webhook of await claim(world, { most, doubtful })) {
      const sending = serve(world, webhook)
        .catch((error: unknown) => world.log.error({ webhook: webhook.id, error: errorWords(error) }, 'not delivered'))
        .finally(() => busy.delete(sending))
      busy.set(sending, doubtful)
    }
  }

  async function beginDue(): Promise<void> {
    const doubtful = [...busy.values()].filter(Boolean).length
    await begin(false, AT_ONCE - busy.size)
    await begin(true, Math.min(DOUBTFUL_AT_ONCE - doubtful, AT_ONCE - busy.size))
  }

  return {
    async look() {
      await spreadNews(world, beginDue)
      await beginDue()
    },
    async ended() {
      while (busy.size > 0) await Promise.all(busy.keys())
    },
  }
}

/** One wave after the other, as long as there is something to send and it is taken. */
async function serve(world: World, webhook: Webhook): Promise<void> {
  let claimed: Webhook | undefined = webhook
  while (claimed !== undefined && (await sendWave(world, claimed)) && !world.closing.aborted)
    [claimed] = await claim(world, { most: 1, doubtful: false, id: claimed.id })
}

async function claim(world: World, due: Pick<Due, 'most' | 'doubtful' | 'id'>): Promise<Webhook[]> {
  const now = await world.sharedNow(world.db)
  const all: Due = { ...due, now, lease: LEASE_MS, longest: LONGEST_MS }
  const { webhooks, altered } = await claimDue(world.db, world.keys, all)
  await setAside(world, altered)
  return webhooks
}

/** Until the gateway closes; ends when what is under way has. */
export async function keepDelivering(world: World): Promise<void> {
  const deliverer = createDeliverer(world)
  const failed = (error: string) => world.log.error({ error }, 'webhooks were not looked after')
  await keepDoing(world, LOOK_EVERY_MS, () => deliverer.look(), failed)
  await deliverer.ended()
}
