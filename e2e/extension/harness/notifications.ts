import { expect } from 'vitest'
import { ring } from './payments.ts'
import { until } from './until.ts'
import type { Wallet } from './wallet.ts'

/** The wallet tells by notifications what comes in from here on. */
export async function turnNotificationsOn(wallet: Wallet): Promise<void> {
  await allowNotifications(wallet)
  const shown = {
    lock: { idleMinutes: 15, capHours: 12 },
    appearance: 'system',
    hideConfidential: false,
    notifications: true,
  }
  await wallet.run(`chrome.storage.local.set({ settings: ${JSON.stringify(shown)} })`)
  await rings(wallet, 'a first look', async () => Object.keys(await heard(wallet)).length > 0)
}

/** The prompt cannot be pressed, but the profile holds its answer already. */
async function allowNotifications(wallet: Wallet): Promise<void> {
  const cdp = await wallet.context().newCDPSession(wallet.page())
  const { result } = await cdp.send('Runtime.evaluate', {
    expression: `chrome.permissions.request({ permissions: ['notifications'] })`,
    userGesture: true,
    awaitPromise: true,
  })
  await cdp.detach()
  expect(result.value).toBe(true)
}

/** The alarm goes off until there is something: the worker may set it for later at the same moment, which takes its place. */
export function rings(wallet: Wallet, what: string, look: () => Promise<boolean> | boolean): Promise<boolean> {
  return until(what, async () => {
    await ring(wallet, 'arrivals')
    return look()
  })
}

type Heard = Record<string, { known: object; unseen: string[] }>
const heard = async (wallet: Wallet) =>
  (await wallet.run<{ arrivals?: Heard }>(`chrome.storage.local.get('arrivals')`)).arrivals ?? {}

/** Names of the notifications that stand. */
export const told = async (wallet: Wallet) => Object.keys(await wallet.run<object>('chrome.notifications.getAll()'))
export const badge = (wallet: Wallet) => wallet.run<string>('chrome.action.getBadgeText({})')
