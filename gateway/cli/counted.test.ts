import { expect, test } from 'vitest'
import { counted, of } from './counted.ts'
import { owedFound } from './doctor/database/database.ts'

test.each([
  [0, 'no payment is owed'],
  [1, '1 payment is owed'],
  [2, '2 payments are owed'],
])('%i is told in plain English', (count, said) => {
  expect(`${counted(count, 'payment')} ${of(count, 'is', 'are')} owed`).toBe(said)
})

test('a plural that is not made by an "s" is given', () => {
  expect([0, 1, 2].map((count) => counted(count, 'entry', 'entries'))).toEqual(['no entry', '1 entry', '2 entries'])
})

test.each([
  [0, 0, []],
  [1, 0, ['1 payment is owed']],
  [2, 1, ['2 payments are owed; 1 payment was mined after it had failed']],
  [0, 2, ['2 payments were mined after they had failed']],
])('the doctor tells of %i owed and %i mined after all', (owed, minedAfterAll, said) => {
  expect(owedFound({ owed, minedAfterAll }).map(({ says }) => says)).toEqual(said)
})
