import { beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { requests } from '../../background/requests.ts'
import { openProfile } from '../../gateway/profiles.ts'
import { grants } from '../../sites/grants.ts'
import { enabling, sites } from '../../sites/sites.ts'
import { setExplorer } from '../../store/explorers.ts'
import { defaultSettings, settings } from '../../store/settings.ts'
import { connectGateway, unlock } from '../../testing/open-wallet.ts'
import { type Contents, contentsIn, storedOf } from './contents.ts'
import { collect, restore } from './stored.ts'

const SHOP = 'https://shop.example'
const request = vi.fn(async () => true)
/** What the worker was asked. */
let asked: { name: string; input: unknown }[]
let contents: Contents
let backup: string

beforeEach(async () => {
  fakeBrowser.reset()
  request.mockReset().mockResolvedValue(true)
  fakeBrowser.permissions.request = request as never
  asked = []
  fakeBrowser.runtime.sendMessage = (async ({ name, input }: (typeof asked)[number]) => {
    asked.push({ name, input })
    return { ok: true, value: null }
  }) as never
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

const restored = () => fakeBrowser.storage.local.set(storedOf(contents))

test('what is left over of a gateway that is gone is not in it, and it can be restored', async () => {
  await restored()
  await setExplorer('gone-gone-gone', 'https://explorer.example')
  expect(contentsIn(await collect())).toMatchObject({ sites: contents.sites, explorers: contents.explorers })
})

test.each([
  ['an ID that is part of others', { id: 'e' }],
  ['a name without end', { name: 'x'.repeat(900_000) }],
  ['a colour that there is not', { colour: 99 }],
])('%s is refused', (_, change) => {
  const gateways = contents.gateways.map((gateway, at) => (at === 1 ? { ...gateway, ...change } : gateway))
  expect(contentsIn(JSON.stringify({ ...contents, gateways }))).toBeUndefined()
})

test('there is no key in it, sealed or not, and no wallet that a site knows', () => {
  expect(backup).not.toMatch(/sotto_sk|sealedKey|prefix|scopes|walletId|w1/)
})

test('all of it comes back; each gateway waits for a key', async () => {
  expect(await restore(contents)).toBe(true)
  expect(request.mock.calls).toEqual([
    [{ origins: ['https://pay.example.org/*', 'https://two.example.org/*', `${SHOP}/*`] }],
  ])
  const [{ name, input } = expect.fail('nothing was asked')] = asked
  expect(name).toBe('profile.restore')
  const { profiles, settings: chosen, sites: enabled } = requests['profile.restore'].parse(input)
  expect(profiles.list.map((each) => [each.name, each.state, each.sealedKey.ct])).toEqual([
    ['Mine', 'rejected', ''],
    ['Two', 'rejected', ''],
  ])
  expect(profiles.active).toBe(profiles.list[1]?.id)
  expect(chosen).toMatchObject({ appearance: 'dark', opens: 'panel' })
  expect(enabled).toEqual([{ origin: SHOP, enabledAt: 1 }])
})

test('a site on which the wallet was about to be enabled is not enabled by what is given for a backup', async () => {
  await enabling.set({ origin: `${SHOP}:8443`, tabId: 1, askedAt: Date.now() })
  let left: unknown = 'not asked'
  request.mockImplementation(async () => {
    left = await enabling.get()
    return true
  })
  await restore(contents)
  expect(left).toBeNull()
})

test('a restored gateway has no key until it is connected, and a restored wallet can be backed up again', async () => {
  await restored()
  await expect(openProfile(contents.gateways[0]?.id ?? '', Date.now())).rejects.toMatchObject({ code: 'no_key' })
  expect(await collect()).toBe(backup)
})

test.each([
  ['refuses', async () => false],
  ['cannot ask', () => Promise.reject(new Error('not in a gesture'))],
])('where the browser %s nothing is restored', async (_, answer) => {
  request.mockImplementation(answer)
  expect(await restore(contents)).toBe(false)
  expect([await local(), asked]).toEqual([{}, []])
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
  ['a grant of a site', () => changed(() => ({ grants: [] }))],
  [
    'a link that is a script',
    () => changed(({ active }) => ({ explorers: { [active ?? '']: 'javascript:alert(1)' } })),
  ],
  ['something more', () => changed(() => ({ vault: {} }))],
])('what holds %s is no backup of a wallet', (_, made) => {
  expect(contentsIn(made())).toBeUndefined()
})
