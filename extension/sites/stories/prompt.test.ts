import { describe, expect, test } from 'vitest'
import { codes } from '../../provider/protocol.ts'
import { calm } from '../../testing/calm.ts'
import { connectGateway } from '../../testing/open-wallet.ts'
import { approvals } from '../approvals/store.ts'
import { grants } from '../grants.ts'
import {
  active,
  allow,
  answers,
  asking,
  beginAnew,
  card,
  eventNames,
  gateway,
  refuse,
  SHOP,
  waiting,
  world,
} from '../testing/site-story.ts'

beginAnew()

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

  test('one that begins as another gateway is chosen is bound to that one, or ended', async () => {
    const home = await active()
    const { id: profileId } = await connectGateway({ origin: 'https://second.example', userId: 'u2' })
    await world.ask('site.enable', { origin: SHOP })
    const page = world.open(SHOP)
    for (let turns = 0; turns < 24; turns++) {
      await world.ask('profile.select', { profileId: home })
      await calm()
      void page.ask('sotto_requestAddressCard', { purpose: `${turns}` })
      for (let turn = 0; turn < turns; turn++) await Promise.resolve()
      await world.ask('profile.select', { profileId })
      await calm()
      expect((await waiting()).filter((each) => each.profileId !== profileId)).toEqual([])
      await approvals.update((queue) => ({ ...queue, list: [], refusals: {} }))
    }
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
    gateway.answer = async () => {
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
    gateway.answer = async (url) => ready.then(() => card(url))
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
