import { describe, expect, test } from 'vitest'
import { TransactionType } from '#shared/model/transaction.ts'
import { transaction } from '../../testing/fixtures.ts'
import { type Filters, filtersSet, noFilters, passes, queryOf } from './filters.ts'

const filters = (part: Partial<Filters>): Filters => ({ ...noFilters, ...part })
const local = (year: number, month: number, day: number, ...time: number[]) => {
  const [hours = 0, minutes = 0, seconds = 0, milliseconds = 0] = time
  return new Date(year, month, day, hours, minutes, seconds, milliseconds).toISOString()
}

describe('what the API is asked for', () => {
  test.each([
    ['nothing', {}, {}],
    ['one direction', { direction: 'in' }, { direction: 'in' }],
    ['a wallet', { walletId: 'w2' }, { walletId: 'w2' }],
    ['a type and a status', { type: 'REDEEM', status: 'SETTLING' }, { type: 'REDEEM', status: 'SETTLING' }],
    ['a reference', { externalId: '  invoice 7 ' }, { externalId: 'invoice 7' }],
    ['a reference of spaces', { externalId: '   ' }, {}],
    ['a first day', { from: '2027-01-31' }, { from: local(2027, 0, 31) }],
    ['a last day, to its end', { to: '2027-01-31' }, { to: local(2027, 0, 31, 23, 59, 59, 999) }],
    ['the day on which clocks go forward', { to: '2027-03-28' }, { to: local(2027, 2, 28, 23, 59, 59, 999) }],
    ['a day that is none', { from: 'yesterday', to: '2027' }, {}],
  ] as const)('%s', (_, part, expected) => {
    expect(queryOf(filters(part))).toEqual({ direction: 'all', ...expected })
  })
})

describe('of what is kept here', () => {
  const created = new Date(2027, 0, 31, 12).toISOString()
  const kept = transaction({ walletId: 'w2', type: 'MINT', status: 'PENDING', externalId: 'a', createdAt: created })
  test.each([
    ['nothing asked', {}, true],
    ['its direction', { direction: 'out' }, true],
    ['the other direction', { direction: 'in' }, false],
    ['its wallet', { walletId: 'w2' }, true],
    ['another wallet', { walletId: 'w1' }, false],
    ['its type', { type: 'MINT' }, true],
    ['another type', { type: 'FUND' }, false],
    ['its status', { status: 'PENDING' }, true],
    ['another status', { status: 'FAILED' }, false],
    ['its reference', { externalId: 'a' }, true],
    ['another reference', { externalId: 'b' }, false],
    ['its day', { from: '2027-01-31', to: '2027-01-31' }, true],
    ['the days before', { to: '2027-01-30' }, false],
    ['the days after', { from: '2027-02-01' }, false],
    ['all of it at once, with one that is wrong', { walletId: 'w2', type: 'MINT', status: 'SETTLED' }, false],
  ] as const)('%s', (_, part, expected) => {
    expect(passes(kept, filters(part))).toBe(expected)
  })
})

test('what came in is of one direction, every call of the account of the other', () => {
  for (const type of TransactionType.options) {
    const row = transaction({ type })
    expect(passes(row, filters({ direction: 'in' }))).toBe(type === 'RECEIVE')
    expect(passes(row, filters({ direction: 'out' }))).toBe(type !== 'RECEIVE')
    expect(passes(row, filters({}))).toBe(true)
  }
})

test('how many filters are set', () => {
  expect(filtersSet(noFilters)).toBe(0)
  expect(filtersSet(filters({ type: 'MINT', externalId: ' ', to: '2027-01-31' }))).toBe(2)
})
