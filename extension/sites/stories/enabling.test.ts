import { describe, expect, test } from 'vitest'
import { codes } from '../../provider/protocol.ts'
import { calm } from '../../testing/calm.ts'
import { grants } from '../grants.ts'
import { askForGateway, enabling, sites } from '../sites.ts'
import { fakeBrowser } from '../testing/fake-life.ts'
import type { FakePage } from '../testing/fake-page.ts'
import { allow, ask, asking, beginAnew, CARD, eventNames, GATEWAY, OTHER, SHOP, world } from '../testing/site-story.ts'

beginAnew()

const senderOf = ({ tabId, origin }: FakePage) => ({ tab: { id: tabId }, frameId: 0, url: `${origin}/`, origin })

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
    const { originsInUse } = await import('../manage.ts')
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

  test('is not enabled by the permission for a gateway on its host, which was asked for later', async () => {
    const origin = `${GATEWAY}:8443`
    const page = world.open(origin)
    world.hosts.delete(world.pattern(GATEWAY))
    // The question of the browser closed the popup, and the person refused.
    await enabling.set({ origin, tabId: page.tabId, askedAt: Date.now() })
    await world.worker()
    fakeBrowser.permissions.request = (async ({ origins = [] }: { origins?: string[] }) => {
      for (const each of origins) world.hosts.add(each)
      world.events.added.trigger({ origins })
      return true
    }) as never
    expect(await askForGateway(GATEWAY)).toBe(true)
    await calm()
    expect([await sites.get(), page.providers, await enabling.get()]).toEqual([[], 0, null])
  })
})
