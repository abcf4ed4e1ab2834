import { expect, test } from 'vitest'
import type { Grant } from '../../sites/grant.ts'
import { profile, wallet } from '../../testing/fixtures.ts'
import { hasGiven, profilesOf, rowsOf, type Shown, shownIn } from './model.ts'

const site = (origin: string): Shown => ({ is: 'site', origin })
const unfit = (why: Extract<Shown, { is: 'unfit' }>['why']): Shown => ({ is: 'unfit', why })

test.each([
  ['https://shop.example/cart?id=1#a', site('https://shop.example')],
  ['https://shop.example:8443/', site('https://shop.example:8443')],
  ['https://user:secret@shop.example/', site('https://shop.example')],
  ['https://xn--shp-ted.example/', site('https://xn--shp-ted.example')],
  ['http://localhost:3000/', site('http://localhost:3000')],
  ['http://127.0.0.1/', site('http://127.0.0.1')],
  ['http://shop.example/', unfit('plain_http')],
  ['http://192.168.1.4/', unfit('plain_http')],
  ['http://[::1]:3000/', unfit('plain_http')],
  ['file:///home/a/shop.html', unfit('file')],
  ['chrome://extensions/', unfit('browser')],
  ['about:blank', unfit('browser')],
  ['moz-extension://abc/popup.html', unfit('browser')],
  ['data:text/html,x', unfit('browser')],
  ['https://chromewebstore.google.com/detail/x', unfit('store')],
  ['https://addons.mozilla.org/', unfit('store')],
  ['', unfit('hidden')],
  [undefined, unfit('hidden')],
])('%s is %j', (url, shown) => {
  expect(shownIn(url)).toEqual(shown)
})

const T = Date.UTC(2027, 0, 31, 12)
const grant = (part: Partial<Grant>): Grant => ({
  id: 'g',
  origin: 'https://a.example',
  profileId: 'p1',
  walletId: 'w1',
  grantedAt: T - 5_000,
  expiresAt: null,
  lastUsedAt: null,
  ...part,
})
const enabled = (origin: string, enabledAt = T - 10_000) => ({ origin, enabledAt })
const rows = (grants: Grant[], sites = [enabled('https://a.example')], profiles = [profile()]) =>
  rowsOf({ sites, grants, profiles, wallets: new Map([['p1', [wallet()]]]) }, T)

test.each<[string, Grant[], string | undefined]>([
  ['nothing', [], undefined],
  ['a wallet', [grant({})], 'w1'],
  ['nothing any more', [grant({ expiresAt: T - 1 })], undefined],
  ['a wallet for now', [grant({ expiresAt: T + 1 })], 'w1'],
  ['nothing, though another site does', [grant({ origin: 'https://b.example' })], undefined],
])('a site may see %s', (_, grants, walletId) => {
  expect(rows(grants).map((row) => row.grant?.walletId)).toEqual([walletId])
})

test.each([
  ['of the wallet', grant({}), 'w1', 'p1'],
  ['of a wallet that is gone', grant({ walletId: 'w9' }), undefined, 'p1'],
  ['of a gateway that is gone', grant({ profileId: 'p9' }), undefined, undefined],
])('a grant %s is shown with what is known of it', (_, given, walletId, profileId) => {
  const [row] = rows([given])
  expect([row?.grant?.wallet?.id, row?.grant?.profile?.id]).toEqual([walletId, profileId])
})

test('the site that used its grant last comes first', () => {
  const sites = ['https://a.example', 'https://b.example', 'https://c.example'].map((origin) => enabled(origin))
  const grants = [
    grant({ origin: 'https://b.example', lastUsedAt: T - 1_000 }),
    grant({ origin: 'https://c.example', grantedAt: T - 2_000 }),
  ]
  expect(rows(grants, sites).map(({ origin }) => origin)).toEqual([
    'https://b.example',
    'https://c.example',
    'https://a.example',
  ])
})

test('a site that has a card and was paid is one that something is taken back from', () => {
  const sites = ['https://a.example', 'https://b.example', 'https://c.example'].map((origin) => enabled(origin))
  const paid = { capability: 'sotto_payments' } as const
  const grants = [grant({}), grant(paid), grant({ ...paid, origin: 'https://b.example' })]
  expect(rows(grants, sites).filter(hasGiven)).toHaveLength(2)
})

test('wallets are read of the gateways that some grant is of', () => {
  const profiles = [profile(), profile({ id: 'p2' }), profile({ id: 'p3' })]
  expect(profilesOf([grant({ profileId: 'p3' }), grant({}), grant({ profileId: 'gone' })], profiles)).toEqual([
    'p1',
    'p3',
  ])
})
