import * as z from 'zod/mini'
import { CAPABILITY, type Capability, PAYMENTS, type Permission } from '../provider/protocol.ts'
import { item } from '../store/item.ts'

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

export const grants = item<Grant[]>('local', 'grants', z.array(Grant), [])

export async function grantOf(
  origin: string,
  now: number,
  capability: Capability = CAPABILITY,
): Promise<Grant | undefined> {
  return (await grantsOf(origin, now)).find((grant) => capabilityOf(grant) === capability)
}

export async function grantsOf(origin: string, now: number): Promise<Grant[]> {
  return (await grants.get()).filter((grant) => grant.origin === origin && isLive(grant, now))
}

export function capabilityOf({ capability }: Pick<Grant, 'capability'>): Capability {
  return capability ?? CAPABILITY
}

export function isLive({ expiresAt }: Pick<Grant, 'expiresAt'>, now: number): boolean {
  return expiresAt === null || expiresAt > now
}

/** A site has one grant of a kind: a new one takes the place of the old. The same one again changes nothing. */
export async function addGrant(grant: Grant): Promise<void> {
  const isOther = (each: Grant) => each.origin !== grant.origin || each.capability !== grant.capability
  await grants.update((before) => [...before.filter(isOther), grant])
}

export async function noteUse(id: string, now: number): Promise<void> {
  await grants.update((before) => before.map((each) => (each.id === id ? { ...each, lastUsedAt: now } : each)))
}

/** Takes grants back; answers those that were. */
export async function removeGrants(which: (grant: Grant) => boolean): Promise<Grant[]> {
  if (!(await grants.get()).some(which)) return []
  const gone: Grant[] = []
  await grants.update((before) => {
    gone.push(...before.filter(which))
    return before.filter((each) => !which(each))
  })
  return gone
}

/** As a page sees it: neither which gateway nor which wallet. */
export function permissionOf({ id, capability, origin, grantedAt, expiresAt }: Grant): Permission {
  const caveats = expiresAt === null ? [] : [{ type: 'expiresAt' as const, value: expiresAt }]
  return { id, parentCapability: capabilityOf({ capability }), invoker: origin, date: grantedAt, caveats }
}
