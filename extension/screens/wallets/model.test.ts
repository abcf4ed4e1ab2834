import { describe, expect, test } from 'vitest'
import { profile, triple } from '../../testing/fixtures.ts'
import { listed, PAGE, whyNotAdd } from './model.ts'

const many = (count: number) =>
  Array.from({ length: count }, (_, at) => triple({ wallet: { id: `w${at}`, isPrimary: at === count - 1 } }))

describe('which wallets are shown', () => {
  test('the primary one first', () => {
    expect(listed(many(3), PAGE).rows.map(({ wallet }) => wallet.id)).toEqual(['w2', 'w0', 'w1'])
  })

  test.each([
    [0, 0, 0],
    [50, 50, 0],
    [51, 50, 1],
    [10_000, 50, 9_950],
  ])('of %d there are %d, and %d more', (count, rows, more) => {
    const found = listed(many(count), PAGE)
    expect([found.rows.length, found.more]).toEqual([rows, more])
  })
})

const key = (part: Partial<ReturnType<typeof profile>['key']>) =>
  profile({ key: { ...profile().key, scopes: ['read', 'manage'], ...part } })

test.each([
  ['a key that may manage adds wallets', 3, key({}), undefined],
  ['99 wallets leave room for one', 99, key({}), undefined],
  ['100 are the most', 100, key({}), 'full'],
  ['a gateway that holds more than it may', 10_000, key({}), 'full'],
  ['a key that may only read adds none', 3, key({ scopes: ['read', 'pay'] }), 'may_not'],
  ['a key for some wallets adds none', 3, key({ walletIds: ['w1'] }), 'may_not'],
])('%s', (_, count, it, why) => {
  expect(whyNotAdd(count, it)).toBe(why)
})
