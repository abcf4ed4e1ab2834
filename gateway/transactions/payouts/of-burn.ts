import type { Hex } from '#shared/model/ids.ts'
import type { Lineage } from '../../chain/port.ts'
import { attemptsOf } from '../../legs/attempts-store.ts'
import { hiddenEffectOf } from '../../legs/evidence/effect.ts'
import { isPayout } from '../../legs/kinds.ts'
import type { Leg } from '../../legs/store.ts'
import type { World } from '../../world/world.ts'

type Books = Pick<World, 'db' | 'keys' | 'chain'>

/**
 * The payouts of a redeem that pay its burn as it is now. A burn that is mined again in another block has another handle,
 * which is its request: a finalize for the one before pays nothing, whatever becomes of it, and says nothing of the next.
 */
export async function payoutsOf(world: Books, first: Leg, legs: readonly Leg[]): Promise<Leg[]> {
  const payouts = legs.filter(isPayout)
  const { handle } = first
  if (handle === null) return payouts
  const astray = await Promise.all(payouts.map((leg) => isForAnother(world, leg, handle)))
  return payouts.filter((_, index) => astray[index] === false)
}

/** Whether a leg finalizes another request than this one, as its bytes say. */
export async function isForAnother(world: Books, leg: Leg, request: Hex): Promise<boolean> {
  if (leg.kind !== 'finalize') return false
  const attempts = await attemptsOf(world.db, world.keys, leg.id)
  const call = attempts.find(({ kind }) => kind === 'call')
  const meaning = call && world.chain.calls.meaningOf(world.chain.callIn(call.raw))
  return meaning?.does === 'finalize' && meaning.request !== request
}

/**
 * The request of a burn in the block that has it now, however deep: nobody may have looked since a reorganisation. Where no
 * node shows it, what was seen last: null once that was taken back.
 */
export async function requestNow(world: Books, burn: Leg): Promise<Hex | null> {
  for (const { hash, kind, raw } of await attemptsOf(world.db, world.keys, burn.id)) {
    const receipt = kind === 'call' ? await world.chain.receipt(hash) : undefined
    const input = world.chain.inputIn(raw)
    const isOfInput = ({ input: proven, claimedInput }: Lineage) => (proven ?? claimedInput) === input
    const effect = receipt?.success ? hiddenEffectOf(burn, receipt, isOfInput) : undefined
    if (effect?.handle !== undefined) return effect.handle
  }
  return burn.handle
}
