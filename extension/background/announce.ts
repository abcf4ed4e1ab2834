import { amountText } from '#shared/ui/kit/values/group-amount.ts'
import { browser } from '../browser.ts'
import { selectProfile } from '../gateway/profiles.ts'
import type { OpenIntent } from '../intents/intent.ts'
import { readIntent } from '../intents/store.ts'
import { tokenOf } from '../intents/token-of.ts'
import { plainToken } from '../plain-text.ts'
import { settings } from '../store/settings.ts'
import { view } from '../store/view.ts'
import { filled, noticesNow } from './arrivals/notice-words.ts'
import { mayNotify, notify } from './arrivals/notify.ts'
import { arrivalNamed } from './arrivals/tell.ts'

const PAYMENT = 'payment:'

/** Tells how a payment ended, where the person asked to be told. No amount while amounts are hidden. */
export async function announceEnd(intent: OpenIntent): Promise<void> {
  if (!(await mayNotify())) return
  const { order, transaction, state } = intent
  // What the person ended is no news.
  if (state !== 'accepted' && state !== 'refused') return
  const settled = state === 'accepted' && transaction?.status === 'SETTLED' && transaction.waitingFor === null
  const words = await noticesNow()
  const title = words[settled ? 'settled' : state === 'accepted' ? 'failed' : 'refused']
  // The verb says enough where amounts are hidden; a screen can be read by anyone who sits beside it.
  const { hideConfidential } = await settings.get()
  const what = words[order.verb]
  await notify(
    PAYMENT + intent.id,
    title,
    hideConfidential ? what : filled(words.of, { what, amount: await amountOf(intent, words.decimal) }),
  )
}

async function amountOf(intent: OpenIntent, decimal: string): Promise<string> {
  const seen = await view.get()
  const token = tokenOf(intent, seen?.profileId === intent.profileId ? seen.balances?.list : undefined)
  const amount = amountText(intent.order.amount, decimal)
  return token === undefined ? amount : `${amount} ${plainToken(token)}`
}

/** Opens what a notification is about, and takes the notification away. */
export async function openNotified(notification: string): Promise<void> {
  const route = await routeOf(notification)
  if (route === undefined) return
  await browser.tabs.create({ url: browser.runtime.getURL(`/dashboard.html#/${route}`) })
  await browser.notifications.clear(notification)
}

async function routeOf(notification: string): Promise<string | undefined> {
  const arrival = arrivalNamed(notification)
  if (arrival !== null) {
    // Its gateway may not be the one on screen, or not be connected any more.
    await selectProfile(arrival.profileId).catch(() => undefined)
    return arrival.screen
  }
  if (!notification.startsWith(PAYMENT)) return undefined
  const id = notification.slice(PAYMENT.length)
  // Its screen is the gateway's: of another one than that on screen it would show nothing.
  await readIntent(id)
    .then(({ profileId }) => selectProfile(profileId))
    .catch(() => undefined)
  return `payment?${new URLSearchParams({ id })}`
}
