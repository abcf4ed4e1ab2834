import type { Address } from '#shared/model/ids.ts'
import type { Chain } from '../chain/port.ts'
import type { World } from '../world/world.ts'

/** Asked again after so long: the token's owner can name others at any time. */
const KEPT_MS = 60_000

type Kept = { at: number; observers: Promise<readonly Address[] | undefined> }

const kept = new WeakMap<Chain, Kept>()

/** Who may decrypt every balance and amount of the confidential token; undefined where the chain does not say now. */
export function readObservers({ chain, clock }: Pick<World, 'chain' | 'clock'>): Kept['observers'] {
  const known = kept.get(chain)
  if (known !== undefined && clock.elapsed() - known.at < KEPT_MS) return known.observers
  const observers = chain.tokenPowers().then(
    (powers) => powers.observers,
    () => {
      kept.delete(chain)
      return undefined
    },
  )
  kept.set(chain, { at: clock.elapsed(), observers })
  return observers
}
