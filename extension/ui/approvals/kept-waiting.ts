import * as z from 'zod/mini'
import { read } from '../../background/ask.ts'
import { profileIds } from '../../gateway/profiles.ts'
import { type Item, item } from '../../store/item.ts'

const places = new Map<string, Item<number>>()

/** How many payments of a gateway wait for a person, as it was last read. In memory only: it goes when the wallet locks. */
export function keptWaiting(profileId: string): Item<number> {
  const known = places.get(profileId) ?? item<number>('session', `waiting ${profileId}`, z.number(), 0)
  places.set(profileId, known)
  return known
}

export async function keepWaiting(profileId: string, count: number): Promise<void> {
  const place = keptWaiting(profileId)
  await place.set(count)
  // The gateway was removed while this was on its way: nothing of it must stay.
  if (!(await profileIds()).has(profileId)) await place.remove()
}

const asking = new Map<string, Promise<unknown>>()

/** Counts them anew. An older gateway has none to tell, and a limited key is not told: the count stays. */
export async function countWaiting(profileId: string): Promise<void> {
  const count = async () => keepWaiting(profileId, (await read(profileId, 'listApprovals', {})).approvals.length)
  const asked = asking.get(profileId) ?? count().catch(() => undefined)
  asking.set(profileId, asked)
  await asked
  asking.delete(profileId)
}
