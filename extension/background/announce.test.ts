import { beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import type { Transaction } from '#shared/model/transaction.ts'
import { profiles } from '../gateway/profiles.ts'
import type { OpenIntent } from '../intents/intent.ts'
import { writeIntent } from '../intents/store.ts'
import { notices } from '../store/notices.ts'
import { defaultSettings, type Settings, settings } from '../store/settings.ts'
import { view } from '../store/view.ts'
import { triple } from '../testing/fixtures.ts'
import { connectGateway, unlock } from '../testing/open-wallet.ts'
import { announceEnd, openNotified } from './announce.ts'

let given: boolean
beforeEach(() => {
  fakeBrowser.reset()
  given = true
  fakeBrowser.permissions.contains = vi.fn(async () => given) as never
})

const transaction = (part: Partial<Transaction>) =>
  ({ status: 'SETTLED', waitingFor: null, token: 'cSTABLE', ...part }) as Transaction
const payment = (part: Partial<OpenIntent> = {}) =>
  ({
    id: 'i',
    profileId: 'p1',
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

test.each<[string, OpenIntent, string]>([
  ['as the transaction names it', payment({ transaction: transaction({ token: 'XYZ' }) }), 'Mint of 12.50 XYZ'],
  ['as its wallet names it', payment({ state: 'refused', transaction: null }), 'Mint of 12.50 cSTABLE'],
  [
    'without what turns text around',
    payment({ transaction: transaction({ token: '\u202eXYZ' }) }),
    'Mint of 12.50 XYZ',
  ],
])('where amounts are shown, its amount stands there with the token %s', async (_, intent, message) => {
  await view.set({ profileId: 'p1', balances: { list: [triple()], at: 0 }, transactions: null })
  expect(await told(intent, { hideConfidential: false })).toMatchObject([{ message }])
})

test('a click opens the payment in the dashboard and takes the notification away; of others it is nothing', async () => {
  const create = vi.spyOn(fakeBrowser.tabs, 'create')
  await told(payment({ id: 'a b' }))
  await openNotified('payment:a b')
  expect(create.mock.calls).toEqual([[{ url: fakeBrowser.runtime.getURL('/dashboard.html#/payment?id=a+b') }]])
  expect(fakeBrowser.notifications.getAllCreateOptions()).toEqual({})
  await openNotified('somebody-elses')
  expect(create).toHaveBeenCalledTimes(1)
})

test('a click on what another gateway settled switches to that gateway, or its screen would show nothing', async () => {
  await unlock()
  const { id: profileId } = await connectGateway({ name: 'A' })
  await connectGateway({ name: 'B' })
  const { id } = await writeIntent(profileId, { verb: 'mint', walletId: 'w1', amount: '5' }, Date.now())
  await openNotified(`payment:${id}`)
  expect((await profiles.get()).active).toBe(profileId)
})

test('the amount is written as everywhere else', async () => {
  await view.set({ profileId: 'p1', balances: { list: [triple()], at: 0 }, transactions: null })
  const large = payment({ order: { verb: 'mint', walletId: 'w1', amount: '1250000' } })
  const [note] = (await told(large, { hideConfidential: false })) as { message: string }[]
  expect(note?.message).toBe('Mint of 1\u202f250\u202f000.00 cSTABLE')
})

test('it speaks the language that the pages left it, and English where they left nothing', async () => {
  await view.set({ profileId: 'p1', balances: { list: [triple()], at: 0 }, transactions: null })
  await notices.set({ settled: 'Zahlung abgeschlossen', mint: '$& Prägung', of: '{what}: {amount}', decimal: ',' })
  expect(await told(payment(), { hideConfidential: false })).toMatchObject([
    { title: 'Zahlung abgeschlossen', message: '$& Prägung: 12,50 cSTABLE' },
  ])
  expect(await told(payment({ state: 'refused', transaction: null }))).toMatchObject([
    { title: 'Payment refused: nothing was sent', message: '$& Prägung' },
  ])
})

test.each(['discarded', 'left'] as const)('a payment that was %s by the person is no news', async (state) => {
  expect(await told(payment({ state, transaction: null }))).toEqual([])
})

test('nobody is told who did not ask to be, or took the permission back', async () => {
  expect(await told(payment(), { notifications: false })).toEqual([])
  given = false
  expect(await told(payment())).toEqual([])
})
