import { expect, test } from 'vitest'
import type { Transaction } from '#shared/model/transaction.ts'
import type { View } from '../store/view.ts'
import { isBalancesDue } from './gateway-calls.ts'

const transaction = (id: string, status: Transaction['status']) => ({ id, status }) as Transaction
const list = [transaction('a', 'SETTLING'), transaction('b', 'SETTLED')]

const seen = (part: Partial<View> = {}): View => ({
  profileId: 'p',
  balances: { list: [], at: 100_000 },
  transactions: { list, total: 2, at: 100_000 },
  ...part,
})

test.each<[string, View | null, Transaction[], number, boolean]>([
  ['nothing was ever read', null, list, 100_000, true],
  ['balances were never read', seen({ balances: null }), list, 100_000, true],
  ['nothing happened', seen(), [...list], 102_000, false],
  ['a payment moved on', seen(), [transaction('a', 'SETTLED'), transaction('b', 'SETTLED')], 102_000, true],
  ['a payment is new', seen(), [transaction('c', 'PENDING'), ...list], 102_000, true],
  ['they are half a minute old', seen(), list, 130_000, true],
  ['the clock was set back', seen(), list, 99_000, true],
])('balances are read when %s: %#', (_, before, now, at, due) => {
  expect(isBalancesDue(before, now, at)).toBe(due)
})
