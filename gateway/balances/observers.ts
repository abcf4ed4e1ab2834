import type { Address } from '#shared/model/ids.ts'
import type { World } from '../world/world.ts'

/** Asked again after so long: the token's owner can name others at any time. */
const KEPT_MS = 60_000

type Kept = { at?: number; observers?: Promise<readonly Address[] | undefined> }

/** Who may decrypt every balance and amount of the confidential token; undefined where the chain does not say now. */
export function readObservers({ chain, clock, memory }: World): Promise<readonly Address[] | undefined> {
  const kept = memory.part('observers', (): Kept => ({}))
  if (kept.observers === undefined || kept.at === undefined || clock.elapsed() - kept.at >= KEPT_MS) {
    kept.at = clock.elapsed()
    kept.observers = chain.tokenPowers().then(
      ({ observers }) => observers,
      () => {
        delete kept.observers
        return undefined
      },
    )
  }
  return kept.observers
}
