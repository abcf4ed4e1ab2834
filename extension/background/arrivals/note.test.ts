import { beforeEach, describe, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import type { Transaction } from '#shared/model/transaction.ts'
import { changeIntent, writeIntent } from '../../intents/store.ts'
import { arrivals } from '../../store/arrivals.ts'
import { defaultSettings, type Settings, settings } from '../../store/settings.ts'
import { transaction } from '../../testing/fixtures.ts'
import { unlock } from '../../testing/open-wallet.ts'
import { unlocked } from '../../vault/state.ts'
import { openNotified } from '../announce.ts'
import { forgetArrivals, markSeen, noteArrivals, removeArrival } from './note.ts'

const now = Date.now()
const PAYER = `0x${'c'.repeat(40)}`
const came = (id: string, part: Partial<Transaction> = {}) =>
  transaction({ id, type: 'RECEIVE', createdAt: new Date(now).toISOString(), from: PAYER, ...part })

let given: boolean
beforeEach(async () => {
  fakeBrowser.reset()
  // What is told of within a minute counts together, in the memory of one worker.
  vi.setSystemTime(Date.now() + 600_000)
  given = true
  fakeBrowser.permissions.contains = vi.fn(async () => given) as never
  await unlock(now)
  await wish({})
  await noteArrivals('p1', [])
})
const wish = (part: Partial<Settings>) => settings.set({ ...defaultSettings, notifications: true, ...part })
const told = () => fakeBrowser.notifications.getAllCreateOptions() as Record<string, { title: string; message: string }>
const badge = () => fakeBrowser.action.getBadgeText({})

describe('a payment that came in', () => {
  test('is told once and counted once, however often it is seen and by how many at once', async () => {
    const create = vi.spyOn(fakeBrowser.notifications, 'create')
    await Promise.all([1, 2, 3].map(() => noteArrivals('p1', [came('a')])))
    await noteArrivals('p1', [came('a')])
    expect(create).toHaveBeenCalledTimes(1)
    expect(await badge()).toBe('+1')
    create.mockRestore()
  })

  test('is told under the same name by the worker that comes after one which was ended in between', async () => {
    const write = vi.spyOn(fakeBrowser.storage.local, 'set')
    write.mockImplementationOnce(() => Promise.reject(new Error('ended')))
    await expect(noteArrivals('p1', [came('a')])).rejects.toThrow('ended')
    expect(Object.keys(told())).toHaveLength(1)
    await noteArrivals('p1', [came('a')])
    expect(Object.keys(told())).toHaveLength(1)
    expect(await badge()).toBe('+1')
    write.mockRestore()
  })

  test('is taken back with its block, and no news when it returns', async () => {
    await noteArrivals('p1', [came('a')])
    await removeArrival('p1', 'a')
    expect(told()).toEqual({})
    expect(await badge()).toBe('')
    await noteArrivals('p1', [came('a', { createdAt: new Date(now + 60_000).toISOString() })])
    expect(told()).toEqual({})
    expect(await badge()).toBe('')
  })

  test('is not told while the wallet is locked, and is after the next unlock', async () => {
    await unlocked.set(null)
    await noteArrivals('p1', [came('a')])
    expect(told()).toEqual({})
    await unlock(now)
    await noteArrivals('p1', [came('a')])
    expect(Object.keys(told())).toHaveLength(1)
  })

  test('is on the badge until somebody looks, told or not', async () => {
    await wish({ notifications: false })
    await noteArrivals('p1', [came('a'), came('b')])
    expect(told()).toEqual({})
    expect(await badge()).toBe('+2')
    await markSeen('p1')
    expect(await badge()).toBe('')
  })

  test('is counted though the browser refuses to show anything', async () => {
    const create = vi.spyOn(fakeBrowser.notifications, 'create').mockRejectedValue(new Error('no'))
    await noteArrivals('p1', [came('a')])
    expect(await badge()).toBe('+1')
    create.mockRestore()
  })
})

test.each<[string, Partial<Settings>, Partial<Transaction>, string]>([
  ['while amounts are hidden', {}, {}, 'Open Sotto to see it.'],
  ['while they are shown', { hideConfidential: false }, {}, '12.50 cSTABLE from 0xcccccc…\u2060cccccc'],
  ['without a payer', { hideConfidential: false }, { from: null }, '12.50 cSTABLE'],
  ['without an amount', { hideConfidential: false }, { amount: null }, 'cSTABLE from 0xcccccc…\u2060cccccc'],
  ['by a token that turns text around', { hideConfidential: false }, { token: '\u202eX', from: null }, '12.50 X'],
])('%s it says so much', async (_, chosen, part, message) => {
  await wish(chosen)
  await noteArrivals('p1', [came('a', part)])
  expect(Object.values(told())).toMatchObject([{ title: 'Payment received', message }])
})

test('a hundred at once are told in one notification, and so are a hundred one by one', async () => {
  await noteArrivals(
    'p1',
    Array.from({ length: 100 }, (_, n) => came(`a${n}`)),
  )
  expect(Object.values(told())).toMatchObject([{ title: 'Payments received', message: 'Open Sotto to see them.' }])
  for (let n = 0; n < 100; n++) await noteArrivals('p1', [came(`b${n}`)])
  expect(Object.keys(told()).length).toBeLessThanOrEqual(5)
  expect(await badge()).toBe('99+')
})

test('a click opens the transaction, of several the activity', async () => {
  const create = vi.spyOn(fakeBrowser.tabs, 'create')
  await noteArrivals('p1', [came('a b')])
  for (const name of Object.keys(told())) await openNotified(name)
  await noteArrivals(
    'p1',
    Array.from({ length: 9 }, (_, n) => came(`a${n}`)),
  )
  for (const name of Object.keys(told())) await openNotified(name)
  const url = (route: string) => ({ url: fakeBrowser.runtime.getURL(`/dashboard.html#/${route}` as never) })
  expect(create.mock.calls).toEqual([[url('transaction?id=a+b')], [url('activity')]])
  expect(told()).toEqual({})
})

describe('a payment that waits for a person', () => {
  const waits = (id: string, part: Partial<Transaction> = {}) =>
    came(id, { type: 'TRANSFER', status: 'PENDING', waitingFor: 'approval', txHash: null, ...part })
  const many = (count: number) => Array.from({ length: count }, (_, n) => waits(`w${n}`))

  test.each<[string, Partial<Settings>, string]>([
    ['while amounts are hidden', {}, 'Open Sotto to see it.'],
    ['while they are shown', { hideConfidential: false }, '12.50 cSTABLE'],
  ])('is told once, and %s it says so much', async (_, chosen, message) => {
    await wish(chosen)
    const create = vi.spyOn(fakeBrowser.notifications, 'create')
    await Promise.all([1, 2, 3].map(() => noteArrivals('p1', [waits('a')])))
    expect(create).toHaveBeenCalledTimes(1)
    expect(Object.values(told())).toMatchObject([{ title: 'Payment waits for approval', message }])
    expect(await badge()).toBe('+1')
    create.mockRestore()
  })

  test('is told with others in one notification, apart from what came in', async () => {
    await noteArrivals('p1', [...many(50), came('a')])
    const titles = Object.values(told()).map(({ title }) => title)
    expect(titles.sort()).toEqual(['Payments received', 'Payments wait for approval'])
    expect(await badge()).toBe('+51')
  })

  test('is opened by a click, and of several the inbox', async () => {
    const create = vi.spyOn(fakeBrowser.tabs, 'create')
    for (const rows of [[waits('a b')], many(9)]) {
      await noteArrivals('p1', rows)
      for (const name of Object.keys(told())) await openNotified(name)
    }
    const url = (route: string) => ({ url: fakeBrowser.runtime.getURL(`/dashboard.html#/${route}` as never) })
    expect(create.mock.calls).toEqual([[url('transaction?id=a+b')], [url('approvals')]])
    create.mockRestore()
  })

  test.each<[string, Partial<Transaction>]>([
    ['approved', { waitingFor: null }],
    ['rejected or expired', { status: 'FAILED', waitingFor: null }],
  ])('and is %s elsewhere is neither told nor counted any more', async (_, part) => {
    await noteArrivals('p1', [waits('a'), waits('b')])
    await noteArrivals('p1', [waits('a', part), waits('b')])
    expect(Object.keys(told())).toHaveLength(1)
    expect(await badge()).toBe('+1')
    await noteArrivals('p1', [waits('a', part), waits('b')])
    expect(Object.keys(told())).toHaveLength(1)
  })

  test('is no news where this wallet asked for it', async () => {
    const own = await writeIntent('p1', { verb: 'mint', walletId: 'w1', amount: '5' }, now)
    await changeIntent(own.id, { transactionId: 'a' }, now)
    await noteArrivals('p1', [waits('a'), waits('b')])
    expect(Object.keys(told())).toHaveLength(1)
    expect(await badge()).toContain('+1')
  })

  test('is stored by its ID alone', async () => {
    await noteArrivals('p1', [waits('a')])
    const text = JSON.stringify(await fakeBrowser.storage.local.get('arrivals'))
    for (const secret of ['12.5', PAYER, 'cSTABLE', 'approval']) expect(text).not.toContain(secret)
  })
})

test('what is stored says neither who paid nor how much, and goes with its gateway', async () => {
  await noteArrivals('p1', [came('a')])
  const text = JSON.stringify(await fakeBrowser.storage.local.get('arrivals'))
  expect(text).toContain('"a"')
  for (const secret of ['12.5', PAYER, 'cSTABLE']) expect(text).not.toContain(secret)
  await forgetArrivals((profileId) => profileId !== 'p1')
  expect(await arrivals.get()).toEqual({})
})
