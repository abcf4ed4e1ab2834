import type { World } from '../../world/world.ts'
import type { Leg } from '../store.ts'
import { includedAt, isFinal } from './inclusion.ts'

/** Asks anew whether the evidence of a leg is final: before money leaves because of it, or a payment ends by it. */
export async function isStillFinal(world: World, leg: Leg): Promise<boolean> {
  const seen = leg.minedHash === null ? undefined : await includedAt(world, leg.minedHash)
  if (seen === undefined || !(await isFinal(world, seen))) return false
  // The receipt of now is final, and may show another handle than an earlier one.
  const { confidentialMoves, unwraps } = seen.receipt
  const handles = [...confidentialMoves.map(({ handle }) => handle), ...unwraps.map(({ request }) => request)]
  return leg.handle === null || handles.includes(leg.handle)
}
