import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { addProfile, profiles } from '../gateway/profiles.ts'
import { unlocked } from '../vault/state.ts'
import { lock } from '../vault/vault.ts'
import type { Intent, OpenIntent, Order } from './intent.ts'
import { intents } from './kept.ts'
import { CONSENT_MS } from './rules.ts'
import { openIntent, readIntent, writeIntent } from './store.ts'
import { type FakeGateway, fakeGateway, transactionOf } from './testing/fake-gateway.ts'

const T = Date.UTC(2027, 0, 31, 12)
const MINUTE = 60_000
const ORIGIN = 'https://pay.example.org'
const transfer: Order = {
  verb: 'transfer',
  walletId: 'w1',
  amount: '12.5',
  token: 'cSTABLE',
  destination: { is: 'address', address: `0x${'a'.repeat(40)}` },
}

let gateway: FakeGateway
let profileId: string
/** The code of the worker that lives now: what it holds in memory is its own. */
let worker: typeof import('./carry-out.ts')
let workers = 0

beforeEach(async () => {
  fakeBrowser.reset()
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: T })
  gateway = fakeGateway()
  vi.stubGlobal('fetch', gateway.fetch)
  await unlock()
  const key = { id: 'k', label: 'Chrome', prefix: 'sotto_sk_abcd', scopes: [], walletIds: null, expiresAt: null }
  const made = { origin: ORIGIN, name: 'Mine', userId: 'u1', email: 'a@example.org', apiKey: 'sotto_sk_test', key }
  profileId = (await addProfile(made, T)).id
  await startWorker()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function unlock(): Promise<void> {
  await unlocked.set({ dataKey: btoa('7'.repeat(32)), unlockedAt: Date.now(), activeAt: Date.now() })
}

/** A new worker: the old one is gone in the middle of whatever it did. */
async function startWorker(): Promise<void> {
  worker = await import(/* @vite-ignore */ `./carry-out.ts?worker=${++workers}`)
}

const pass = (ms: number) => vi.setSystemTime(Date.now() + ms)
const begin = (order: Order = transfer) => writeIntent(profileId, order, Date.now())
const opened = async (id: string): Promise<OpenIntent> => openIntent(await readIntent(id), Date.now())

/** A step that the worker does not survive. */
async function cutOff(id: string): Promise<void> {
  const silence = gateway.silence()
  void worker.advance(id)
  await silence
  expect(await readIntent(id)).toMatchObject({ state: 'sending' })
  await startWorker()
}

/** Steps, with the pauses between them, until nothing more happens by itself. */
async function runOn(id: string, steps = 20): Promise<OpenIntent> {
  for (let step = 0; step < steps; step++) {
    await worker.advance(id)
    pass(MINUTE / 2)
    // Somebody is there: this is not about the lock.
    await unlock()
  }
  return opened(id)
}

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

