import { beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import type { Transaction } from '#shared/model/transaction.ts'
import type { OpenIntent } from '../intents/intent.ts'
import { defaultSettings, type Settings, settings } from '../store/settings.ts'
import { announceEnd } from './announce.ts'

let given: boolean
beforeEach(() => {
  fakeBrowser.reset()
  given = true
  fakeBrowser.permissions.contains = vi.fn(async () => given) as never
})

const transaction = (part: Partial<Transaction>) => ({ status: 'SETTLED', waitingFor: null, ...part }) as Transaction
const payment = (part: Partial<OpenIntent> = {}) =>
  ({
    id: 'i',
    state: 'accepted',
    order: { verb: 'mint', walletId: 'w1', amount: '12.5' },
    transaction: transaction({}),
    ...part,
  }) as OpenIntent

async function told(intent: OpenIntent, chosen: Partial<Settings> = {}): Promise<unknown[]> {
  await settings.set({ ...defaultSettings, notifications: true, ...chosen })
  await announceEnd(intent)
  return Object.values(fakeBrowser.notifications.getAllCreateOptions())
}

test.each<[string, OpenIntent, string]>([
  ['settled', payment(), 'Payment settled'],
  ['failed', payment({ transaction: transaction({ status: 'FAILED' }) }), 'Payment'],
  ['refused', payment({ state: 'refused', transaction: null }), 'Payment'],
])('a payment that %s is told, without its amount while amounts are hidden', async (how, intent, title) => {
  const [note] = (await told(intent)) as { title: string; message: string }[]
  expect(note?.title.startsWith(title)).toBe(true)
  expect(/settled/.test(note?.title ?? '')).toBe(how === 'settled')
  expect(JSON.stringify(note)).not.toContain('12.5')
  expect(note?.message).toBe('Mint')
})

test('the three are told in different words', async () => {
  const titles = new Set<string>()
  for (const intent of [
    payment(),
    payment({ transaction: transaction({ status: 'FAILED' }) }),
    payment({ state: 'refused', transaction: null }),
  ])
    for (const note of (await told(intent)) as { title: string }[]) titles.add(note.title)
  expect(titles.size).toBe(3)
})

test('with its amount where amounts are shown', async () => {
  expect(await told(payment(), { hideConfidential: false })).toMatchObject([{ message: 'Mint of 12.5' }])
})

test('nobody is told who did not ask to be, or took the permission back', async () => {
  expect(await told(payment(), { notifications: false })).toEqual([])
  given = false
  expect(await told(payment())).toEqual([])
})
