import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { addProfile } from '../gateway/profiles.ts'
import { codes } from '../provider/protocol.ts'
import { approvals } from './approvals/approval.ts'
import { grants } from './grants.ts'
import { enabling, sites } from './sites.ts'
import { fakeBrowser } from './testing/fake-life.ts'
import { type FakePage, type FakeWorld, fakeWorld } from './testing/fake-world.ts'

const SHOP = 'https://shop.example'
const OTHER = 'https://other.example'
const GATEWAY = 'https://pay.example'
const KEY = btoa('7'.repeat(32))

let world: FakeWorld
/** What the gateway answers; a test may hold it back. */
let gateway: (url: URL) => Promise<Response>

const card = (url: URL) =>
  Response.json({ ok: true, data: { nota: `card of ${/wallets\/(\w+)\/nota/.exec(url.pathname)?.[1]}` } })
const missing = () => Response.json({ ok: false, error: { code: 'not_found', message: 'Not found.' } }, { status: 404 })

beforeEach(async () => {
  fakeBrowser.reset()
  gateway = async (url) => card(url)
  vi.stubGlobal('fetch', (url: string) => gateway(new URL(url)))
  world = fakeWorld(async (browser) => {
    vi.resetModules()
    vi.doMock('webextension-polyfill', () => ({ default: browser }))
    const background = (await import('../entrypoints/background.ts')).default
    await background.main()
    await calm()
  })
  world.hosts.add(world.pattern(SHOP)).add(world.pattern(OTHER)).add(world.pattern(GATEWAY))
  await unlock()
  await connectGateway()
})
afterEach(() => vi.unstubAllGlobals())

/** Lets the worker do whatever it has to. */
async function calm(turns = 30): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate)
}

async function unlock(): Promise<void> {
  await fakeBrowser.storage.session.set({
    unlocked: { dataKey: KEY, unlockedAt: Date.now(), activeAt: Date.now() },
  })
}

async function connectGateway(): Promise<void> {
  const key = { id: 'k', label: 'k', prefix: 'sotto_sk_abcd', scopes: [], walletIds: null, expiresAt: null }
  await addProfile(
    { origin: GATEWAY, name: 'pay', userId: 'u1', email: 'a@b.example', key, apiKey: 'sotto_sk_x' },
    Date.now(),
  )
}

const active = async () => {
  const { profiles } = (await fakeBrowser.storage.local.get('profiles')) as { profiles: { active: string } }
  return profiles.active
}
const waiting = async () => (await approvals.get()).list.filter(({ outcome }) => outcome === null)
const prompt = async () => {
  const [first] = await waiting()
  if (first === undefined) throw new Error('Nobody waits')
  return first
}
const allow = async (part: Record<string, unknown> = {}) => {
  const { id } = await prompt()
  const reply = await world.ask('approval.decide', {
    id,
    allow: true,
    profileId: await active(),
    walletId: 'w1',
    days: null,
    ...part,
  })
  await calm()
  return reply
}
const refuse = async () => {
  const reply = await world.ask('approval.decide', { id: (await prompt()).id, allow: false })
  await calm()
  return reply
}
/** A page of an enabled site that waits for a card. */
const asking = async (origin = SHOP, params: unknown = [{ purpose: 'Refunds' }]) => {
  await world.ask('site.enable', { origin })
  const page = world.open(origin)
  await calm()
  return { page, ...(await ask(page, params)) }
}
/** In an object, since a promise of a promise would be waited for. */
const ask = async (page: FakePage, params: unknown = null, method = 'sotto_requestAddressCard') => {
  const answer = page.ask(method, params)
  await calm()
  return { answer }
}
const answers = (page: FakePage) => [...page.answers.values()].flat()
const eventNames = (page: FakePage) => page.events.map(({ name }) => name)
const CARD = { nota: 'card of w1', environment: 'sandbox', chainId: 11155111 }

