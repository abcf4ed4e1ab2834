import { amountsForFloat } from '../../config/config.ts'
import { derive } from '../../decryption/derive.ts'
import { remembered } from '../../decryption/read-plaintexts.ts'
import type { Attempt } from '../../legs/attempts-store.ts'
import { isPayout } from '../../legs/kinds.ts'
import { isRefused } from '../../legs/replace.ts'
import { isDead, type Leg, legsOf } from '../../legs/store.ts'
import type { World } from '../../world/world.ts'
import { firstLegNow, isForAnother } from '../payouts/payouts-of-burn.ts'
import { isDebt, isNoted } from '../states.ts'
import type { Transaction } from '../store.ts'

/**
 * Whether a leg that is not mined should be mined: `good`; `void`, if it must never take effect any more; `waits`, if the burn
 * that it pays for is not on chain now.
 */
export type Rebroadcast = 'good' | 'void' | 'waits'

/**
 * Asked before bytes are sent again. A failed payment must not move value after all, and a payout from the float pays for money
 * that has arrived: a deep reorganisation can take that back, and a holder of the wallet's key can then spend it elsewhere. A
 * payout that the token itself makes, for a burn that is gone or has another request in its present block, would only revert.
 */
export async function rebroadcastOf(world: World, owner: Transaction, leg: Leg): Promise<Rebroadcast> {
  if (isDead(leg)) return 'void'
  // The payout of a debt is made by hand, for a redeem that stays what it is, also once it is noted as paid.
  const isOfDebt = (isDebt(owner.state) || isNoted(owner.state)) && isPayout(leg)
  if (owner.status === 'FAILED' && !isOfDebt) return (await isOwed(world, owner, leg)) ? 'good' : 'void'
  if (!isPayout(leg)) return 'good'
  const first = (await legsOf(world.db, world.keys, owner.id)).find((one) => one.movesValue)
  if (first === undefined || isDead(first)) return 'void'
  if (leg.kind === 'finalize') return finalizing(world, leg, first)
  return (await hasArrived(world, owner, first)) ? 'good' : 'waits'
}

async function finalizing(world: World, leg: Leg, burn: Leg): Promise<Rebroadcast> {
  // Where no node shows it, the last one that was seen: null once that was taken back.
  const request = (await firstLegNow(world, burn))?.handle ?? burn.handle
  if (request === null) return 'waits'
  return (await isForAnother(world, leg, request)) ? 'void' : 'good'
}

type Owner = Pick<Transaction, 'status'>

/**
 * Whether a payment was reported as mined. After a reorganisation no cancellation must win against it, neither one that lost the
 * race before nor a new one: the payment would be gone permanently.
 */
const isReported = ({ status }: Owner) => status === 'SETTLING' || status === 'SETTLED'

/** The bytes to send again: the highest bid that nodes do not refuse each time. For a void leg the cancellation is to win. */
export function bytesToSend(owner: Owner, attempts: Attempt[], rebroadcast: Rebroadcast): Attempt | undefined {
  const wanted = rebroadcast !== 'void' && isReported(owner)
  const highest = (wanted ? attempts.find(({ kind }) => kind === 'call') : undefined) ?? attempts[0]
  return attempts.find((one) => one.kind === highest?.kind && !isRefused(one)) ?? highest
}

/** Whether a call that nodes keep refusing may be cancelled. A payout is made again at another nonce. */
export const mayGiveUp = (owner: Owner, leg: Leg) => isPayout(leg) || !isReported(owner)

/** Asked of the chain, not of the row: the reorganisation may be newer than the last look. It may also have moved nothing. */
async function hasArrived(world: World, owner: Transaction, first: Leg): Promise<boolean> {
  const now = await firstLegNow(world, first)
  if (now === undefined) return false
  // In another block the call has another handle, which may not be derived yet.
  await derive(world, owner.walletId, now.receipt.computations)
  const known = await remembered(world, [now.handle], owner.walletId, amountsForFloat(world.config))
  return known.get(now.handle) === owner.units
}

/** The burn of a redeem that could not be paid out: it is owed, or was returned by hand. */
async function isOwed(world: World, owner: Transaction, leg: Leg): Promise<boolean> {
  if (owner.type !== 'REDEEM' || !leg.movesValue) return false
  if (isDebt(owner.state) || isNoted(owner.state)) return true
  const legs = await legsOf(world.db, world.keys, owner.id)
  return legs.some((other) => isPayout(other) && other.state === 'reverted')
}
