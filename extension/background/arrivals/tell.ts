import type { Transaction } from '#shared/model/transaction.ts'
import { amountText } from '#shared/ui/kit/values/group-amount.ts'
import { shortenAddress } from '#shared/ui/kit/values/shorten-address.ts'
import { browser } from '../../browser.ts'
import { plainToken } from '../../plain-text.ts'
import { settings } from '../../store/settings.ts'
import { filled, noticesNow } from './notice-words.ts'
import { mayNotify, notify } from './notify.ts'

export const ARRIVAL = 'arrival:'

/** So many are told one by one within a minute. A gateway that sends more must not bury the person in them. */
const SINGLY = 4
const MINUTE_MS = 60_000
let told: number[] = []

/** Tells what came in, each under its own name: told again after a worker that was ended, it takes its own place. */
export async function tellArrivals(profileId: string, rows: readonly Transaction[], now: number): Promise<void> {
  if (rows.length === 0 || !(await mayNotify())) return
  told = told.filter((at) => Math.abs(now - at) < MINUTE_MS)
  const words = await noticesNow()
  if (told.length + rows.length > SINGLY) return notify(nameOf(profileId, ''), words.several, words.seeThem)
  const { hideConfidential } = await settings.get()
  for (const row of rows) {
    told.push(now)
    await notify(nameOf(profileId, row.id), words.one, hideConfidential ? words.seeIt : whatOf(row, words.from))
  }
}

function whatOf({ amount, token, from }: Transaction, fromText: string): string {
  const what = amount === null ? plainToken(token) : `${amountText(amount)} ${plainToken(token)}`
  return from ? filled(fromText, { what, payer: shortenAddress(from) }) : what
}

const nameOf = (profileId: string, id: string) => ARRIVAL + new URLSearchParams({ gateway: profileId, id })

/** What a click on such a notification is about; an empty ID where it tells of several. Null where it is none. */
export function arrivalNamed(notification: string): { profileId: string; id: string } | null {
  if (!notification.startsWith(ARRIVAL)) return null
  const about = new URLSearchParams(notification.slice(ARRIVAL.length))
  return { profileId: about.get('gateway') ?? '', id: about.get('id') ?? '' }
}

/** Clears the notification of a payment that is not there any more. */
export async function clearNotification(profileId: string, id: string): Promise<void> {
  await browser.notifications?.clear(nameOf(profileId, id))
}