describe('a site', () => {
  test('that is not enabled gets nothing: no script, no answer, no window', async () => {
    const page = world.open(SHOP)
    const said = await world.send({ to: 'provider', hello: true }, senderOf(page))
    expect(said).toBeNull()
    expect(
      await world.send({ to: 'provider', method: 'sotto_getInfo', params: null, key: 'k' }, senderOf(page)),
    ).toBeNull()
    expect([page.providers, page.window.posted, world.scripts.size, world.windows.size]).toEqual([0, [], 0, 0])
  })

  test('that is enabled has the provider in its open pages at once, and in new ones', async () => {
    const before = world.open(SHOP)
    const other = world.open(OTHER)
    expect(await world.ask('site.enable', { origin: SHOP })).toMatchObject({ ok: true })
    await calm()
    const after = world.open(SHOP)
    await calm()
    expect([before.providers, after.providers, other.providers]).toEqual([1, 1, 0])
    expect(before.events).toEqual([{ sotto: 'event', name: 'connect', value: { chainId: '0xaa36a7' } }])
    expect(other.window.posted).toEqual([])
  })

  test.each([
    ['without the permission of the browser', 'https://unasked.example', 'permission_missing'],
    ['by an address that is no origin', `${SHOP}/cart`, 'not_allowed'],
    ['by plain http', 'http://shop.example', 'not_allowed'],
    ['by a word', 'shop', 'not_allowed'],
  ])('is not enabled %s', async (_, origin, code) => {
    expect(await world.ask('site.enable', { origin })).toMatchObject({ ok: false, failure: { code } })
    expect(await sites.get()).toEqual([])
  })

  test('that is disabled loses everything, and its open pages learn it', async () => {
    const { page, answer } = await asking()
    await allow()
    const { answer: second } = await ask(page, null, 'sotto_getAddressCard')
    expect([await answer, await second]).toMatchObject([{ value: CARD }, { value: CARD }])
    page.events.length = 0

    expect(await world.ask('site.disable', { origin: SHOP })).toMatchObject({ ok: true })
    await calm()
    expect(eventNames(page)).toEqual(['addressCardRevoked', 'permissionsChanged', 'disconnect'])
    expect((await (await ask(page)).answer).failure?.code).toBe(codes.away)
    expect([await sites.get(), await grants.get(), world.scripts.size]).toEqual([[], [], 0])
    expect(world.hosts.has(world.pattern(SHOP))).toBe(false)
    expect(world.hosts.has(world.pattern(GATEWAY))).toBe(true)
  })

  test('that is disabled and enabled again begins without a grant, and its open page goes on with one provider', async () => {
    const { page } = await asking()
    await allow()
    await world.ask('site.disable', { origin: SHOP })
    world.hosts.add(world.pattern(SHOP))
    await world.ask('site.enable', { origin: SHOP })
    await calm()
    expect(page.providers).toBe(1)
    expect(eventNames(page).at(-1)).toBe('connect')
    expect((await (await ask(page, null, 'sotto_getAddressCard')).answer).failure?.code).toBe(codes.notGranted)
  })

  test('whose permission was taken in the settings of the browser is disabled, also while no worker ran', async () => {
    const { page } = await asking()
    await allow()
    world.kill()
    world.hosts.delete(world.pattern(SHOP))
    await world.worker()
    await calm()
    expect([await sites.get(), await grants.get(), world.scripts.size]).toEqual([[], [], 0])
    expect(eventNames(page)).toContain('disconnect')
  })

  test('on the host of a gateway keeps that gateway its permission, and the other way round', async () => {
    const origin = `${GATEWAY}:8443`
    await world.ask('site.enable', { origin })
    await world.ask('site.disable', { origin })
    expect(world.hosts.has(world.pattern(GATEWAY))).toBe(true)
    const { originsInUse } = await import('./manage.ts')
    await world.ask('site.enable', { origin })
    expect(await originsInUse()).toEqual([origin, GATEWAY])
  })

  test('is enabled by the worker, where the question of the browser closed the popup', async () => {
    world.hosts.delete(world.pattern(SHOP))
    const page = world.open(SHOP)
    await enabling.set({ origin: SHOP, tabId: page.tabId, askedAt: Date.now() })
    await world.worker()
    world.hosts.add(world.pattern(SHOP))
    world.events.added.trigger({})
    await calm()
    expect((await sites.get()).map(({ origin }) => origin)).toEqual([SHOP])
    expect([page.providers, await enabling.get()]).toEqual([1, null])
  })

  test.each([
    ['was long ago', { askedAt: Date.now() - 3 * 60_000 }],
    ['was for a tab that shows something else by now', { tabId: 99 }],
    ['was denied', { origin: 'https://denied.example' }],
  ])('is not enabled by another permission where its own question %s', async (_, part) => {
    const page = world.open(SHOP)
    await enabling.set({ origin: SHOP, tabId: page.tabId, askedAt: Date.now(), ...part })
    await world.worker()
    world.events.added.trigger({})
    await calm()
    expect(await sites.get()).toEqual([])
  })
})

