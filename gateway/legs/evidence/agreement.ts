import type { Receipt } from '../../chain/port.ts'
import type { World } from '../../world/world.ts'
import type { Leg } from '../store.ts'

/** Before anything is given up permanently, every node that is configured to confirm must show the same receipt. */
export async function isAgreed(world: World, leg: Pick<Leg, 'id'>, receipt: Receipt): Promise<boolean> {
  const agreed = await world.chain.agreed(receipt)
  if (!agreed) world.log.warn({ leg: leg.id }, 'the confirming nodes do not show the same: nothing is decided')
  return agreed
}

/** The same about what a leg was seen with, asked anew. */
export async function isStillAgreed(world: World, leg: Leg): Promise<boolean> {
  const receipt = leg.minedHash === null ? undefined : await world.chain.receipt(leg.minedHash)
  if (receipt === undefined || !(await isAgreed(world, leg, receipt))) return false
  // Agreed is what is shown now, which need not be what was believed before.
  const handles = [
    ...receipt.confidentialMoves.map(({ handle }) => handle),
    ...receipt.unwraps.map((one) => one.request),
  ]
  return leg.handle === null || handles.includes(leg.handle)
}
