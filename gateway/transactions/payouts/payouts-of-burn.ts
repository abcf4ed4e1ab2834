import type { Hex } from '#shared/model/ids.ts'
import type { Receipt } from '../../chain/port.ts'
import { attemptsOf } from '../../legs/attempts-store.ts'
import { handleOfCall } from '../../legs/evidence/claimed.ts'
import type { LegOwner } from '../../legs/evidence/effect.ts'
import { inclusionOf } from '../../legs/evidence/inclusion.ts'
import { isPayout } from '../../legs/kinds.ts'
import { replace } from '../../legs/replace.ts'
import type { Leg } from '../../legs/store.ts'
import type { World } from '../../world/world.ts'

type Deps = Pick<World, 'db' | 'keys' | 'chain'>

/**
 * The payouts of a redeem that pay its burn as it is now. A burn that is mined again in another block has another handle,
 * which is its request: a finalize for the one before pays nothing, whatever becomes of it, and says nothing of the next.
 */
export async function payoutsOf(world: Deps, first: Leg, legs: readonly Leg[]): Promise<Leg[]> {
  const payouts = legs.filter(isPayout)
  const { handle } = first
  if (handle === null) return payouts
  const astray = await Promise.all(payouts.map((leg) => isForAnother(world, leg, handle)))
  return payouts.filter((_, index) => astray[index] === false)
}

export const isOpenPayout = (leg: Leg) => isPayout(leg) && leg.state === 'open'

/** Cancels the open payouts of a redeem that burned less than it asked for since a reorganisation. */
export async function cancelPayouts(world: World, owner: LegOwner, legs: readonly Leg[]): Promise<void> {
  for (const leg of legs.filter(isOpenPayout)) await replace(world, owner, leg, 'cancel')
}

/** Whether a leg finalizes another request than this one, as its bytes say. */
export async function isForAnother(world: Deps, leg: Leg, request: Hex): Promise<boolean> {
  if (leg.kind !== 'finalize') return false
  const attempts = await attemptsOf(world.db, world.keys, leg.id)
  const call = attempts.find(({ kind }) => kind === 'call')
  const meaning = call && world.chain.calls.meaningOf(world.chain.callIn(call.raw))
  return meaning?.does === 'finalize' && meaning.request !== request
}

/**
 * The handle of a first leg in the block that has it now, however deep: a reorganisation may be newer than the last look.
 * Undefined where no node shows it.
 */
export async function firstLegNow(world: World, first: Leg): Promise<{ handle: Hex; receipt: Receipt } | undefined> {
  const calls = (await attemptsOf(world.db, world.keys, first.id)).filter(({ kind }) => kind === 'call')
  const hashes = calls.map(({ hash }) => hash)
  const seen = await inclusionOf(world, hashes)
  if (seen.is !== 'included' || !seen.receipt.success) return undefined
  const { receipt } = seen
  const raw = calls.find(({ hash }) => hash === receipt.hash)?.raw
  const handle = raw && (await handleOfCall(world, { leg: first, raw, receipt }))
  return handle && { handle, receipt }
}