const senderOf = ({ tabId, origin }: FakePage) => ({ tab: { id: tabId }, frameId: 0, url: `${origin}/`, origin })

describe('a page that asks', () => {
  test('gets the card of the wallet that the person picks, once allowed, and again without asking', async () => {
    const { page, answer } = await asking()
    expect(world.windows.size).toBe(1)
    expect(await prompt()).toMatchObject({ origin: SHOP, purpose: 'Refunds', profileId: await active() })
    expect(await allow({ walletId: 'w2', days: 30 })).toMatchObject({ ok: true })
    expect(await answer).toMatchObject({ value: { ...CARD, nota: 'card of w2' } })
    expect(world.windows.size).toBe(0)
    expect(eventNames(page)).toEqual(['connect', 'permissionsChanged'])

    const again = await (await ask(page, [{ purpose: 'Another' }])).answer
    expect(again).toMatchObject({ value: { nota: 'card of w2' } })
    const [grant] = await grants.get()
    expect(grant).toMatchObject({ origin: SHOP, walletId: 'w2' })
    expect((grant?.expiresAt ?? 0) - (grant?.grantedAt ?? 0)).toBe(30 * 86_400_000)
    expect(await (await ask(page, null, 'sotto_getPermissions')).answer).toMatchObject({
      value: [{ id: grant?.id, parentCapability: 'sotto_addressCard', invoker: SHOP }],
    })
    expect([world.windows.size, await waiting()]).toEqual([0, []])
  })

  test('gets 4001 where the person refuses, or closes the window', async () => {
    const { page, answer } = await asking()
    await refuse()
    expect((await answer).failure?.code).toBe(codes.refused)
    const { answer: second } = await ask(page)
    await world.close([...world.windows.keys()][0] ?? 0)
    await calm()
    expect((await second).failure?.code).toBe(codes.refused)
    expect([await grants.get(), await waiting()]).toEqual([[], []])
  })

  test('is not heard for a minute after three refusals, whatever window they were in', async () => {
    const { page } = await asking()
    await refuse()
    for (let times = 0; times < 2; times++) {
      await ask(page)
      await refuse()
    }
    expect((await (await ask(page)).answer).failure).toMatchObject({ code: codes.tooMany, data: { retryAfter: 60 } })
    expect(world.windows.size).toBe(0)
  })

  test('shares its question with another page that asks the same, and both get the answer', async () => {
    const { answer } = await asking()
    const second = world.open(SHOP)
    await calm()
    const { answer: other } = await ask(second, [{ purpose: 'Refunds' }])
    expect(await waiting()).toHaveLength(1)
    await allow()
    expect([await answer, await other]).toMatchObject([{ value: CARD }, { value: CARD }])
  })

  test('gets everything that it waits for by one Allow', async () => {
    const { page, answer } = await asking()
    const { answer: other } = await ask(page, { purpose: 'Something else' })
    expect(await waiting()).toHaveLength(2)
    await allow()
    expect([await answer, await other]).toMatchObject([{ value: CARD }, { value: CARD }])
    expect(await waiting()).toEqual([])
  })

  test('fifty times at once makes three questions in one window', async () => {
    const { page } = await asking()
    const answers: Promise<unknown>[] = []
    for (let at = 0; at < 50; at++) answers.push((await ask(page, { purpose: `${at}` })).answer)
    expect([(await waiting()).length, world.windows.size]).toEqual([3, 1])
    await allow()
    const codesOf = (await Promise.all(answers)).map((each) => (each as { failure?: { code: number } }).failure?.code)
    expect(codesOf.filter((code) => code === undefined)).toHaveLength(2)
    expect(codesOf.filter((code) => code === codes.tooMany)).toHaveLength(48)
  })

  test('queues behind another site, in the same window', async () => {
    const { answer } = await asking()
    const { answer: other } = await asking(OTHER)
    expect((await waiting()).map(({ origin }) => origin)).toEqual([SHOP, OTHER])
    expect(world.windows.size).toBe(1)
    await refuse()
    expect((await answer).failure?.code).toBe(codes.refused)
    expect(world.windows.size).toBe(1)
    await allow()
    expect(await other).toMatchObject({ value: CARD })
    expect((await grants.get()).map(({ origin }) => origin)).toEqual([OTHER])
  })

  test('for permissions gets them, and no other question is asked meanwhile', async () => {
    const { page, answer } = await asking(SHOP, null)
    const wish = [{ sotto_addressCard: {} }]
    expect((await (await ask(page, wish, 'sotto_requestPermissions')).answer).failure?.code).toBe(codes.alreadyAsked)
    await refuse()
    await answer
    const { answer: permissions } = await ask(page, wish, 'sotto_requestPermissions')
    await allow({ days: 1 })
    expect(await permissions).toMatchObject({ value: [{ invoker: SHOP, caveats: [{ type: 'expiresAt' }] }] })
    expect(await (await ask(page, wish, 'sotto_requestPermissions')).answer).toEqual(
      expect.objectContaining({ value: [expect.anything()] }),
    )
    expect((await grants.get())[0]?.lastUsedAt).toBeNull()
  })

  test.each<[string, string, unknown, number]>([
    ['an unknown method', 'eth_accounts', null, codes.unknownMethod],
    ['a method of every object', 'toString', null, codes.unknownMethod],
    ['a purpose that is too long', 'sotto_requestAddressCard', { purpose: 'x'.repeat(141) }, codes.badParameters],
    ['a purpose that is none', 'sotto_requestAddressCard', { purpose: ' ' }, codes.badParameters],
    ['a purpose that turns the text around', 'sotto_requestAddressCard', { purpose: 'a\u202eb' }, codes.badParameters],
    ['a purpose of several lines', 'sotto_requestAddressCard', { purpose: 'a\nb' }, codes.badParameters],
    ['a wallet of its choice', 'sotto_requestAddressCard', { walletId: 'w1' }, codes.badParameters],
    ['an origin of its choice', 'sotto_requestAddressCard', { origin: OTHER }, codes.badParameters],
    ['two wishes', 'sotto_requestAddressCard', [{}, {}], codes.badParameters],
    ['another capability', 'sotto_requestPermissions', [{ eth_accounts: {} }], codes.badParameters],
    ['no capability', 'sotto_requestPermissions', [], codes.badParameters],
    ['parameters where there are none', 'sotto_getInfo', [1], codes.badParameters],
    ['to revoke what is not there', 'sotto_revokePermissions', null, codes.badParameters],
    ['for a card that was not granted', 'sotto_getAddressCard', null, codes.notGranted],
  ])('%s is refused', async (_, method, params, code) => {
    const { page } = await asking(SHOP, { purpose: 'first' })
    await refuse()
    expect((await (await ask(page, params, method)).answer).failure?.code).toBe(code)
    expect(await waiting()).toEqual([])
  })

  test.each([
    ['nothing', null],
    ['an empty object', {}],
    ['an empty list', []],
    ['an object in a list', [{}]],
  ])('%s is as good as no purpose', async (_, params) => {
    await asking(SHOP, params)
    expect((await prompt()).purpose).toBeNull()
  })

  test('revokes its own grant, and that of no other', async () => {
    const { page } = await asking()
    await allow()
    const { page: other } = await asking(OTHER)
    await allow()
    const wish = [{ sotto_addressCard: {} }]
    expect(await (await ask(page, wish, 'sotto_revokePermissions')).answer).toMatchObject({ value: null })
    expect((await grants.get()).map(({ origin }) => origin)).toEqual([OTHER])
    expect(eventNames(page).slice(-2)).toEqual(['addressCardRevoked', 'permissionsChanged'])
    expect(eventNames(other)).not.toContain('addressCardRevoked')
  })

  test('reads its card twenty times a minute, and then has to wait', async () => {
    const { page } = await asking()
    await allow()
    let reads = 0
    gateway = async (url) => {
      reads++
      return card(url)
    }
    for (let at = 0; at < 20; at++) await (await ask(page, null, 'sotto_getAddressCard')).answer
    const late = await (await ask(page, null, 'sotto_getAddressCard')).answer
    expect(late.failure).toMatchObject({ code: codes.tooMany, data: { retryAfter: expect.any(Number) } })
    expect(reads).toBe(20)
  })

  test('learns that its wallet is gone, and may ask again', async () => {
    const { page } = await asking()
    await allow()
    gateway = async () => missing()
    expect((await (await ask(page, null, 'sotto_getAddressCard')).answer).failure?.code).toBe(codes.notGranted)
    expect(await grants.get()).toEqual([])
    await ask(page)
    expect(await waiting()).toHaveLength(1)
  })

  test('learns that the gateway is away; its grant stays, and nobody is asked', async () => {
    const { page } = await asking()
    await allow()
    gateway = async () => {
      throw new TypeError('Failed to fetch')
    }
    for (const method of ['sotto_getAddressCard', 'sotto_requestAddressCard'])
      expect((await (await ask(page, null, method)).answer).failure?.code).toBe(codes.away)
    expect([(await grants.get()).length, await waiting()]).toEqual([1, []])
  })

  test('where the browser makes no window, is told so and waits for nothing', async () => {
    world.failing.windows = true
    const { answer } = await asking()
    expect((await answer).failure?.code).toBe(codes.away)
    expect(await waiting()).toEqual([])
  })
})

