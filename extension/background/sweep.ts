import { profileIds } from '../gateway/profiles.ts'
import { intents } from '../intents/kept.ts'
import { forgetProfile, keptProfileIds } from '../store/sealed/sealed-store.ts'
import { forgetArrivals } from './arrivals/note.ts'

/**
 * Takes away what is left of gateways that are not connected any more: the worker may have been ended while it removed
 * one. What cannot be read of the gateways is no reason to forget what belongs to them.
 */
export async function sweep(): Promise<void> {
  await sweepPayments()
  const connected = await profileIds()
  await forgetArrivals((profileId) => connected.has(profileId))
  await sweepRecords()
}

async function sweepPayments(): Promise<void> {
  const before = await profileIds()
  if ((await intents.get()).every(({ profileId }) => before.has(profileId))) return
  await intents.update(async (list) => {
    // Read in this turn: a gateway that was connected a moment ago may have its first payment in the list.
    const known = await profileIds()
    return list.filter(({ profileId }) => known.has(profileId))
  })
}

async function sweepRecords(): Promise<void> {
  const kept = await keptProfileIds()
  const known = await profileIds()
  for (const profileId of kept) if (!known.has(profileId)) await forgetProfile(profileId)
}
