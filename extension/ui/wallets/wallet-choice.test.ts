import { describe, expect, test } from 'vitest'
import { triple } from '../../testing/fixtures.ts'
import { choicesOf, custodialOf, SHOWN, wishedOf } from './wallet-choice.ts'

const address = (n: number) => `0x${n.toString(16).padStart(40, '0')}`
const many = Array.from({ length: 10_000 }, (_, n) =>
  triple({ wallet: { id: `w${n}`, label: `Wallet ${n}`, address: address(n), isPrimary: n === 3 } }),
)
const ids = (list: [string, string][]) => list.map(([id]) => id)

describe('wallets to choose among', () => {
  test('are listed up to a number, and the others counted', () => {
    const { options, more } = choicesOf(many, '', 'w0')
    expect(options).toHaveLength(SHOWN)
    expect(more).toBe(10_000 - SHOWN)
  })

  test.each([
    ['by label', 'wallet 777', ['w0', 'w777', 'w7770']],
    ['by label, whatever its case', ' WALLET 9999 ', ['w0', 'w9999']],
    ['by address', address(4_095), ['w0', 'w4095']],
    ['by what none has', 'nowhere', ['w0']],
  ])('are found %s, the chosen one beside them', (_, search, expected) => {
    expect(ids(choicesOf(many, search, 'w0').options).slice(0, 3)).toEqual(expected)
  })

  test('keep the chosen one where it comes late', () => {
    const { options } = choicesOf(many, '', 'w9000')
    expect(options).toHaveLength(SHOWN)
    expect(ids(options)).toContain('w9000')
  })
})

test.each([
  ['the one that was asked for', 'w5', 'w5', false],
  ['the primary one unasked', null, 'w3', false],
  ['the primary one where the chosen one is gone, and says so', 'gone', 'w3', true],
])('a form is about %s', (_, id, expected, gone) => {
  const wished = wishedOf(many, id)
  expect(wished?.from.wallet.id).toBe(expected)
  expect(wished?.gone).toBe(gone)
})

test('without a primary one it is about the first, and of none, about none', () => {
  expect(wishedOf(many.slice(0, 2), null)?.from.wallet.id).toBe('w0')
  expect(wishedOf([], 'w1')).toBeUndefined()
})

test('only a custodial wallet can pay', () => {
  const list = [triple(), triple({ wallet: { id: 'w2', type: 'EXTERNAL' } })]
  expect(custodialOf(list).map(({ wallet }) => wallet.id)).toEqual(['w1'])
})
