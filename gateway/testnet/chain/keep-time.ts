import type { Chain } from './chain.ts'

const LOOK_MS = 10 * 60_000
/** Permits last for days, and who dates them by the newest block should not be days behind. */
const STALE_SECONDS = 3_600

/**
 * The chain's clock moves with its blocks, and an idle test-net makes none: an empty one an hour keeps it near the
 * calendar, and the chain short. Returns what ends it.
 */
export function keepTime(chain: Pick<Chain, 'commit' | 'state'>, log: (line: string) => void): () => Promise<void> {
  const look = async () => {
    const { time, automine } = chain.state
    if (!automine || Date.now() / 1000 - time < STALE_SECONDS) return
    await chain.commit((at) => ({ is: 'mine', blocks: 1, at }))
  }
  const lookQuietly = () => look().catch((error) => log(`no block for the clock: ${String(error)}`))
  void lookQuietly()
  const timer = setInterval(lookQuietly, LOOK_MS)
  timer.unref()
  return async () => clearInterval(timer)
}
