import fc from 'fast-check'
import { expect, test } from 'vitest'
import { groupAmount } from './group-amount.ts'

test.each([
  ['0', ['0'], undefined],
  ['999', ['999'], undefined],
  ['1000', ['1', '000'], undefined],
  ['18446744073709.551615', ['18', '446', '744', '073', '709'], '551615'],
  ['0.000001', ['0'], '000001'],
  ['-1234', ['-1', '234'], undefined],
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
