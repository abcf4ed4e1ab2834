import { isKnownExecutor } from '../fhe/executors.ts'
import type { World } from '../world/world.ts'

/** A chain is upgraded a few times a year. */
const KEPT_MS = 60 * 60_000
/** Asked anew at once where a payment cannot be proven; many of them share the answer. */
const KEPT_IN_DOUBT_MS = 5_000

type Seen = { version?: string; at?: number }

/**
 * The version of the executor that the chain runs, asked at most once an hour, or, in doubt, once in five seconds. Throws
 * `ChainUnavailable`.
 */
export async function executorOf(world: World, { inDoubt = false } = {}): Promise<{ version: string; known: boolean }> {
  const seen = seenBy(world)
  const kept = inDoubt ? KEPT_IN_DOUBT_MS : KEPT_MS
  if (seen.version === undefined || seen.at === undefined || world.clock.elapsed() - seen.at >= kept) {
    const version = await world.singleFlight.run('version of the executor', '', () => world.chain.executorVersion())
    if (version !== seen.version) announce(world, version, seen.version)
    seen.version = version
    seen.at = world.clock.elapsed()
  }
  return { version: seen.version, known: isKnownExecutor(seen.version) }
}

function announce(world: World, version: string, before: string | undefined): void {
  if (!isKnownExecutor(version)) {
    const lacks = 'no handle of it can be proven by this version of Sotto, so that every amount is decrypted'
    world.log.error({ version, before }, `the chain runs an unknown executor: ${lacks}`)
  } else if (before !== undefined) {
    world.log.info({ version, before }, 'the chain runs another executor')
  }
}

/**
 * Whether amounts are derived and what was derived is believed. Under an unknown executor only what the KMS opens counts,
 * since nothing else binds an amount to a chain. (Until the version was asked for: nothing is claimed before that.)
 */
export function derives(world: World): boolean {
  const { version } = seenBy(world)
  return world.config.SOTTO_AMOUNTS === 'derived' && (version === undefined || isKnownExecutor(version))
}

function seenBy(world: World): Seen {
  return world.memory.part('executor', (): Seen => ({}))
}
