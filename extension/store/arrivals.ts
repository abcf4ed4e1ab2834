import * as z from 'zod/mini'
import { item } from './item.ts'

/** What the wallet knows of the arrivals at one gateway. Nothing of the payments themselves. */
export const Heard = z.strictObject({
  /** Whatever came in at this time or before is no news (milliseconds since 1970, by the clock of the chain). */
  floor: z.number(),
  /** Those that the person was told of, or did not need to be: when each came in, by its ID. */
  known: z.record(z.string(), z.number()),
  /** Arrivals while no page of the wallet was open. */
  unseen: z.array(z.string()),
})
export type Heard = z.infer<typeof Heard>

/** By gateway. Times and IDs alone, in the clear: who paid and how much is not in it. */
export const arrivals = item('local', 'arrivals', z.record(z.string(), Heard), {})
