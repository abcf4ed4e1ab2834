import { browser } from '../browser.ts'
import type { OpenIntent } from '../intents/intent.ts'
import { settings } from '../store/settings.ts'
import { notificationWords } from '../words/en/notifications.ts'
import { verbWords } from '../words/en/verbs.ts'

/** Tells how a payment ended, where the person asked to be told. No amount while amounts are hidden. */
export async function announceEnd(intent: OpenIntent): Promise<void> {
  const { notifications, hideConfidential } = await settings.get()
  if (!notifications || !(await browser.permissions.contains({ permissions: ['notifications'] }))) return
  const { order, transaction, state } = intent
  const settled = state === 'accepted' && transaction?.status === 'SETTLED' && transaction.waitingFor === null
  const what = hideConfidential ? verbWords[order.verb] : notificationWords.what(order.verb, order.amount)
  await browser.notifications.create(`payment:${intent.id}`, {
    type: 'basic',
    iconUrl: browser.runtime.getURL('icon/128.png'),
    title: notificationWords[settled ? 'settled' : state === 'accepted' ? 'failed' : 'refused'],
    message: what,
  })
}
