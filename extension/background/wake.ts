import { profiles } from '../gateway/profiles.ts'
import { answerGranted } from '../sites/approvals/decide.ts'
import { endAllWaiting } from '../sites/manage.ts'
import { tellPayments } from '../sites/payments/told.ts'
import { keptTransactions } from '../store/sealed/activity.ts'
import { keptBalances } from '../store/sealed/balances.ts'
import { changeView } from '../store/view.ts'
import { clearIfLocked, dataKey, lockIfDue } from '../vault/vault.ts'
import { follow } from './live/follow.ts'
import { look } from './live/refresh.ts'
import { isLive } from './live/surfaces.ts'
import { resume } from './money.ts'
import { schedule } from './schedule.ts'

/** Shows the kept answers, then takes up the work that waited. */
export async function afterUnlock(): Promise<void> {
  // Kept answers are a convenience: if they cannot be read, the wallet opens all the same.
  await showKept().catch(() => undefined)
  await schedule()
  void follow()
  void resume()
  void answerGranted()
  void tellPayments()
}

/** While locked nothing is sent and nothing is looked at, and what a page asked for has to be asked for again. */
export async function afterLock(): Promise<void> {
  await follow()
  await endAllWaiting()
  await schedule()
}

/** On an alarm or after a restart: lock where it is time, else go on. Pages hear of their payments also while it is locked. */
export async function wake(): Promise<void> {
  const isLocked = await lockIfDue(Date.now())
  if (isLocked) await clearIfLocked()
  await schedule()
  // Before as well: a gateway that does not answer, of whichever payment, holds up no page.
  void tellPayments()
  if (!isLocked) await resume().then(tellPayments)
}

/** Looks for arrivals at every connected gateway, even if no page of the wallet is open. */
export async function lookForArrivals(): Promise<void> {
  if (await lockIfDue(Date.now())) return schedule()
  // A stream tells what comes in where there is one.
  const connected = (await profiles.get()).list.filter(({ id, state }) => state === 'connected' && !isLive(id))
  await Promise.allSettled(connected.map(({ id }) => look(id)))
}

/** Loads the last answers of the active gateway from the sealed store, so that an unlocked wallet is never empty. */
async function showKept(): Promise<void> {
  const { active } = await profiles.get()
  if (active === null) return
  const key = await dataKey(Date.now())
  const [balances, list] = await Promise.all([keptBalances(key, active), keptTransactions(key, active, 20)])
  if (balances === null) return
  await changeView(active, { balances, transactions: { list, total: list.length, at: balances.at } })
}