describe('the gateway says no', () => {
  const noCover = { status: 400, code: 'validation_error', details: [{ path: 'amount', message: 'No cover.' }] }

  test('at once: refused, with its reason, and never sent again', async () => {
    const { id } = await begin()
    gateway.refuses(noCover)
    const refused = await runOn(id)
    expect(refused).toMatchObject({ state: 'refused', failure: { code: 'validation_error', details: noCover.details } })
    expect(gateway.posts).toHaveLength(1)
  })

  test('with a record: the record counts, and its failure is kept', async () => {
    const { id } = await begin()
    const transaction = transactionOf(
      0,
      new URL(`${ORIGIN}/api/v1/transfer`),
      { ...transfer, externalId: id },
      'FAILED',
    )
    gateway.fates.post = [{ status: 502, code: 'transfer_failed', details: { transaction } }]
    await worker.advance(id)
    expect(await opened(id)).toMatchObject({ state: 'accepted', terminal: true, failure: { code: 'transfer_failed' } })
    expect((await opened(id)).failure).not.toHaveProperty('details')
  })

  test('after a try whose answer was lost and that was not taken: refused', async () => {
    const { id } = await begin()
    gateway.fates.post = ['away']
    gateway.refuses(noCover)
    expect(await runOn(id)).toMatchObject({ state: 'refused', sent: 2 })
  })

  test('because an earlier try got through after all, and used up the cover: that one is found', async () => {
    const { id } = await begin()
    gateway.fates.post = ['away', { ...noCover, taken: true }]
    await worker.advance(id)
    pass(MINUTE)
    expect(await worker.advance(id)).toMatchObject({ state: 'accepted', transactionId: 't0' })
  })

  test('and then cannot be asked whether an earlier try was taken: not known, and not called refused', async () => {
    const { id } = await begin()
    gateway.fates.post = ['away', noCover]
    await worker.advance(id)
    pass(MINUTE)
    gateway.fates.look = ['answers', 'away']
    expect(await worker.advance(id)).toMatchObject({ state: 'unknown', sent: 2 })
    expect((await opened(id)).failure).toMatchObject({ code: 'unreachable' })
  })

  test.each([
    ['not_found', 404],
    ['validation_error', 400],
    ['insufficient_scope', 403],
    ['invalid_api_key', 401],
  ])('to the look, with %s: that says nothing about the payment', async (code, status) => {
    const { id } = await begin()
    gateway.fates.post = ['lost']
    await worker.advance(id)
    pass(MINUTE)
    gateway.fates.look = [{ status, code }]
    expect(await worker.advance(id)).toMatchObject({ state: 'unknown', sent: 1 })
    expect(await runOn(id)).toMatchObject({ state: 'accepted', sent: 1 })
    expect(gateway.made.size).toBe(1)
  })

  test('when it is asked how it goes: it goes on all the same', async () => {
    gateway.begins('SETTLING')
    const { id } = await begin()
    await worker.advance(id)
    gateway.fates.read = [{ status: 404, code: 'not_found' }]
    expect(await worker.advance(id)).toMatchObject({ state: 'accepted', terminal: false })
    expect(await opened(id)).toMatchObject({ failure: { code: 'not_found' }, transaction: { status: 'SETTLING' } })
    gateway.settles()
    expect(await runOn(id)).toMatchObject({ terminal: true, failure: null })
  })
})

describe('the gateway does not know the key any more', () => {
  const revoked = { status: 401, code: 'invalid_api_key' }

  test('at the first try: refused, and the gateway is marked', async () => {
    const { id } = await begin()
    gateway.fates.post = [revoked]
    expect(await runOn(id)).toMatchObject({ state: 'refused', failure: { code: 'invalid_api_key' } })
    expect((await profiles.get()).list[0]?.state).toBe('rejected')
  })

  test('after a try whose answer was lost: it is taken up with the new key', async () => {
    const { id } = await begin()
    gateway.fates.post = ['away', revoked]
    gateway.fates.look = ['answers', revoked, revoked]
    await worker.advance(id)
    pass(MINUTE)
    expect(await worker.advance(id)).toMatchObject({ state: 'unknown' })
    expect(await runOn(id)).toMatchObject({ state: 'accepted' })
  })
})

