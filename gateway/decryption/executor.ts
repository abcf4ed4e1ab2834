import { ChainUnavailable } from '../chain/port.ts'
import { isKnownExecutor } from '../fhe/executors.ts'
import type { World } from '../world/world.ts'

/** A chain is upgraded a few times a year. */
const KEPT_MS = 60 * 60_000

export type Executor = { version: string; known: boolean }
type Seen = { executor?: Executor; at: number }

/** The executor that the chain runs now, asked at most once an hour. Throws `ChainUnavailable`. */
export async function executorNow(world: World): Promise<Executor> {
  const seen = seenBy(world)
  if (seen.executor !== undefined && world.clock.elapsed() - seen.at < KEPT_MS) return seen.executor
  return world.singleFlight.run('version of the executor', '', () => askNow(world))
}

/**
 * Whether the chain ran an executor at a block whose handles can be proven: what is not proven there is a lie. Where no node
 * has the state of that block any more, the executor of now has to do. Throws `ChainUnavailable`.
 */
export async function isKnownAt(world: World, block: number): Promise<boolean> {
  const version = await world.chain.executorVersion(block).catch((error: unknown) => {
    if (error instanceof ChainUnavailable) return undefined
    throw error
  })
  if (version !== undefined && isKnownExecutor(version)) return true
  const { executor } = seenBy(world)
  if (version !== undefined && executor?.version === version) return false
  // So that probes and the log tell of it at once.
  const now = await askNow(world)
  return version === undefined && now.known
}

async function askNow(world: World): Promise<Executor> {
  const seen = seenBy(world)
  const version = await world.chain.executorVersion()
  const executor = { version, known: isKnownExecutor(version) }
  if (seen.executor?.version !== version) announce(world, executor, seen.executor)
  seen.executor = executor
  seen.at = world.clock.elapsed()
  return executor
}

function announce(world: World, { version, known }: Executor, before: Executor | undefined): void {
  const versions = { version, before: before?.version }
  if (!known) world.log.error(versions, 'the chain runs an unknown executor: what it does not prove is decrypted')
  else if (before !== undefined) world.log.info(versions, 'the chain runs another executor')
}

function seenBy(world: World): Seen {
  return world.memory.part('executor', (): Seen => ({ at: 0 }))
}
