import { browser } from '../browser.ts'
import { profiles } from '../gateway/profiles.ts'
import { intents } from '../intents/kept.ts'
import { isFinished } from '../intents/rules.ts'
import { isWaiting } from '../sites/approvals/approval.ts'
import { approvals } from '../sites/approvals/store.ts'
import { arrivals } from '../store/arrivals.ts'
import { settings } from '../store/settings.ts'
import { lockAt } from '../vault/lock-rules.ts'
import { unlocked } from '../vault/state.ts'

export const UNSETTLED = 'unsettled'
export const LOCK = 'lock'
export const ARRIVALS = 'arrivals'

/** The alarms and the badge follow from what is stored: money under way or come in, and when the wallet has to be locked. */
export async function schedule(): Promise<void> {
  const state = await unlocked.get()
  const unsettled = (await intents.get()).filter((intent) => !isFinished(intent))
  const moving = unsettled.some((intent) => intent.state !== 'ask')
  const connected = (await profiles.get()).list.some((profile) => profile.state === 'connected')
  const arrived = Object.values(await arrivals.get()).flatMap(({ unseen }) => unseen)
  await Promise.all([
    again(UNSETTLED, state !== null && moving ? 0.5 : 0),
    again(ARRIVALS, state !== null && connected ? 1 : 0),
    state === null ? browser.alarms.clear(LOCK) : atLockTime(state),
    badge(
      (await approvals.get()).list.filter(isWaiting).length,
      state === null ? 0 : arrived.length,
      unsettled.length > 0,
    ),
  ])
}

/** An alarm that runs already is not put off. 0 for none. */
async function again(name: string, periodInMinutes: number): Promise<void> {
  if (periodInMinutes === 0) await browser.alarms.clear(name)
  else if ((await browser.alarms.get(name)) === undefined) browser.alarms.create(name, { periodInMinutes })
}

async function atLockTime(state: Parameters<typeof lockAt>[0]): Promise<void> {
  browser.alarms.create(LOCK, { when: lockAt(state, (await settings.get()).lock) })
}

/** How many web pages wait for an answer, else how many payments came in, else a dot while money is under way. */
async function badge(waiting: number, arrived: number, moving: boolean): Promise<void> {
  const came = arrived > 99 ? '99+' : `+${arrived}`
  await browser.action.setBadgeBackgroundColor({ color: '#17605b' })
  await browser.action.setBadgeText({ text: waiting > 0 ? String(waiting) : arrived > 0 ? came : moving ? '•' : '' })
}