describe('the consent grows old', () => {
  const old = async (fate: 'away' | 'lost' | 'late' | undefined): Promise<Intent> => {
    const { id } = await begin()
    if (fate !== undefined) {
      gateway.fates.post = [fate]
      await worker.advance(id)
    }
    pass(CONSENT_MS)
    await unlock()
    return readIntent(id)
  }

  test('unsent: it asks, and nothing leaves', async () => {
    const { id } = await old(undefined)
    expect(await runOn(id)).toMatchObject({ state: 'ask', sent: 0 })
    expect(gateway.posts).toEqual([])
  })

  test('after a try that nobody took: it looks, then asks, and nothing more leaves', async () => {
    const { id } = await old('away')
    expect(await runOn(id)).toMatchObject({ state: 'ask', sent: 1 })
    expect(gateway.posts).toEqual([])
  })

  test('after a try that was taken: it is found, however old', async () => {
    const { id } = await old('lost')
    expect(await runOn(id)).toMatchObject({ state: 'accepted', sent: 1 })
    expect(gateway.posts).toHaveLength(1)
  })

  test('while the gateway is away: not known, and nothing leaves when it is back', async () => {
    const { id } = await old('away')
    gateway.fates.look = ['away', 'away', 'away']
    expect(await worker.advance(id)).toMatchObject({ state: 'unknown' })
    expect(await runOn(id)).toMatchObject({ state: 'ask' })
    expect(gateway.posts).toEqual([])
  })

  test.each([undefined, 'away'] as const)('sent again by the person (%s before): the same key, once', async (fate) => {
    const { id } = await old(fate)
    await runOn(id)
    await worker.consentAgain(id)
    expect(await runOn(id)).toMatchObject({ state: 'accepted' })
    expect(gateway.posts.map(({ key }) => key)).toEqual([id])
  })

  test.each([undefined, 'away'] as const)('discarded by the person (%s before): nothing ever leaves', async (fate) => {
    const { id } = await old(fate)
    await runOn(id)
    expect(await worker.discard(id)).toMatchObject({ state: 'discarded' })
    await worker.consentAgain(id)
    expect(await runOn(id)).toMatchObject({ state: 'discarded' })
    expect(gateway.posts).toEqual([])
  })

  test('a call that may still be under way at the gateway is neither called unsent nor discarded', async () => {
    const { id } = await begin()
    gateway.fates.post.push('late', 'late')
    pass(CONSENT_MS - 10_000)
    await unlock()
    await worker.advance(id)
    pass(15_000)
    expect(await worker.advance(id)).toMatchObject({ state: 'unknown' })
    gateway.arrive()
    pass(MINUTE)
    expect(await worker.advance(id)).toMatchObject({ state: 'accepted', transactionId: 't0' })
    expect(gateway.made.size).toBe(1)
  })

  test('of a payment that was removed meanwhile nothing is sent', async () => {
    const { id } = await begin()
    const sending = worker.advance(id)
    await intents.set([])
    await expect(sending).rejects.toMatchObject({ code: 'unknown_intent' })
    expect(gateway.posts).toEqual([])
  })

  test('what the gateway took after all cannot be discarded: it is followed', async () => {
    const { id } = await old('late')
    expect(await runOn(id)).toMatchObject({ state: 'ask' })
    gateway.arrive()
    expect(await worker.discard(id)).toMatchObject({ state: 'accepted', transactionId: 't0' })
  })

  test('not followed any more: it is neither asked for nor sent again, also where the gateway comes back', async () => {
    const { id } = await begin()
    gateway.fates.post.push('lost')
    gateway.fates.look.push('away')
    await worker.advance(id)
    expect(await worker.leave(id)).toMatchObject({ state: 'left' })
    expect(await runOn(id)).toMatchObject({ state: 'left', transaction: null })
    expect(gateway.posts).toHaveLength(1)
    await worker.consentAgain(id)
    expect(await worker.discard(id)).toMatchObject({ state: 'left' })
  })

  test.each([
    ['not sent yet', 'ready', 0],
    ['taken by the gateway', 'accepted', 1],
  ])('one that is %s goes on: only of an unknown outcome one stops following', async (_, state, steps) => {
    const { id } = await begin()
    for (let step = 0; step < steps; step++) await worker.advance(id)
    expect(await worker.leave(id)).toMatchObject({ state })
  })

  test('where the gateway cannot be asked, it is not discarded: it may have been taken', async () => {
    const { id } = await old('away')
    await runOn(id)
    gateway.fates.look = ['away']
    await expect(worker.discard(id)).rejects.toThrow()
    expect(await readIntent(id)).toMatchObject({ state: 'ask' })
  })

  test.each([
    ['sent', ['accepted', 1]],
    ['discarded', ['discarded', 0]],
  ])('sent and discarded at the same time, %s first: that holds', async (first, end) => {
    const { id } = await old('away')
    await runOn(id)
    const send = () => worker.consentAgain(id).then(() => worker.advance(id))
    const discard = () => worker.discard(id)
    await Promise.all(first === 'sent' ? [send(), discard()] : [discard(), send()])
    expect([(await runOn(id)).state, gateway.made.size]).toEqual(end)
  })

  test('a clock that was set back makes no consent young again', async () => {
    const { id } = await begin()
    pass(-60 * MINUTE)
    await unlock()
    expect(await worker.advance(id)).toMatchObject({ state: 'ask' })
    expect(gateway.posts).toEqual([])
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
  const step = worker.advance(id)
  await intents.set([])
  await expect(step).rejects.toMatchObject({ code: 'unknown_intent' })
  expect(await intents.get()).toEqual([])
})
