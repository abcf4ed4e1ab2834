import type { LegDraft } from '../../legs/prepare.ts'
import type { Pad } from '../../pads/pad.ts'
import type { World } from '../../world/world.ts'
import type { Draft } from '../submit/draft.ts'

/** Legs of the contract of pads, which prove no amount. */

/** Not estimated: that would tell a node what is added to the pad. To a receiver that never held any it takes 511,000. */
const PADDED_GAS = 750_000n

/** It cannot be tried before the permission that comes with it is mined (370,000 measured). */
const UNPERMITTED_BURN_GAS = 600_000n

/** A transfer with a pad before it is decided on: a call that says nothing. */
export function undecidedLeg({ chain }: World): LegDraft {
  return {
    kind: 'transfer',
    call: { to: chain.pads.address, data: '0x', value: 0n },
    movesValue: true,
    fixedGas: PADDED_GAS,
  }
}

/** The same once it is decided on, which spends the pad; until then nothing of the pad has left this process. */
export function paddedLeg(world: World, { to, units }: Draft, pad: Pad): LegDraft {
  if (to === null) throw new Error('a transfer has a receiver')
  const { delta, encrypted } = pad.spend(units)
  return { ...undecidedLeg(world), call: world.chain.calls.transferPadded(to, pad.input, delta), encrypted }
}

/** Burns an amount that everybody will see. */
export function publicBurnLeg({ chain }: World, { units }: Draft, isPermitted: boolean): LegDraft {
  const gas = isPermitted ? {} : { fixedGas: UNPERMITTED_BURN_GAS }
  return { kind: 'unwrap', call: chain.calls.redeemPublicly(units), movesValue: true, ...gas }
}
