import { beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { openProfile, profiles } from '../../gateway/profiles.ts'
import { grants } from '../../sites/grants.ts'
import { sites } from '../../sites/sites.ts'
import { setExplorer } from '../../store/explorers.ts'
import { defaultSettings, settings } from '../../store/settings.ts'
import { connectGateway, unlock } from '../../testing/open-wallet.ts'
import { type Contents, contentsIn } from './contents.ts'
import { collect, restore } from './stored.ts'

const SHOP = 'https://shop.example'
const request = vi.fn(async () => true)
let contents: Contents
let backup: string

beforeEach(async () => {
  fakeBrowser.reset()
  request.mockReset().mockResolvedValue(true)
  fakeBrowser.permissions.request = request as never
  await unlock()
  const one = await connectGateway({ apiKey: 'sotto_sk_secret' })
  await connectGateway({ origin: 'https://two.example.org', name: 'Two' })
  await setExplorer(one.id, 'https://explorer.example')
  await settings.set({ ...defaultSettings, appearance: 'dark', opens: 'panel' })
  await sites.set([{ origin: SHOP, enabledAt: 1 }])
  const grant = {
    id: 'g',
    origin: SHOP,
    profileId: one.id,
    walletId: 'w1',
    grantedAt: 1,
    expiresAt: null,
    lastUsedAt: null,
  }
  await grants.set([grant])
  backup = await collect()
  contents = contentsIn(backup) ?? expect.fail('the backup was not read')
  // Another browser.
  await fakeBrowser.storage.local.clear()
})

const local = () => fakeBrowser.storage.local.get()

test('what is left over of a site or a gateway that is gone is not in it, and it can be restored', async () => {
  await restore(contents)
  await grants.set((await grants.get()).map((grant) => ({ ...grant, origin: 'https://gone.example' })))
  await setExplorer('gone-gone-gone', 'https://explorer.example')
  const found = contentsIn(await collect())
  expect(found).toMatchObject({ grants: [], sites: contents.sites, explorers: contents.explorers })
})

test.each([
  ['an ID that is part of others', { id: 'e' }],
  ['a name without end', { name: 'x'.repeat(900_000) }],
  ['a colour that there is not', { colour: 99 }],
])('%s is refused', (_, change) => {
  const gateways = contents.gateways.map((gateway, at) => (at === 1 ? { ...gateway, ...change } : gateway))
  expect(contentsIn(JSON.stringify({ ...contents, gateways }))).toBeUndefined()
})

test('there is no key in it, sealed or not', () => {
  expect(backup).not.toMatch(/sotto_sk|sealedKey|prefix|scopes/)
})

test('all of it comes back; each gateway waits for a key', async () => {
  expect(await restore(contents)).toBe(true)
  expect(request.mock.calls).toEqual([
    [{ origins: ['https://pay.example.org/*', 'https://two.example.org/*', `${SHOP}/*`] }],
  ])
  const { active, list } = await profiles.get()
  expect(list.map(({ name, state }) => [name, state])).toEqual([
    ['Mine', 'rejected'],
    ['Two', 'rejected'],
  ])
  expect(active).toBe(list[1]?.id)
  expect(await settings.get()).toMatchObject({ appearance: 'dark', opens: 'panel' })
  expect(await sites.get()).toEqual([{ origin: SHOP, enabledAt: 1 }])
  expect(await grants.get()).toMatchObject([{ profileId: list[0]?.id }])
  await expect(openProfile(list[0]?.id ?? '', Date.now())).rejects.toMatchObject({ code: 'no_key' })
  // A restored wallet can be backed up again.
  expect(await collect()).toBe(backup)
})

test.each([
  ['refuses', async () => false],
  ['cannot ask', () => Promise.reject(new Error('not in a gesture'))],
])('where the browser %s nothing is restored', async (_, answer) => {
  request.mockImplementation(answer)
  expect(await restore(contents)).toBe(false)
  expect(await local()).toEqual({})
})

test('a wallet that has a gateway stays as it is', async () => {
  await connectGateway()
  const before = await local()
  await expect(restore(contents)).rejects.toMatchObject({ code: 'not_allowed' })
  expect(await local()).toEqual(before)
})

const changed = (change: (to: Contents) => object) => JSON.stringify({ ...contents, ...change(contents) })
const first = (part: object) =>
  changed(({ gateways: [one, ...rest] }) => ({ gateways: [{ ...one, ...part }, ...rest] }))

test.each([
  ['a key', () => first({ sealedKey: { iv: '', ct: '' } })],
  ['a gateway in the clear', () => first({ origin: 'http://pay.example.org' })],
  ['a gateway with a path', () => first({ origin: 'https://pay.example.org/x' })],
  ['a gateway twice', () => changed(({ gateways }) => ({ gateways: [...gateways, ...gateways] }))],
  ['no gateway', () => changed(() => ({ gateways: [] }))],
  ['a site of no web page', () => changed(() => ({ sites: [{ origin: 'file://', enabledAt: 1 }], grants: [] }))],
  ['a grant of a site that is not there', () => changed(() => ({ sites: [] }))],
  [
    'a link that is a script',
    () => changed(({ active }) => ({ explorers: { [active ?? '']: 'javascript:alert(1)' } })),
  ],
  ['something more', () => changed(() => ({ vault: {} }))],
])('what holds %s is no backup of a wallet', (_, made) => {
  expect(contentsIn(made())).toBeUndefined()
})
