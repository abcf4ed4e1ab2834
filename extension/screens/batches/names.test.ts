import { expect, test } from 'vitest'
import { triple } from '../../testing/fixtures.ts'
import { reasonOf, walletNameOf } from './names.ts'

const list = [triple({ wallet: { label: 'Till' } })]
const viewOf = (balances: { list: typeof list; at: number } | null) => ({
  profileId: 'p1',
  balances,
  transactions: null,
})

test.each([
  ['before anything is loaded', null, 'w1', 'Loading…'],
  ['before the wallets are', viewOf(null), 'w1', 'Loading…'],
  ['of one that is listed', viewOf({ list, at: 1 }), 'w1', 'Till · 0xaaaaaa…\u2060aaaaaa'],
  ['of another one', viewOf({ list, at: 1 }), 'w2', 'A wallet that is not listed'],
])('the name of a wallet %s', (_, view, id, name) => {
  expect(walletNameOf(id, view)).toBe(name)
})

test.each([
  ['a known reason', 'comma', expect.stringMatching(/^Write a decimal point/)],
  ['a reason of a newer gateway', 'moon', undefined],
  ['a name that every object has', 'constructor', undefined],
  ['no reason', undefined, undefined],
])('what is wrong with a row is said in the words of the screens: %s', (_, reason, said) => {
  expect(reasonOf(reason === undefined ? {} : { reason })).toEqual(said)
})
