import * as z from 'zod/mini'
import { CAPABILITY, type Capability, type Permission } from '../provider/protocol.ts'
import { item } from '../store/item.ts'
import { capabilityOf, Grant, isLive, permissionOf } from './grant.ts'

export const grants = item<Grant[]>('local', 'grants', z.array(Grant), [])

export async function grantOf(origin: string, capability: Capability = CAPABILITY): Promise<Grant | undefined> {
  return (await grantsOf(origin)).find((grant) => capabilityOf(grant) === capability)
}

export async function grantsOf(origin: string): Promise<Grant[]> {
  return (await grants.get()).filter((grant) => grant.origin === origin && isLive(grant, Date.now()))
}

/** What a page of this site may hear that it may. */
export async function permissionsOf(origin: string): Promise<Permission[]> {
  return (await grantsOf(origin)).map(permissionOf)
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
