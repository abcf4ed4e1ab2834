import { DELIVERY_ANSWER_BYTES, DELIVERY_TIMEOUT_MS } from '#shared/limits.ts'
import type { Chain } from '../chain/port.ts'
import { type Config, webhookReach } from '../config/config.ts'
import { systemClock } from '../world/clock.ts'
import type { Log } from '../world/log.ts'
import { createMemory } from '../world/memory.ts'
import { createPost } from '../world/outgoing/post.ts'
import { createSingleFlight } from '../world/single-flight.ts'
import type { Step, World } from '../world/world.ts'
import type { Store } from './open-store.ts'

type Parts = {
  config: Config
  store: Store
  chain: Chain
  log: Log
  closing: AbortSignal
  drained: AbortSignal
  step?: (step: Step) => void
}

/** The real world: this machine's clock and randomness, the opened store, the chain as configured. */
export function createWorld({ config, store, chain, log, closing, drained, step = () => {} }: Parts): World {
  const { db, locks, requests, sharedNow, keys, newId } = store
  return {
    config,
    db,
    keys,
    chain,
    log,
    clock: systemClock,
    sharedNow,
    newId,
    locks,
    requests,
    singleFlight: createSingleFlight(),
    memory: createMemory(),
    post: createPost({ reach: webhookReach(config), timeoutMs: DELIVERY_TIMEOUT_MS, maxBytes: DELIVERY_ANSWER_BYTES }),
    step,
    closing,
    drained,
  }
}
