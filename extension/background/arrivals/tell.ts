import type { Transaction } from '#shared/model/transaction.ts'
import { amountText } from '#shared/ui/kit/values/group-amount.ts'
import { shortenAddress } from '#shared/ui/kit/values/shorten-address.ts'
import { browser } from '../../browser.ts'
import { plainToken } from '../../plain-text.ts'
import { settings } from '../../store/settings.ts'
import { filled, noticesNow } from './notice-words.ts'
import { mayNotify, notify } from './notify.ts'
import { isForPerson } from './untold.ts'

export const ARRIVAL = 'arrival:'

/** So many are told one by one within a minute. A gateway that sends more must not bury the person in them. */
const SINGLY = 4
const MINUTE_MS = 60_000
let told: number[] = []

/**
 * Tells what came in and what waits for a person, each under its own name: told again after a worker that was ended, it
 * takes its own place.
 */
export async function tellArrivals(profileId: string, rows: readonly Transaction[], now: number): Promise<void> {
  if (rows.length === 0 || !(await mayNotify())) return
  const words = await noticesNow()
  told = told.filter((at) => Math.abs(now - at) < MINUTE_MS)
  if (told.length + rows.length > SINGLY) {
    for (const waits of new Set(rows.map(isForPerson))) {
      const screen = waits ? 'approvals' : 'activity'
      await notify(nameOf(profileId, screen), words[waits ? 'wait' : 'several'], words.seeThem)
    }
    return
  }
  const { hideConfidential } = await settings.get()
  for (const row of rows) {
    told.push(now)
    const what = hideConfidential ? words.seeIt : whatOf(row, words)
    await notify(nameOf(profileId, screenOf(row.id)), words[isForPerson(row) ? 'waits' : 'one'], what)
  }
}

/** Who pays is the news of what came in; what waits is paid by a wallet of the account itself. */
function whatOf({ type, amount, token, from }: Transaction, words: Awaited<ReturnType<typeof noticesNow>>): string {
  const what = amount === null ? plainToken(token) : `${amountText(amount, words.decimal)} ${plainToken(token)}`
  return type === 'RECEIVE' && from ? filled(words.from, { what, payer: shortenAddress(from) }) : what
}

const screenOf = (id: string) => `transaction?${new URLSearchParams({ id })}`
const nameOf = (gateway: string, screen: string) => ARRIVAL + new URLSearchParams({ gateway, screen })

/** What a click on such a notification opens. Null where it is none. */
export function arrivalNamed(notification: string): { profileId: string; screen: string } | null {
  if (!notification.startsWith(ARRIVAL)) return null
  const about = new URLSearchParams(notification.slice(ARRIVAL.length))
  return { profileId: about.get('gateway') ?? '', screen: about.get('screen') ?? '' }
}

/** Clears the notification of a payment that is not there any more, or that a person decided on. */
export async function clearNotification(profileId: string, id: string): Promise<void> {
  await browser.notifications?.clear(nameOf(profileId, screenOf(id)))
}
