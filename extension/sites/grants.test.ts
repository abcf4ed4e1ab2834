import { beforeEach, expect, test } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { type Grant, isLive, permissionOf } from './grant.ts'
import { addGrant, grantOf, grants, noteUse, removeGrants } from './grants.ts'

const T = Date.UTC(2027, 0, 31, 12)

const grant = (part: Partial<Grant> = {}): Grant => ({
  id: 'g1',
  origin: 'https://shop.example',
  profileId: 'p1',
  walletId: 'w1',
  grantedAt: T,
  expiresAt: null,
  lastUsedAt: null,
  ...part,
})

beforeEach(() => fakeBrowser.reset())

test.each([
  ['for ever', null, true],
  ['until a moment from now', T + 1, true],
  ['until now', T, false],
  ['until a moment ago', T - 1, false],
])('one that was given %s is live: %s', (_, expiresAt, live) => {
  expect(isLive(grant({ expiresAt }), T)).toBe(live)
})

test('a site has the one that it was given last', async () => {
  await addGrant(grant())
  await addGrant(grant({ id: 'other', origin: 'https://other.example' }))
  await addGrant(grant({ id: 'g2', walletId: 'w2' }))
  expect((await grants.get()).map(({ id }) => id)).toEqual(['other', 'g2'])
  expect(await grantOf('https://shop.example')).toMatchObject({ id: 'g2' })
})

test('the same one given twice is one', async () => {
  await addGrant(grant())
  await addGrant(grant())
  expect(await grants.get()).toEqual([grant()])
})

test.each([
  ['another host', 'https://shop.example.evil'],
  ['another port', 'https://shop.example:8443'],
  ['another scheme', 'http://shop.example'],
  ['a part of the host', 'https://example'],
])('is not that of %s', async (_, origin) => {
  await addGrant(grant())
  expect(await grantOf(origin)).toBeUndefined()
})

test('its last use is noted, and that of no other', async () => {
  await addGrant(grant())
  await addGrant(grant({ id: 'other', origin: 'https://other.example' }))
  await noteUse('g1', T + 5)
  expect((await grants.get()).map(({ lastUsedAt }) => lastUsedAt)).toEqual([T + 5, null])
})

test('taken back are those that are meant; where none is, nothing is written', async () => {
  await addGrant(grant())
  await addGrant(grant({ id: 'other', origin: 'https://other.example' }))
  expect(await removeGrants(({ id }) => id === 'g1')).toEqual([grant()])
  expect((await grants.get()).map(({ id }) => id)).toEqual(['other'])
  let written = 0
  fakeBrowser.storage.onChanged.addListener(() => void written++)
  expect(await removeGrants(({ id }) => id === 'g1')).toEqual([])
  expect(written).toBe(0)
})

test.each([
  ['for ever', null, []],
  ['for a day', T + 86_400_000, [{ type: 'expiresAt', value: T + 86_400_000 }]],
])('a page sees one that was given %s, and neither gateway nor wallet', (_, expiresAt, caveats) => {
  expect(permissionOf(grant({ expiresAt }))).toEqual({
    id: 'g1',
    parentCapability: 'sotto_addressCard',
    invoker: 'https://shop.example',
    date: T,
    caveats,
  })
})
