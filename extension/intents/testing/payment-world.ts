import { afterEach, beforeEach, expect, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { replaceKey } from '../../gateway/profiles.ts'
import { connectGateway, newProfile, unlock } from '../../testing/open-wallet.ts'
import type { OpenIntent, Order } from '../intent.ts'
import { openIntent, readIntent, writeIntent } from '../store.ts'
import { type FakeGateway, fakeGateway } from './fake-gateway.ts'
import { newWorker } from './new-worker.ts'

export const T = Date.UTC(2027, 0, 31, 12)
export const MINUTE = 60_000
export const transfer = {
  verb: 'transfer',
  walletId: 'w1',
  amount: '12.5',
  token: 'cSTABLE',
  destination: { is: 'address', address: `0x${'a'.repeat(40)}` },
} satisfies Order

export let gateway: FakeGateway
let profileId: string
/** The code of the worker that lives now. */
export let worker: Awaited<ReturnType<typeof newWorker>>

/** Before each test: a wallet that is unlocked and connected to a fake gateway, and a worker that has done nothing yet. */
export function payAnew(): void {
  beforeEach(async () => {
    fakeBrowser.reset()
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: T })
    gateway = fakeGateway()
    vi.stubGlobal('fetch', gateway.fetch)
    await unlock()
    profileId = (await connectGateway()).id
    await startWorker()
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
}

export async function startWorker(): Promise<void> {
  gateway.workerEnds()
  worker = await newWorker()
}

export const pass = (ms: number) => vi.setSystemTime(Date.now() + ms)
export const begin = (order: Order = transfer) => writeIntent(profileId, order, Date.now())
export const opened = async (id: string): Promise<OpenIntent> => openIntent(await readIntent(id), Date.now())

/** The gateway is connected anew, by a key that reaches these wallets; null for all. */
export async function reconnect(walletIds: string[] | null): Promise<void> {
  gateway.reaches(walletIds)
  const { email, apiKey, key } = newProfile()
  await replaceKey(profileId, { email, apiKey, key: { ...key, walletIds } }, Date.now())
}

/** A step that the worker does not survive. */
export async function cutOff(id: string): Promise<void> {
  const silence = gateway.silence()
  void worker.advance(id)
  await silence
  expect(await readIntent(id)).toMatchObject({ state: 'sending' })
  await startWorker()
}

/** Steps, with the pauses between them, until nothing more happens by itself. */
export async function runOn(id: string, steps = 20): Promise<OpenIntent> {
  for (let step = 0; step < steps; step++) {
    await worker.advance(id)
    pass(MINUTE / 2)
    // Somebody is there: this is not about the lock.
    await unlock()
  }
  return opened(id)
}
