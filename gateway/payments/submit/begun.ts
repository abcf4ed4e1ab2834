import { Refusal } from '#shared/refusal.ts'
import type { World } from '../../world/world.ts'
import type { Draft } from './draft.ts'

/** A payment under way: the ID that its row will have, and when its call came in. */
export type Begun = Draft & { id: string; begun: number }

/** A call that waited in line this long (or as long as it would wait for its receipt) is not carried out any more. */
const PATIENCE_MS = 30_000

/** Anyone who asked has given up by then, and may have asked again. `takesMs`: how long the next step takes. */
export function requireTime(world: World, { begun }: Pick<Begun, 'begun'>, takesMs = 0): void {
  const patience = Math.max(PATIENCE_MS, world.config.SOTTO_RECEIPT_WAIT_MS)
  if (world.clock.elapsed() - begun + takesMs <= patience) return
  throw new Refusal('overloaded', {
    message: 'The payment waited too long for its turn. Nothing was sent; try again.',
    headers: { 'retry-after': '1' },
  })
}

/** Another payment was promised the reserve that this one rests on. */
export class Overtaken extends Refusal {
  constructor() {
    super('overloaded', {
      message: 'Others were promised at the same time the money that this payment needs. Nothing was sent; try again.',
      headers: { 'retry-after': '1' },
    })
  }
}
