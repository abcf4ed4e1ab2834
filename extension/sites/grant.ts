import * as z from 'zod/mini'
import { CAPABILITY, type Capability, PAYMENTS, type Permission } from '../provider/protocol.ts'

/** One site may know the card of one wallet of one gateway, or was paid from it. Choosing another wallet in the wallet itself changes nothing. */
export const Grant = z.strictObject({
  id: z.string(),
  /** Absent from one for the address card. */
  capability: z.optional(z.literal(PAYMENTS)),
  origin: z.string(),
  profileId: z.string(),
  walletId: z.string(),
  grantedAt: z.number(),
  expiresAt: z.nullable(z.number()),
  lastUsedAt: z.nullable(z.number()),
})
export type Grant = z.infer<typeof Grant>

export function capabilityOf({ capability }: Pick<Grant, 'capability'>): Capability {
  return capability ?? CAPABILITY
}

export function isLive({ expiresAt }: Pick<Grant, 'expiresAt'>, now: number): boolean {
  return expiresAt === null || expiresAt > now
}

/** As a page sees it: neither which gateway nor which wallet. */
export function permissionOf({ id, capability, origin, grantedAt, expiresAt }: Grant): Permission {
  const caveats = expiresAt === null ? [] : [{ type: 'expiresAt' as const, value: expiresAt }]
  return { id, parentCapability: capabilityOf({ capability }), invoker: origin, date: grantedAt, caveats }
}
