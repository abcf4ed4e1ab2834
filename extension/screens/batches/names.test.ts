import { expect, test } from 'vitest'
import { triple } from '../../testing/fixtures.ts'
import { pauseTextOf, reasonOf, walletNameOf } from './names.ts'

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

test.each([
  ['insufficient_gas', { todo: 'Fund it, then go on.' }],
  ['restored', { todo: 'Go on if the batch is still to be paid.' }],
  ['moon', { lang: 'en', what: expect.stringContaining('The moon is full.') }],
])('why a batch is paused is said in the words of the screens where they know the reason: %s', (code, said) => {
  expect(pauseTextOf({ code, message: 'The moon is full.' })).toMatchObject(said)
})
