import { type Grant, removeGrants } from './grants.ts'
import { tellSite } from './tell.ts'

/** In a turn. Takes grants back and tells the open pages, which believe it at once. A site has one grant, so none is left. */
export async function revoke(which: (grant: Grant) => boolean): Promise<void> {
  for (const { origin } of await removeGrants(which)) {
    await tellSite(origin, 'addressCardRevoked', {})
    await tellSite(origin, 'permissionsChanged', [])
  }
}
