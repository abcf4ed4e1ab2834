import { tellGranted } from './approvals/asking.ts'
import type { Grant } from './grant.ts'
import { removeGrants } from './grants.ts'
import { tellSite } from './tell.ts'

/** In a turn. Takes grants back and tells the open pages, which believe it at once. */
export async function revoke(which: (grant: Grant) => boolean): Promise<void> {
  for (const { origin, capability } of await removeGrants(which)) {
    if (capability === undefined) await tellSite(origin, 'addressCardRevoked', {})
    await tellGranted(origin)
  }
}