describe('while a prompt is open', () => {
  test('the lock ends it', async () => {
    const { answer } = await asking()
    await world.ask('vault.lock')
    await calm()
    expect((await answer).failure?.code).toBe(codes.away)
    expect([await waiting(), world.windows.size]).toEqual([[], 0])
  })

  test('another gateway ends it', async () => {
    const { answer } = await asking()
    await connectGateway()
    await calm()
    expect((await answer).failure?.code).toBe(codes.away)
    expect(world.windows.size).toBe(0)
  })

  test('a rename of the gateway does not', async () => {
    await asking()
    await world.ask('profile.rename', { profileId: await active(), name: 'Mine' })
    await calm()
    expect(await waiting()).toHaveLength(1)
  })

  test('a site that is disabled is not asked about any more', async () => {
    const { page, answer } = await asking()
    await world.ask('site.disable', { origin: SHOP })
    await calm()
    expect((await answer).failure?.code).toBe(codes.away)
    expect([await waiting(), world.windows.size, eventNames(page).at(-1)]).toEqual([[], 0, 'disconnect'])
  })

  test('a page that leaves takes it along', async () => {
    const { page } = await asking()
    page.leave()
    await calm()
    expect([await waiting(), world.windows.size]).toEqual([[], 0])
  })

  test('a page that crashes is noticed by the window, which is itself written down', async () => {
    const { page } = await asking()
    const [windowId = 0] = world.windows.keys()
    await approvals.update((queue) => ({ ...queue, windowId: null }))
    await world.ask('approval.check', { windowId })
    expect((await approvals.get()).windowId).toBe(windowId)
    expect(await waiting()).toHaveLength(1)
    page.leave(true)
    await world.ask('approval.check', { windowId })
    await calm()
    expect([await waiting(), world.windows.size]).toEqual([[], 0])
  })

  test('a page that crashed is granted nothing', async () => {
    const { page } = await asking()
    page.leave(true)
    expect(await allow()).toMatchObject({ ok: false, failure: { code: 'unknown_approval' } })
    expect(await grants.get()).toEqual([])
  })

  test('a tab that is closed takes it along', async () => {
    const { page } = await asking()
    world.events.tabRemoved.trigger(page.tabId)
    await calm()
    expect([await waiting(), world.windows.size]).toEqual([[], 0])
  })

  test('a gateway that is away keeps it open', async () => {
    await asking()
    gateway = async () => {
      throw new TypeError('Failed to fetch')
    }
    expect(await allow()).toMatchObject({ ok: false, failure: { code: 'unreachable' } })
    expect([(await waiting()).length, (await grants.get()).length, world.windows.size]).toEqual([1, 0, 1])
  })

  test.each([
    ['for another gateway than the prompt showed', { profileId: 'another' }, 'not_allowed'],
    ['to a question that is not there', { id: 'another' }, 'unknown_approval'],
  ])('an Allow %s does nothing', async (_, part, code) => {
    await asking()
    expect(await allow(part)).toMatchObject({ ok: false, failure: { code } })
    expect([(await waiting()).length, (await grants.get()).length]).toEqual([1, 0])
  })
})

