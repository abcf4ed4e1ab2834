import { describe, expect, test } from 'vitest'
import { at, triple } from '../../testing/fixtures.ts'
import { partyName } from './names.ts'
import { unknownAmount } from './unknown-amount.ts'

const mine = `0x${'a'.repeat(40)}`
const anna = `0x${'B'.repeat(40)}`
const short = '0xBBBBBB…\u2060BBBBBB'
const balances = [triple({ wallet: { address: mine, label: 'Savings' } })]
const card = (name: string) => [{ address: anna.toLowerCase(), name }]

describe('somebody is called', () => {
  test.each([
    ['after the wallet of one’s own', mine.toUpperCase().replace('0X', '0x'), [], 'Savings'],
    ['after the wallet, whatever a card says', mine, [{ address: mine, name: 'Mallory' }], 'Savings'],
    ['after the kept card', anna, card('Anna'), 'Anna'],
    ['by the address where the card has no name that shows', anna, card('\u200b '), short],
    ['in one line that turns nothing around', anna, card('An\u202ena\nB'), 'An na B'],
    ['in a line that ends', anna, card('x'.repeat(900)), `${'x'.repeat(39)}…`],
    ['by the address where nobody is known', anna, [], short],
  ])('%s', (_, address, cards, name) => {
    expect(partyName(address, balances, cards)).toBe(name)
    expect(partyName(address, undefined, [])).toMatch(/^0x.{6}…/)
  })
})

test.each([
  ['0', null, {}, undefined],
  ['1', 'amount', {}, undefined],
  ['1', null, { rebuiltAt: at(1) }, undefined],
  [null, 'amount', {}, 'waiting'],
  [null, null, {}, 'sealed'],
  [null, 'confirmation', { rebuiltAt: at(1) }, 'waiting'],
  [null, null, { rebuiltAt: at(1) }, 'lost'],
] as const)('an amount of %j, waiting for %j, of a payment with %j, is %s', (amount, waitingFor, rebuilt, expected) => {
  expect(unknownAmount({ amount, waitingFor, ...rebuilt })).toBe(expected)
})
