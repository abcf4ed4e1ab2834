import { expect, test } from 'vitest'
import type { Transaction } from '#shared/model/transaction.ts'
import { describe as described } from './describe.ts'

const payment = { type: 'TRANSFER', status: 'PENDING', amount: '1', token: 'STABLE' } as Transaction

test('what only a newer gateway waits for is told, without what would move the cursor of a terminal', () => {
  expect(described({ ...payment, waitingFor: 'a_second_person' })).toBe('TRANSFER 1 STABLE: PENDING, a_second_person')
  expect(described({ ...payment, waitingFor: 'all\u001b[2J' })).not.toContain('\u001b')
})
