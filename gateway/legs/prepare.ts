import type { Address, Hex } from '#shared/model/ids.ts'
import type { PaymentReading } from '../chain/payment-reading.ts'
import type { Call, Estimate } from '../chain/port.ts'
import type { Revert } from '../chain/revert.ts'
import type { LegKind } from '../db/schema/payment-rows.ts'
import type { World } from '../world/world.ts'
import { withStandIn } from './tags/tag.ts'

export type LegDraft = {
  kind: LegKind
  call: Call
  movesValue: boolean
  /** The input that was encrypted for the call: the chain does not show its amount. */
  encrypted?: { handle: Hex; units: bigint }
  /** Gas for a call that cannot be tried before an earlier leg is mined. */
  fixedGas?: bigint
  /** Added to the margin over the chain's estimate. */
  moreGasPercent?: bigint
}

export type Prepared = { draft: LegDraft; gas: bigint; cost: bigint }

/** A call that the chain would refuse: nothing was signed. */
export class WouldRevert extends Error {
  readonly revert: Revert
  constructor(revert: Revert) {
    super(revert.text)
    this.name = 'WouldRevert'
    this.revert = revert
  }
}

/** Margin: the gas of a call may change until it is mined, as when an empty confidential balance gets a slot of its own. */
const GAS_MARGIN_PERCENT = 140n

/**
 * The gas of each call, by the estimates of a reading. Throws `WouldRevert`. An estimate is made a block earlier or
 * later than the balances were read: `atOneBlock` asks again, at their block, before a call is given up.
 */
export async function prepareLegs(
  world: World,
  sender: Address,
  drafts: readonly LegDraft[],
  { estimates, fees, block }: PaymentReading,
  atOneBlock: boolean,
): Promise<Prepared[]> {
  let estimated = 0
  return Promise.all(
    drafts.map(async (draft) => {
      const estimate = draft.fixedGas === undefined ? estimates[estimated++] : undefined
      const gas = draft.fixedGas ?? gasIn(draft, await triedAt(world, sender, draft, { estimate, block, atOneBlock }))
      return { draft, gas, cost: draft.call.value + gas * fees.maxFee }
    }),
  )
}

/** The calls to estimate, in the order of their legs: each as long as with its tag, which is not known before the nonce. */
export function callsIn(sender: Address, drafts: readonly LegDraft[]): { sender: Address; call: Call }[] {
  return drafts
    .filter(({ fixedGas }) => fixedGas === undefined)
    .map(({ call }) => ({ sender, call: withStandIn(call) }))
}

type Asked = { estimate: Estimate | undefined; block: number; atOneBlock: boolean }

async function triedAt(world: World, sender: Address, { call }: LegDraft, { estimate, block, atOneBlock }: Asked) {
  const isRefused = estimate === undefined || estimate.is === 'reverts'
  return isRefused && atOneBlock ? world.chain.estimate(sender, withStandIn(call), block) : estimate
}

function gasIn({ moreGasPercent = 0n }: LegDraft, estimate: Estimate | undefined): bigint {
  if (estimate === undefined) throw new Error('the chain was not asked about this call')
  if (estimate.is === 'reverts') throw new WouldRevert(estimate.revert)
  return (estimate.gas * (GAS_MARGIN_PERCENT + moreGasPercent)) / 100n
}

export function costOf(prepared: readonly Prepared[]): bigint {
  return prepared.reduce((sum, leg) => sum + leg.cost, 0n)
}