describe('while an Allow waits for the gateway', () => {
  const held = async () => {
    const asked = await asking()
    let answerNow = () => {}
    const ready = new Promise<void>((resolve) => {
      answerNow = resolve
    })
    gateway = async (url) => ready.then(() => card(url))
    const allowed = allow()
    await calm()
    return { ...asked, allowed, answerNow }
  }

  test.each<[string, () => Promise<unknown>, string]>([
    ['the wallet is locked', () => world.ask('vault.lock'), 'locked'],
    ['another gateway is chosen', connectGateway, 'unknown_approval'],
    ['the site is disabled', () => world.ask('site.disable', { origin: SHOP }), 'unknown_approval'],
    ['the person refuses after all', refuse, 'unknown_approval'],
    ['the window is closed', () => world.close([...world.windows.keys()][0] ?? 0), 'unknown_approval'],
  ])('and %s, nothing is granted', async (_, meanwhile, code) => {
    const { allowed, answerNow, answer, page } = await held()
    await meanwhile()
    await calm()
    answerNow()
    expect(await allowed).toMatchObject({ ok: false, failure: { code } })
    expect((await answer).failure).toBeDefined()
    expect(await grants.get()).toEqual([])
    expect(answers(page)).toHaveLength(1)
  })

  test('and the page leaves, nothing is granted', async () => {
    const { allowed, answerNow, page } = await held()
    page.leave()
    await calm()
    answerNow()
    expect(await allowed).toMatchObject({ ok: false, failure: { code: 'unknown_approval' } })
    expect(await grants.get()).toEqual([])
  })
})

