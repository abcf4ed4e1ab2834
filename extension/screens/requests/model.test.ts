import { describe, expect, test } from 'vitest'
import type { PaymentRequest } from '#shared/model/request.ts'
import { at } from '../../testing/fixtures.ts'
import { askedOf, newRequest, requestFileName, standingOf, wishAgain } from './model.ts'

const request = (part: Partial<PaymentRequest>) =>
  ({ status: 'OPEN', received: '0', overpaid: false, ...part }) as PaymentRequest

test.each([
  [request({}), 'open'],
  [request({ received: '0.000001' }), 'part'],
  [request({ status: 'PAID', received: '28' }), 'paid'],
  [request({ status: 'PAID', received: '29', overpaid: true }), 'overpaid'],
  [request({ status: 'EXPIRED', received: '28' }), 'expired'],
  [request({ status: 'CANCELLED' }), 'cancelled'],
])('a request of %j is %s', (known, standing) => {
  expect(standingOf(known)).toBe(standing)
})

test.each([
  ['an amount', { amount: '28' }, { is: 'amount', amount: '28' }],
  ['an amount that a restore did not lose', { amount: '28', rebuiltAt: at(1) }, { is: 'amount', amount: '28' }],
  ['what the payer chooses', { amount: null }, { is: 'any' }],
  ['an amount that is lost', { amount: null, rebuiltAt: at(1) }, { is: 'lost' }],
] as const)('it asks for %s', (_, part, asked) => {
  expect(askedOf(part)).toEqual(asked)
})

describe('a new request', () => {
  const T = Date.UTC(2027, 0, 31, 12)
  const wish = { walletId: 'w1', token: 'cSTABLE', amount: '', memo: ' ', label: '', lasts: 'always' } as const

  test('leaves out what was left empty', () => {
    expect(newRequest(wish, T)).toEqual({ request: { walletId: 'w1', token: 'cSTABLE' } })
  })

  test('ends after the time that was chosen', () => {
    expect(newRequest({ ...wish, amount: '28', memo: ' Order 1042 ', lasts: 'day' }, T)).toEqual({
      request: {
        walletId: 'w1',
        token: 'cSTABLE',
        amount: '28',
        memo: 'Order 1042',
        expiresAt: '2027-02-01T12:00:00.000Z',
      },
    })
  })

  test('that is pressed again is the same, until that has ended', () => {
    const before = { body: { ...wish, expiresAt: new Date(T).toISOString() }, key: 'k' }
    const later = { body: { ...wish, expiresAt: new Date(T + 3_600_000).toISOString() }, key: 'l' }
    expect(wishAgain(before, later, T - 1)).toBe(before)
    expect(wishAgain(before, later, T)).toBe(later)
    const always = { body: wish, key: 'k' }
    expect(wishAgain(always, later, T)).toBe(always)
    expect(wishAgain(undefined, later, T)).toBe(later)
  })

  test('of an amount that is none is not made', () => {
    expect(newRequest({ ...wish, amount: '0' }, T)).toEqual({ flaw: 'zero' })
  })

  test('tells neither amount nor memo by the name of its file', () => {
    expect(requestFileName({ id: 'tz4a98xxat96iws9' })).toBe('request-tz4a98xxat.nota')
  })
})
