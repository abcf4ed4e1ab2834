import { browser } from '../browser.ts'
import type { OpenIntent } from '../intents/intent.ts'
import { tokenOf } from '../intents/token-of.ts'
import { plainToken } from '../plain-text.ts'
import { settings } from '../store/settings.ts'
import { view } from '../store/view.ts'
import { notificationWords } from '../words/en/notifications.ts'
import { verbWords } from '../words/en/verbs.ts'

const PAYMENT = 'payment:'

/** Tells how a payment ended, where the person asked to be told. No amount while amounts are hidden. */
export async function announceEnd(intent: OpenIntent): Promise<void> {
  const { notifications, hideConfidential } = await settings.get()
  if (!notifications || !(await browser.permissions.contains({ permissions: ['notifications'] }))) return
  const { order, transaction, state } = intent
  // What the person ended is no news.
  if (state !== 'accepted' && state !== 'refused') return
  const settled = state === 'accepted' && transaction?.status === 'SETTLED' && transaction.waitingFor === null
  // The verb says enough where amounts are hidden; a screen can be read by anyone who sits beside it.
  const what = hideConfidential ? verbWords[order.verb] : notificationWords.what(order.verb, await amountOf(intent))
  await browser.notifications.create(PAYMENT + intent.id, {
    type: 'basic',
    iconUrl: browser.runtime.getURL('icon/128.png'),
    title: notificationWords[settled ? 'settled' : state === 'accepted' ? 'failed' : 'refused'],
    message: what,
  })
}

async function amountOf(intent: OpenIntent): Promise<string> {
  const seen = await view.get()
  const token = tokenOf(intent, seen?.profileId === intent.profileId ? seen.balances?.list : undefined)
  return token === undefined ? intent.order.amount : `${intent.order.amount} ${plainToken(token)}`
}

/** Opens the payment that a notification is about, and takes the notification away. */
export async function openNotified(notification: string): Promise<void> {
  if (!notification.startsWith(PAYMENT)) return
  const about = new URLSearchParams({ id: notification.slice(PAYMENT.length) })
  await browser.tabs.create({ url: browser.runtime.getURL(`/dashboard.html#/payment?${about}`) })
  await browser.notifications.clear(notification)
}