describe('a wallet that is locked', () => {
  test('is asked all the same, and allows once it is unlocked', async () => {
    await world.ask('vault.lock')
    await calm()
    const { page, answer } = await asking()
    expect(world.windows.size).toBe(1)
    expect(await allow()).toMatchObject({ ok: false, failure: { code: 'locked' } })
    await unlock()
    expect(await allow()).toMatchObject({ ok: true })
    expect(await answer).toMatchObject({ value: CARD })
    expect(page.answers.size).toBe(1)
  })

  test('can refuse', async () => {
    await world.ask('vault.lock')
    await calm()
    const { answer } = await asking()
    await refuse()
    expect((await answer).failure?.code).toBe(codes.refused)
  })

  test('gives no card, and one that was granted without asking again once it is unlocked', async () => {
    const { page } = await asking()
    await allow()
    await world.ask('vault.lock')
    await calm()
    expect((await (await ask(page, null, 'sotto_getAddressCard')).answer).failure?.code).toBe(codes.away)
    const { answer } = await ask(page)
    expect([(await waiting()).length, world.windows.size]).toEqual([1, 1])
    await unlock()
    const { answerGranted } = await import('./approvals/decide.ts')
    await answerGranted()
    await calm()
    expect(await answer).toMatchObject({ value: CARD })
    expect([(await grants.get()).length, await waiting(), world.windows.size]).toEqual([1, [], 0])
  })
})

