import { expect, test } from 'vitest'
import type { Transaction } from '#shared/model/transaction.ts'
import { describe as described } from './describe.ts'

const payment = { type: 'TRANSFER', status: 'PENDING', amount: '1', token: 'STABLE' } as Transaction

test('what only a newer gateway waits for is told, without what would move the cursor of a terminal', () => {
  expect(described({ ...payment, waitingFor: 'a_second_person' })).toBe('TRANSFER 1 STABLE: PENDING, a_second_person')
  expect(described({ ...payment, waitingFor: 'all\u001b[2J' })).not.toContain('\u001b')
})

test('of money that came in it is said from whom and when; of a payment, when it was asked for', () => {
  const between = { from: '0xa', to: '0xb', createdAt: '2026-01-01T00:00:00.000Z', waitingFor: null } as const
  const arrival = described({ ...payment, ...between, type: 'RECEIVE' } as Transaction)
  expect(arrival).toMatch(/\n {2}from +0xa\n {2}to +0xb\n {2}came in +2026/)
  const sent = described({ ...payment, ...between } as Transaction)
  expect(sent).toMatch(/\n {2}to +0xb\n {2}asked for +2026/)
  expect(sent).not.toContain('from')
})
