import { describe, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { unlock } from '../testing/open-wallet.ts'
import { lock } from '../vault/vault.ts'
import type { Order } from './intent.ts'
import { intents } from './kept.ts'
import { readIntent } from './store.ts'
import {
  begin,
  cutOff,
  gateway,
  opened,
  payAnew,
  runOn,
  startWorker,
  T,
  transfer,
  worker,
} from './testing/payment-world.ts'

payAnew()

describe('all goes well', () => {
  test.each<[Order, string, Record<string, unknown>]>([
    [{ verb: 'fund', walletId: 'w1', amount: '100' }, '/fund', { walletId: 'w1', amount: '100' }],
    [{ verb: 'mint', walletId: 'w1', amount: '60' }, '/mint', { walletId: 'w1', amount: '60' }],
    [{ verb: 'redeem', walletId: 'w1', amount: '10' }, '/redeem', { walletId: 'w1', amount: '10' }],
    [transfer, '/transfer', { walletId: 'w1', amount: '12.5', token: 'cSTABLE', to: `0x${'a'.repeat(40)}` }],
    [
      { ...transfer, token: 'STABLE', destination: { is: 'nota', nota: 'a.b.c', address: '0x' } },
      '/transfer',
      { walletId: 'w1', amount: '12.5', token: 'STABLE', nota: 'a.b.c' },
    ],
    [
      { ...transfer, destination: { is: 'wallet', walletId: 'w2', address: '0x' } },
      '/transfer',
      { walletId: 'w1', amount: '12.5', token: 'cSTABLE', toWalletId: 'w2' },
    ],
  ])('%j is sent once, under its own key and name', async (order, path, body) => {
    const { id } = await begin(order)
    await worker.advance(id)
    expect(gateway.posts).toEqual([{ key: id, path: `/api/v1${path}`, body: { ...body, externalId: id }, at: T }])
    expect(await opened(id)).toMatchObject({ state: 'accepted', terminal: true, transactionId: 't0', sent: 1 })
  })

  test('two payments of the same amount are two payments', async () => {
    for (const { id } of [await begin(), await begin()]) await worker.advance(id)
    expect(gateway.made.size).toBe(2)
  })

  test('it is followed until its transaction has ended', async () => {
    gateway.begins('SETTLING')
    const { id } = await begin({ verb: 'redeem', walletId: 'w1', amount: '10' })
    expect(await worker.advance(id)).toMatchObject({ state: 'accepted', terminal: false })
    expect(await worker.advance(id)).toMatchObject({ state: 'accepted', terminal: false })
    gateway.settles()
    expect(await worker.advance(id)).toMatchObject({ terminal: true })
    expect((await opened(id)).transaction).toMatchObject({ status: 'SETTLED' })
    expect(gateway.posts).toHaveLength(1)
  })

  test('callers at the same time get the same step', async () => {
    const { id } = await begin()
    await Promise.all([worker.advance(id), worker.advance(id), worker.advance(id)])
    expect(gateway.posts).toHaveLength(1)
  })

  test('what lies on disk names neither amount nor address', async () => {
    const { id } = await begin()
    await worker.advance(id)
    const disk = JSON.stringify(await fakeBrowser.storage.local.get())
    expect(disk).toContain(id)
    for (const secret of ['12.5', 'a'.repeat(40), 'cSTABLE', 'sotto_sk_test']) expect(disk).not.toContain(secret)
  })
})

describe('the worker ends', () => {
  test('before it sent anything: the next one sends', async () => {
    const { id } = await begin()
    await startWorker()
    expect(await runOn(id)).toMatchObject({ state: 'accepted', sent: 1 })
  })

  test('after it wrote that it sends, and nothing left: the next one looks, then sends under the same key', async () => {
    const { id } = await begin()
    gateway.fates.post = ['stuck']
    await cutOff(id)
    expect(gateway.made.size).toBe(0)
    expect(await runOn(id)).toMatchObject({ state: 'accepted', sent: 2 })
    expect(gateway.posts.map(({ key }) => key)).toEqual([id])
  })

  test('after the gateway took it: the next one finds it and sends nothing', async () => {
    const { id } = await begin()
    gateway.fates.post = ['hangs']
    await cutOff(id)
    expect(await runOn(id)).toMatchObject({ state: 'accepted', transactionId: 't0' })
    expect(gateway.posts).toHaveLength(1)
  })

  test('between the legs: the next one follows', async () => {
    gateway.begins('SETTLING')
    const { id } = await begin({ verb: 'redeem', walletId: 'w1', amount: '10' })
    await worker.advance(id)
    await startWorker()
    gateway.settles()
    expect(await runOn(id)).toMatchObject({ state: 'accepted', terminal: true })
    expect(gateway.posts).toHaveLength(1)
  })
})

describe('it is not known what became of a call', () => {
  test('its answer was lost: it is looked for and found', async () => {
    const { id } = await begin()
    gateway.fates.post = ['lost']
    expect(await worker.advance(id)).toMatchObject({ state: 'unknown', sent: 1 })
    expect((await opened(id)).failure).toMatchObject({ code: 'unreachable' })
    expect(await runOn(id)).toMatchObject({ state: 'accepted', failure: null })
    expect(gateway.posts).toHaveLength(1)
  })

  test('nobody was there: it is sent again, under the same key', async () => {
    const { id } = await begin()
    gateway.fates.post = ['away', 'away']
    expect(await runOn(id)).toMatchObject({ state: 'accepted', sent: 3 })
    expect(gateway.posts.map(({ key }) => key)).toEqual([id])
  })

  test('a gateway that does not look for names gets it under the same key, and makes it once', async () => {
    const { id: other } = await begin()
    await worker.advance(other)
    gateway.ignoresExternalId()
    const { id } = await begin()
    gateway.fates.post = ['lost']
    expect(await runOn(id)).toMatchObject({ state: 'accepted', transactionId: 't1' })
    expect(gateway.posts.map(({ key }) => key)).toEqual([other, id, id])
    expect(gateway.made.size).toBe(2)
  })

  test.each([
    ['the first is still running', { status: 409, code: 'idempotency_in_progress' }],
    ['too many requests', { status: 429, code: 'rate_limited', retryAfter: '40' }],
    ['the gateway is busy', { status: 503, code: 'overloaded' }],
    ['the gateway had a mishap', { status: 500, code: 'internal_error' }],
    ['a payment failed without a record', { status: 502, code: 'transfer_failed' }],
  ])('%s: it waits, looks, and sends again under the same key', async (_, fate) => {
    const { id } = await begin()
    gateway.fates.post = [fate]
    const waiting = await worker.advance(id)
    expect(waiting).toMatchObject({ state: 'unknown' })
    expect(waiting.notBefore - Date.now()).toBeGreaterThanOrEqual(
      Number('retryAfter' in fate ? fate.retryAfter : 2) * 1_000,
    )
    expect(await worker.advance(id)).toEqual(waiting)
    expect(await runOn(id)).toMatchObject({ state: 'accepted', sent: 2 })
  })
})

describe('the wallet locks', () => {
  test('before it sends: nothing leaves until it is unlocked', async () => {
    const { id } = await begin()
    await lock()
    await expect(worker.advance(id)).rejects.toMatchObject({ code: 'locked' })
    expect(gateway.posts).toEqual([])
    await unlock()
    expect(await runOn(id)).toMatchObject({ state: 'accepted', sent: 1 })
  })

  test('while the call is under way: what came back is found after the unlock', async () => {
    const { id } = await begin()
    const fetched = gateway.fetch
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      const answer = await fetched(url, init)
      if (init.method === 'POST') await lock()
      return answer
    })
    await expect(worker.advance(id)).rejects.toMatchObject({ code: 'locked' })
    expect(await readIntent(id)).toMatchObject({ state: 'sending' })
    await unlock()
    expect(await runOn(id)).toMatchObject({ state: 'accepted', sent: 1 })
    expect(gateway.posts).toHaveLength(1)
  })
})

test('one that was removed with its gateway stays gone', async () => {
  const { id } = await begin()
  gateway.fates.post = ['lost']
  const refused = expect(worker.advance(id)).rejects.toMatchObject({ code: 'unknown_intent' })
  await intents.set([])
  await refused
  expect(await intents.get()).toEqual([])
})
