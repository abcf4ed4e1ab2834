import type { Address } from '#shared/model/ids.ts'
import type { Db } from '../db/database.ts'
import type { LegDraft } from '../legs/prepare.ts'
import type { World } from '../world/world.ts'
import { meansOf } from './means.ts'
import { noteRight } from './rights-store.ts'

/** The part of a redeem's draft that burns an amount which everybody will see. */
export type PublicBurn = { provesNothing: true; build(): Promise<LegDraft[]>; alongside(db: Db): Promise<void> }

/** It cannot be tried before the permission that comes with it is mined (370,000 measured). */
const BURN_GAS = 600_000n

/** Undefined where the chain has no contract for it, or it is not to be used: then the amount is proved. */
export async function publicBurn(world: World, wallet: Address, units: bigint): Promise<PublicBurn | undefined> {
  const means = await meansOf(world, wallet)
  if (means.is !== 'there') return undefined
  const { mayMove, renewal } = means
  const burn: LegDraft = {
    kind: 'unwrap',
    call: world.chain.calls.redeemPublicly(units),
    movesValue: true,
    ...(mayMove ? {} : { fixedGas: BURN_GAS }),
  }
  return {
    provesNothing: true,
    build: async () => (renewal === undefined ? [burn] : [renewal.leg, burn]),
    async alongside(db) {
      if (renewal !== undefined) await noteRight(db, wallet, renewal.until)
    },
  }
}
