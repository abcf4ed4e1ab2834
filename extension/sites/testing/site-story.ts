import { afterEach, beforeEach, vi } from 'vitest'
import { calm } from '../../testing/calm.ts'
import { connectGateway, newProfile, unlock } from '../../testing/open-wallet.ts'
import { approvals } from '../approvals/store.ts'
import { fakeBrowser } from './fake-life.ts'
import type { FakePage } from './fake-page.ts'
import { type FakeWorld, fakeWorld } from './fake-world.ts'

export const SHOP = 'https://shop.example'
export const OTHER = 'https://other.example'
export const GATEWAY = newProfile().origin
export const CARD = { nota: 'card of w1', environment: 'sandbox', chainId: 11155111 }

export let world: FakeWorld
/** What the gateway answers; a test may hold it back. */
export const gateway = { answer: async (url: URL): Promise<Response> => card(url) }

export const card = (url: URL) =>
  Response.json({ ok: true, data: { nota: `card of ${/wallets\/(\w+)\/nota/.exec(url.pathname)?.[1]}` } })

/** Before each test: an unlocked wallet that is connected to a gateway, and two sites that the browser lets it enable. */
export function beginAnew(): void {
  beforeEach(async () => {
    fakeBrowser.reset()
    gateway.answer = async (url) => card(url)
    vi.stubGlobal('fetch', (url: string) => gateway.answer(new URL(url)))
    world = fakeWorld(async (browser) => {
      vi.resetModules()
      vi.doMock('webextension-polyfill', () => ({ default: browser }))
      const background = (await import('../../entrypoints/background.ts')).default
      await background.main()
      await calm()
    })
    world.hosts.add(world.pattern(SHOP)).add(world.pattern(OTHER)).add(world.pattern(GATEWAY))
    await unlock()
    await connectGateway()
  })
  afterEach(() => {
    // A worker that lives on would act in the next test, on the same storage.
    world.kill()
    vi.unstubAllGlobals()
  })
}

export const active = async () => {
  const { profiles } = (await fakeBrowser.storage.local.get('profiles')) as { profiles: { active: string } }
  return profiles.active
}
export const waiting = async () => (await approvals.get()).list.filter(({ outcome }) => outcome === null)
export const prompt = async () => {
  const [first] = await waiting()
  if (first === undefined) throw new Error('No page waits')
  return first
}
export const allow = async (part: Record<string, unknown> = {}) => {
  const { id } = await prompt()
  const profileId = await active()
  const reply = await world.ask('approval.decide', { id, allow: true, profileId, walletId: 'w1', days: null, ...part })
  await calm()
  return reply
}
export const refuse = async () => {
  const reply = await world.ask('approval.decide', { id: (await prompt()).id, allow: false })
  await calm()
  return reply
}
/** A page of an enabled site that waits for a card. */
export const asking = async (origin = SHOP, params: unknown = [{ purpose: 'Refunds' }]) => {
  await world.ask('site.enable', { origin })
  const page = world.open(origin)
  await calm()
  return { page, ...(await ask(page, params)) }
}
/** In an object, since a promise of a promise would be waited for. */
export const ask = async (page: FakePage, params: unknown = null, method = 'sotto_requestAddressCard') => {
  const answer = page.ask(method, params)
  await calm()
  return { answer }
}
export const answers = (page: FakePage) => [...page.answers.values()].flat()
export const eventNames = (page: FakePage) => page.events.map(({ name }) => name)
