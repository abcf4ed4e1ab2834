import { expect, test } from 'vitest'
import { transaction, triple } from '../testing/fixtures.ts'
import { fitting, leanBalances, leanTransaction } from './room.ts'

test.each([
  ['all, where there is room', ['ab', 'cd'], 10, ['ab', 'cd']],
  ['the first ones, where there is not', ['ab', 'cd', 'ef'], 14, ['ab', 'cd']],
  ['none, where the first is too large', ['abcdefgh', 'i'], 5, []],
  ['none of none', [], 5, []],
])('%s, and it is known how many are left out', (_, list, room, expected) => {
  expect(fitting(list, room)).toEqual({ list: expected, omitted: list.length - expected.length })
})

const LONG = 'x'.repeat(5_000_000)
const size = (value: unknown) => JSON.stringify(value).length

test('a wallet with a label of megabytes is kept, with the beginning of the label', () => {
  const { wallet, ...rest } = triple({ wallet: { label: LONG } })
  const lean = leanBalances({
    ...rest,
    wallet,
    normal: { ...rest.normal, token: LONG },
    confidential: { ...rest.confidential, token: LONG },
  })
  expect(size(lean)).toBeLessThan(3_000)
  expect(lean.wallet).toMatchObject({ id: wallet.id, address: wallet.address })
  expect(lean.wallet.label).toMatch(/^x+$/)
})

test('a transaction with texts of megabytes is kept, with their beginnings', () => {
  const lean = leanTransaction(transaction({ token: LONG, error: LONG, externalId: LONG }))
  expect(size(lean)).toBeLessThan(3_000)
  expect(lean).toMatchObject({ id: 't1', amount: '12.5' })
})

test('what a genuine gateway says stays as it is', () => {
  const own = triple({ wallet: { label: 'é'.repeat(100) } })
  expect(leanBalances(own)).toEqual(own)
  for (const one of [transaction(), transaction({ error: 'reverted', externalId: 'order 5' })])
    expect(leanTransaction(one)).toEqual(one)
})
