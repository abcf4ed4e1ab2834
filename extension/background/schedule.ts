import { browser } from '../browser.ts'
import { intents } from '../intents/kept.ts'
import { isFinished } from '../intents/rules.ts'
import { approvals } from '../sites/approval.ts'
import { settings } from '../store/settings.ts'
import { lockAt } from '../vault/lock-rules.ts'
import { unlocked } from '../vault/state.ts'

export const UNSETTLED = 'unsettled'
export const LOCK = 'lock'

/** The alarms and the badge follow from what is stored: money under way, and when the wallet has to be locked. */
export async function schedule(): Promise<void> {
  const state = await unlocked.get()
  const unsettled = (await intents.get()).filter((intent) => !isFinished(intent))
  const moving = unsettled.some((intent) => intent.state !== 'ask')
  await Promise.all([
    state !== null && moving ? every30Seconds() : browser.alarms.clear(UNSETTLED),
    state === null ? browser.alarms.clear(LOCK) : atLockTime(state),
    badge((await approvals.get()).list.length, unsettled.length > 0),
  ])
}

async function every30Seconds(): Promise<void> {
  if ((await browser.alarms.get(UNSETTLED)) === undefined) browser.alarms.create(UNSETTLED, { periodInMinutes: 0.5 })
}

async function atLockTime(state: Parameters<typeof lockAt>[0]): Promise<void> {
  browser.alarms.create(LOCK, { when: lockAt(state, (await settings.get()).lock) })
}

/** How many web pages wait for an answer, else a dot while money is under way; no amount, no name. */
async function badge(waiting: number, moving: boolean): Promise<void> {
  await browser.action.setBadgeBackgroundColor({ color: '#17605b' })
  await browser.action.setBadgeText({ text: waiting > 0 ? String(waiting) : moving ? '•' : '' })
}
