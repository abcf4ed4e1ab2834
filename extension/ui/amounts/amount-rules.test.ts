import { afterEach, describe, expect, test } from 'vitest'
import { MAX_UNITS } from '#shared/model/money.ts'
import { translate } from '#shared/ui/words/spoken.ts'
import * as de from '../../words/de/orders/order.ts'
import * as es from '../../words/es/orders/order.ts'
import * as fr from '../../words/fr/orders/order.ts'
import { isAmbiguous, maxOf, readAmount, sayFlaw } from './amount-rules.ts'

afterEach(() => translate(() => undefined, 'en'))

describe('a typed amount', () => {
  test.each([
    ['12.5', '12.5', 12_500_000n],
    ['12.50', '12.5', 12_500_000n],
    ['  12.5\n', '12.5', 12_500_000n],
    ['0.000001', '0.000001', 1n],
    ['18446744073709.551615', '18446744073709.551615', MAX_UNITS],
  ])('%j is %s', (typed, amount, units) => {
    expect(readAmount(typed)).toEqual({ amount, units })
  })

  test.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['1,5', 'comma'],
    ['1,000', 'comma'],
    ['1,000.50', 'comma'],
    [',', 'not_an_amount'],
    ['.5', 'not_an_amount'],
    ['5.', 'not_an_amount'],
    ['1 000', 'not_an_amount'],
    ['+1', 'not_an_amount'],
    ['-1', 'not_an_amount'],
    ['1e3', 'not_an_amount'],
    ['0x10', 'not_an_amount'],
    ['١٢', 'not_an_amount'],
    ['ten', 'not_an_amount'],
    ['01', 'leading_zero'],
    ['00.5', 'leading_zero'],
    ['1.0000001', 'too_many_decimals'],
    ['0.0000000', 'too_many_decimals'],
    ['0', 'zero'],
    ['0.00', 'zero'],
    ['18446744073709.551616', 'too_large'],
    ['9'.repeat(60), 'too_large'],
  ])('%j is refused: %s', (typed, flaw) => {
    expect(readAmount(typed)).toEqual({ flaw })
  })

  test.each([
    ['1,5', ',', { amount: '1.5', units: 1_500_000n }],
    ['1,000', ',', { amount: '1', units: 1_000_000n }],
    ['1.5', ',', { amount: '1.5', units: 1_500_000n }],
    ['1.000,50', ',', { flaw: 'comma' }],
    ['1,0000001', ',', { flaw: 'too_many_decimals' }],
    ['01,5', ',', { flaw: 'leading_zero' }],
    ['1,5', '.', { flaw: 'comma' }],
    ['1٫5', '٫', { flaw: 'not_an_amount' }],
  ])('%j where decimals follow a %j', (typed, decimal, expected) => {
    expect(readAmount(typed, { decimal })).toEqual(expected)
  })

  test.each([
    ['1,5', ',', true],
    ['1.000', ',', true],
    ['1000', ',', false],
    ['1.000', '.', true],
    [' 12.500 ', '.', true],
    ['1.50', '.', false],
    ['1000.500', '.', false],
    ['0.048123', '.', false],
  ])('%j where decimals follow a %j is shown as it was read: %s', (typed, decimal, shown) => {
    expect(isAmbiguous(typed, decimal)).toBe(shown)
  })

  test('stays within what one call may move', () => {
    expect(readAmount('1000', { most: '1000' })).toEqual({ amount: '1000', units: 1_000_000_000n })
    expect(readAmount('1000.000001', { most: '1000' })).toEqual({ flaw: 'over_limit' })
  })
})

test.each([
  ['more than there is', '1.999999', { flaw: 'over_balance' }],
  ['anything of nothing', '0', { flaw: 'over_balance' }],
  ['all there is', '2', { amount: '2', units: 2_000_000n }],
  ['a part of a sealed balance', null, { amount: '2', units: 2_000_000n }],
  ['a part of a balance that makes no sense', '9'.repeat(60), { amount: '2', units: 2_000_000n }],
])('%s: %s', (_, available, expected) => {
  expect(readAmount('2', { available })).toEqual(expected)
})

test.each([
  ['25.5', undefined, '25.5'],
  ['25.50', undefined, '25.5'],
  ['2500', '1000', '1000'],
  ['25.5', '1000', '25.5'],
  ['0', undefined, undefined],
  [null, undefined, undefined],
  ['9'.repeat(60), undefined, undefined],
])('the most of %s with a limit of %s is %s', (available, most, expected) => {
  expect(maxOf(available, most)).toBe(expected)
})

describe.each<[string, Record<string, object>]>([
  ['en-GB', {}],
  ['en-ZA', {}],
  ['de-DE', de],
  ['de-CH', de],
  ['es-ES', es],
  ['es-MX', es],
  ['fr-FR', fr],
])('in %s', (locale, words) => {
  test.each(['comma', 'not_an_amount', 'too_large'] as const)(
    'the number in what is said of %s is read as it stands',
    (flaw) => {
      translate((name) => words[name], locale)
      const [example = ''] = /\d+[.,]\d+/.exec(sayFlaw(flaw)) ?? []
      expect(readAmount(example)).toHaveProperty('amount')
      const mark = new Intl.NumberFormat(locale).format(0.5).charAt(1)
      expect(example).toContain(mark)
    },
  )
})