test('without a gateway the question waits until there is one', async () => {
  await fakeBrowser.storage.local.remove('profiles')
  const { answer } = await asking()
  expect((await prompt()).profileId).toBeNull()
  await connectGateway()
  await calm()
  expect(await waiting()).toHaveLength(1)
  await allow()
  expect(await answer).toMatchObject({ value: CARD })
})

test('a gateway that is forgotten takes its grants along', async () => {
  const { page } = await asking()
  await allow()
  await fakeBrowser.storage.local.set({ profiles: { active: null, list: [] } })
  await calm()
  expect(await grants.get()).toEqual([])
  expect(eventNames(page).slice(-2)).toEqual(['addressCardRevoked', 'permissionsChanged'])
})

test('a wallet that is erased leaves no site enabled, and nobody waiting', async () => {
  const { page } = await asking()
  await allow()
  const { answer } = await asking(OTHER)
  const { forgetSites } = await import('./manage.ts')
  await forgetSites(Date.now())
  await calm()
  expect((await answer).failure?.code).toBe(codes.away)
  expect(eventNames(page).at(-1)).toBe('disconnect')
  expect([await sites.get(), await grants.get(), world.scripts.size, world.windows.size]).toEqual([[], [], 0, 0])
})

describe('a worker that is ended', () => {
  test('while a prompt is open goes on with it', async () => {
    const { page, answer } = await asking()
    world.kill()
    expect(await allow()).toMatchObject({ ok: true })
    expect(await answer).toMatchObject({ value: CARD })
    expect(page.answers.size).toBe(1)
  })

  /** A story of one question and one Allow, in which the worker ends at one of its calls and starts again. */
  const story = async (call: number, is: 'before' | 'after') => {
    await world.ask('site.enable', { origin: SHOP })
    const page = world.open(SHOP)
    await calm()
    world.doom({ call, is })
    const { answer } = await ask(page)
    await world.worker()
    await calm()
    for (let tries = 0; tries < 8 && answers(page).length === 0; tries++) {
      // The window looks after what it shows, and the person presses again where Allow did nothing.
      await world.ask('approval.check', { windowId: [...world.windows.keys()][0] ?? null }).catch(() => undefined)
      await allow().catch(() => undefined)
      await world.worker()
      await calm()
    }
    // A window that was left over asks what there is to show.
    for (const windowId of world.windows.keys()) await world.ask('approval.check', { windowId })
    await calm()
    return { page, answer: await answer }
  }

  const moments = Array.from({ length: 16 }, (_, at) => [at + 1, 'before' as const] as const)
  test.each([...moments, ...moments.map(([call]) => [call, 'after' as const] as const)])(
    'at call %d, just %s it: the page has one answer, and what it was given stands in one grant',
    async (call, is) => {
      const { page, answer } = await story(call, is)
      expect(answers(page)).toHaveLength(1)
      expect(answer).toMatchObject({ value: CARD })
      expect((await grants.get()).map(({ origin, walletId }) => [origin, walletId])).toEqual([[SHOP, 'w1']])
      expect([(await approvals.get()).list, world.windows.size]).toEqual([[], 0])
    },
  )

  test('has no more calls in this story than were tried', async () => {
    await story(1_000, 'before')
    expect(world.marks()).toBeLessThanOrEqual(16)
  })
})
