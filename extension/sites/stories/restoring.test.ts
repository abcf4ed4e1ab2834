import { expect, test } from 'vitest'
import { type ProfileList, profiles } from '../../gateway/profiles.ts'
import { defaultSettings, settings } from '../../store/settings.ts'
import { calm } from '../../testing/calm.ts'
import { grants } from '../grants.ts'
import { sites } from '../sites.ts'
import { allow, asking, beginAnew, OTHER, SHOP, world } from '../testing/site-story.ts'

beginAnew()

const keptOf = (known: ProfileList) => ({
  profiles: known,
  settings: { ...defaultSettings, appearance: 'dark' },
  explorers: {},
  sites: [{ origin: OTHER, enabledAt: 1 }],
})
const known = async () => {
  const all = await profiles.get()
  await profiles.remove()
  await calm()
  return all
}

test('a backup joins the sites that are enabled here, and their pages have the wallet at once', async () => {
  await world.ask('site.enable', { origin: SHOP })
  const kept = keptOf(await known())
  expect(await world.ask('profile.restore', kept)).toMatchObject({ ok: true })
  expect((await sites.get()).map(({ origin }) => origin)).toEqual([SHOP, OTHER])
  expect(await settings.get()).toMatchObject({ appearance: 'dark' })
  expect(world.open(OTHER).providers).toBe(0)
  await calm()
  expect(world.scripts.size).toBe(2)
})

test('a site that is enabled while a backup is restored is not lost', async () => {
  const kept = keptOf(await known())
  await Promise.all([world.ask('profile.restore', kept), world.ask('site.enable', { origin: SHOP })])
  expect((await sites.get()).map(({ origin }) => origin).sort()).toEqual([OTHER, SHOP])
})

test('a site to which the browser gives no access is not enabled by a backup', async () => {
  const kept = keptOf(await known())
  world.hosts.delete(world.pattern(OTHER))
  expect(await world.ask('profile.restore', kept)).toMatchObject({ ok: true })
  expect(await sites.get()).toEqual([])
})

test('no site learns a wallet by a backup, and one that knew a wallet of this one knows it no more', async () => {
  await asking()
  await allow()
  expect(await grants.get()).toHaveLength(1)
  const all = await known()
  const list = all.list.map((each) => ({ ...each, id: 'another-gateway' }))
  expect(await world.ask('profile.restore', { ...keptOf(all), grants: await grants.get() })).toMatchObject({
    ok: false,
  })
  await world.ask('profile.restore', keptOf({ active: 'another-gateway', list }))
  expect(await grants.get()).toEqual([])
})

test('into a wallet with a gateway nothing is restored', async () => {
  const all = await profiles.get()
  const reply = await world.ask('profile.restore', keptOf(all))
  expect(reply).toMatchObject({ ok: false, failure: { code: 'not_allowed' } })
  expect([await sites.get(), (await settings.get()).appearance]).toEqual([[], 'system'])
})
