import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { translate } from '../../words/spoken.ts'
import { amountsIn, amountText, decimalText, groupAmount } from './group-amount.ts'

const english = () => undefined
afterEach(() => translate(english, 'en'))

test.each([
  ['0', ['0'], '00'],
  ['999', ['999'], '00'],
  ['1000', ['1', '000'], '00'],
  ['1250.5', ['1', '250'], '50'],
  ['18446744073709.551615', ['18', '446', '744', '073', '709'], '551615'],
  ['0.000001', ['0'], '000001'],
  ['-1234', ['-1', '234'], '00'],
  ['not a number', ['not a number'], undefined],
])('%s stands in groups', (amount, groups, fraction) => {
  expect(groupAmount(amount)).toEqual({ groups, fraction })
})

test('an amount of 60 digits loses none of them', () => {
  const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 60 })
  fc.assert(
    fc.property(digits, (whole) => {
      const { groups } = groupAmount(whole)
      return groups.join('') === whole && groups.slice(1).every((group) => group.length === 3)
    }),
  )
})

test.each([
  ['1000', '1\u202f000.00'],
  ['0.048', '0.048'],
  ['not a number', 'not a number'],
])('%s reads %s in a sentence', (amount, text) => {
  expect(amountText(amount)).toBe(text)
})

test.each([
  [
    'is more than the 18446744073709.551615 cSTABLE available',
    'is more than the 18\u202f446\u202f744\u202f073\u202f709.551615 cSTABLE available',
  ],
  ['moved 0 cSTABLE instead of 1070: it did', 'moved 0.00 cSTABLE instead of 1\u202f070.00: it did'],
  ['moved 0 of 70 cSTABLE', 'moved 0.00 of 70.00 cSTABLE'],
  ['moved 3.25 cUSDCMock instead of 5', 'moved 3.25 cUSDCMock instead of 5.00'],
  ['has 0.5 ETH for gas', 'has 0.50 ETH for gas'],
  ['at most 10000 STABLE per account and day', 'at most 10\u202f000.00 STABLE per account and day'],
  ['HTTP 503, try again in 12 min', 'HTTP 503, try again in 12 min'],
  ['0x1234 STABLE and v1.2.3 STABLE', '0x1234 STABLE and v1.2.3 STABLE'],
])('the amounts in “%s” read as all others do', (sentence, text) => {
  expect(amountsIn(sentence)).toBe(text)
})

test('the amounts in a sentence can be hidden', () => {
  const said = (token: string) => `The wallet moved 0 of 70.5 ${token} instead of 1070: it did, HTTP 503`
  for (const token of ['cSTABLE', 'cUSDCMock', 'USDCMock'])
    expect(amountsIn(said(token), true)).toBe(
      `The wallet moved •••• of •••• ${token} instead of ••••: it did, HTTP 503`,
    )
})

test.each([
  ['en', '1\u202f250.50', '0.048'],
  ['de', '1\u202f250,50', '0,048'],
  ['es', '1\u202f250,50', '0,048'],
  ['fr', '1\u202f250,50', '0,048'],
  ['de-CH', '1\u202f250.50', '0.048'],
])('%s has its own mark before the decimals; a sentence of a gateway keeps the point', (locale, amount, fee) => {
  translate(english, locale)
  expect([amountText('1250.5'), decimalText('0.048')]).toEqual([amount, fee])
  expect(amountsIn('moved 0 of 70 cSTABLE')).toBe('moved 0.00 of 70.00 cSTABLE')
})
