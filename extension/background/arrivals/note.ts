import type { Transaction } from '#shared/model/transaction.ts'
import { intents } from '../../intents/kept.ts'
import { arrivals } from '../../store/arrivals.ts'
import { unlocked } from '../../vault/state.ts'
import { isWatched } from '../live/surfaces.ts'
import { schedule } from '../schedule.ts'
import { clearNotification, tellArrivals } from './tell.ts'
import { newArrivals } from './untold.ts'

/** More than a badge can say. */
const UNSEEN_MAX = 300

/**
 * Notes arrivals and what waits for a person, and announces those that were not announced yet: each once, however many parts
 * of the wallet see it, and how often. What this wallet asked for itself waits without news, and what waits no more is none.
 */
export async function noteArrivals(
  profileId: string,
  rows: readonly Transaction[],
  beside: readonly Transaction[] = [],
): Promise<void> {
  const known = (await arrivals.get())[profileId]
  for (const { id, type, waitingFor } of rows)
    if (type !== 'RECEIVE' && waitingFor !== 'approval' && known?.unseen.includes(id))
      await removeArrival(profileId, id)
  if (known !== undefined && newArrivals(known, rows, beside).heard === known) return
  await arrivals.update(async (all) => {
    const { untold: news, heard } = newArrivals(all[profileId], rows, beside)
    const own = (await intents.get()).map(({ transactionId }) => transactionId)
    const untold = news.filter(({ id }) => !own.includes(id))
    // Locked meanwhile: what came in is told after the next unlock.
    if ((await unlocked.get()) === null) return all
    // Told before it is written down: a worker that is ended in between tells it again under the same name.
    await tellArrivals(profileId, untold, Date.now()).catch(() => undefined)
    const ids = (await isWatched(profileId)) ? [] : untold.map(({ id }) => id)
    return { ...all, [profileId]: { ...heard, unseen: [...heard.unseen, ...ids].slice(-UNSEEN_MAX) } }
  })
  await schedule()
}

/** Somebody looks at a gateway: what came in there has been seen. */
export async function markSeen(profileId: string): Promise<void> {
  const known = (await arrivals.get())[profileId]
  if (known === undefined || known.unseen.length === 0) return
  await change(profileId, () => [])
}

/** A payment is not there any more: its block is gone. It stays known, and is no news when it comes back. */
export async function removeArrival(profileId: string, id: string): Promise<void> {
  await clearNotification(profileId, id)
  await change(profileId, (unseen) => unseen.filter((each) => each !== id))
}

async function change(profileId: string, how: (unseen: string[]) => string[]): Promise<void> {
  await arrivals.update((all) => {
    const heard = all[profileId]
    return heard === undefined ? all : { ...all, [profileId]: { ...heard, unseen: how(heard.unseen) } }
  })
  await schedule()
}

/** The known arrivals at gateways other than these. */
export async function forgetArrivals(others: (profileId: string) => boolean): Promise<void> {
  const all = Object.entries(await arrivals.get())
  if (all.every(([profileId]) => others(profileId))) return
  await arrivals.update((now) => Object.fromEntries(Object.entries(now).filter(([profileId]) => others(profileId))))
}
