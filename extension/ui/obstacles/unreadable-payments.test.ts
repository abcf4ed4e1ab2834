import { beforeEach, expect, test } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { writeIntent } from '../../intents/store.ts'
import { unlock } from '../../testing/open-wallet.ts'
import { areUnreadable, storedPayments } from './unreadable-payments.ts'

beforeEach(async () => {
  fakeBrowser.reset()
  await unlock()
})
const unreadable = async () => areUnreadable(await storedPayments.get())

test('no payment, and payments that can be read, are not said to be damaged', async () => {
  expect(await unreadable()).toBe(false)
  await writeIntent('p1', { verb: 'mint', walletId: 'w1', amount: '5' }, Date.now())
  expect(await unreadable()).toBe(false)
})

test.each([
  ['a list that is none', 'text'],
  ['one payment among others', [{ id: 'i', state: 'of a newer wallet' }]],
])('%s is told: it is not the same as no payment', async (_, intents) => {
  await fakeBrowser.storage.local.set({ intents })
  expect(await unreadable()).toBe(true)
})
