import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amountText, groupAmount } from './group-amount.ts'

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
