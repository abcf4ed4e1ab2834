import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { replaceKey } from '../gateway/profiles.ts'
import { connectGateway, newProfile, unlock } from '../testing/open-wallet.ts'
import { lock } from '../vault/vault.ts'
import { CONSENT_MS } from './rules.ts'
import { openIntent, readIntent, writeIntent } from './store.ts'
import { type FakeGateway, type Fate, fakeGateway } from './testing/fake-gateway.ts'
import { newWorker } from './testing/new-worker.ts'

const T = Date.UTC(2027, 0, 31, 12)
const refused = { status: 400, code: 'validation_error' }

let gateway: FakeGateway
let worker: Awaited<ReturnType<typeof newWorker>>
/** What the worker waits for, where that is an answer that does not come. */
let hanging: Promise<unknown> | undefined

beforeEach(() => vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const fates: Fate[] = [
  'answers',
  'away',
  'lost',
  'hangs',
  'stuck',
  'late',
  { status: 409, code: 'idempotency_in_progress' },
  { status: 429, code: 'rate_limited', retryAfter: '30' },
  { status: 401, code: 'invalid_api_key' },
  { status: 503, code: 'overloaded' },
]
const fate = fc.constantFrom(...fates)

/** What may happen, in any order. */
const event = fc.oneof(
  { weight: 6, arbitrary: fc.constant({ is: 'step' } as const) },
  { weight: 3, arbitrary: fc.record({ is: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 400_000 }) }) },
  { weight: 2, arbitrary: fc.record({ is: fc.constant('post' as const), fate }) },
  { weight: 2, arbitrary: fc.record({ is: fc.constant('look' as const), fate }) },
  { weight: 2, arbitrary: fc.constant({ is: 'worker ends' } as const) },
  { weight: 1, arbitrary: fc.constant({ is: 'lock' } as const) },
  { weight: 1, arbitrary: fc.constant({ is: 'late ones arrive' } as const) },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('refuses' as const), yes: fc.boolean() }) },
  { weight: 1, arbitrary: fc.constant({ is: 'send again' } as const) },
  { weight: 1, arbitrary: fc.constant({ is: 'discard' } as const) },
  { weight: 1, arbitrary: fc.constant({ is: 'leave' } as const) },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('reconnect' as const), limited: fc.boolean() }) },
)
type Event = typeof event extends fc.Arbitrary<infer E> ? E : never

async function startWorker(): Promise<void> {
  gateway.workerEnds()
  hanging = undefined
  worker = await newWorker()
}

/** Goes on until the work is done, or waits for an answer that does not come. */
async function soon(work: () => Promise<unknown>): Promise<void> {
  if (hanging !== undefined) return
  const silence = gateway.silence().then(() => 'silence')
  const end = work().catch(() => undefined)
  if ((await Promise.race([end, silence])) === 'silence') hanging = end
}

/** Time runs out for whatever hangs. */
async function timeOut(): Promise<void> {
  gateway.timeOut()
  await hanging
  hanging = undefined
}

async function happen(id: string, one: Event, consents: number[]): Promise<void> {
  switch (one.is) {
    case 'step':
      return soon(() => worker.advance(id))
    case 'pass':
      vi.setSystemTime(Date.now() + one.ms)
      return timeOut()
    case 'post':
      return void gateway.fates.post.push(one.fate)
    case 'look':
      return void gateway.fates.look.push(one.fate)
    case 'worker ends':
      return startWorker()
    case 'lock':
      return lock()
    case 'late ones arrive':
      return gateway.arrive()
    case 'refuses':
      return gateway.refuses(one.yes ? refused : undefined)
    case 'send again':
      if ((await readIntent(id)).state === 'ask') consents.push(Date.now())
      return soon(() => worker.consentAgain(id))
    case 'discard':
      return soon(() => worker.discard(id))
    case 'leave':
      return soon(() => worker.leave(id))
    case 'reconnect':
      return reconnect(id, one.limited ? ['other'] : null)
  }
}

/** By another key: it reaches these wallets, or all. */
async function reconnect(id: string, walletIds: string[] | null): Promise<void> {
  await unlock()
  gateway.reaches(walletIds)
  const { profileId } = await readIntent(id)
  const { email, apiKey, key } = newProfile()
  await replaceKey(profileId, { email, apiKey, key: { ...key, walletIds } }, Date.now())
}

/** The gateway is well and shows everything, the wallet open, the worker new, and time passes. */
async function settleDown(id: string): Promise<void> {
  gateway.fates.post = []
  gateway.fates.look = []
  await reconnect(id, null)
  await startWorker()
  for (let steps = 0; steps < 10; steps++) {
    vi.setSystemTime(Date.now() + 5 * 60_000)
    await unlock()
    await worker.advance(id)
  }
}

test('whatever happens in whatever order, a payment is made at most once, never without a fresh consent, and its end is true', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 5, maxLength: 40 }), async (events) => {
      fakeBrowser.reset()
      vi.setSystemTime(T)
      gateway = fakeGateway()
      vi.stubGlobal('fetch', gateway.fetch)
      await unlock()
      const { id: profileId } = await connectGateway()
      const { id } = await writeIntent(profileId, { verb: 'mint', walletId: 'w', amount: '1' }, T)
      await startWorker()
      const consents = [T]

      for (const one of events) {
        await happen(id, one, consents)
        if (one.is === 'pass' || one.is === 'step') await unlock()
      }
      await settleDown(id)

      for (const { key, at } of gateway.posts) {
        expect(key).toBe(id)
        const last = consents.filter((consent) => consent <= at).at(-1) ?? Number.NEGATIVE_INFINITY
        if (!isLate(events)) expect(at - last).toBeLessThan(CONSENT_MS)
      }
      expect(gateway.made.size).toBeLessThanOrEqual(1)
      const end = await openIntent(await readIntent(id), Date.now())
      if (end.state === 'accepted') expect(end).toMatchObject({ terminal: true, transaction: { externalId: id } })
      else expect(['ask', 'refused', 'discarded', 'left']).toContain(end.state)
      // What was late may arrive after the person was told; nobody can know of it before.
      if (!isLate(events) && end.state !== 'accepted' && end.state !== 'left') expect(gateway.made.size).toBe(0)
    }),
    { numRuns: process.env.SOTTO_LONG_TESTS === '1' ? 2_000 : 100 },
  )
}, 600_000)

const isLate = (events: Event[]) => events.some((one) => one.is === 'post' && one.fate === 'late')

test('what comes back for a worker that has ended moves nothing', async () => {
  fakeBrowser.reset()
  gateway = fakeGateway()
  gateway.fates.post.push('hangs')
  const unanswered = gateway.fetch('https://pay.example/api/v1/payments/mint', { method: 'POST', body: '{}' })
  await startWorker()
  gateway.timeOut()
  const silence = new Promise((resolve) => setImmediate(resolve, 'silence'))
  expect(await Promise.race([unanswered.catch(() => 'given up'), silence])).toBe('silence')
})
