import { expect, test } from 'vitest'
import type { TransactionStatus, TransactionType } from '#shared/model/transaction.ts'
import { decide, type Facts, type LegFact, type PayoutFact } from './transitions.ts'

const open: LegFact = { is: 'open' }
const confirmed: LegFact = { is: 'confirmed' }
const reverted: LegFact = { is: 'failed', reason: 'reverted' }
const none: PayoutFact = { is: 'wanting', what: 'operator_gas' }

const facts = (change: Partial<Facts>): Facts => ({
  type: 'REDEEM',
  status: 'PENDING',
  confidential: true,
  token: 'cSTABLE',
  asked: 25n,
  first: open,
  moved: undefined,
  backed: change.type === undefined || change.type === 'REDEEM',
  payout: none,
  ...change,
})

type Row = [TransactionType, TransactionStatus, string, Partial<Facts>, TransactionStatus, string | null]

test.each<Row>([
  ['REDEEM', 'PENDING', 'first leg not seen', {}, 'PENDING', 'confirmation'],
  ['REDEEM', 'PENDING', 'first leg confirmed', { first: confirmed }, 'SETTLING', 'public_decryption'],
  ['REDEEM', 'SETTLING', 'burned amount not published', { first: confirmed }, 'SETTLING', 'public_decryption'],
  ['REDEEM', 'SETTLING', 'no gas for the payout', { first: confirmed, moved: 25n }, 'SETTLING', 'operator_gas'],
  ['REDEEM', 'SETTLING', 'payout sent', { first: confirmed, moved: 25n, payout: open }, 'SETTLING', 'confirmation'],
  ['REDEEM', 'SETTLING', 'payout confirmed', { first: confirmed, moved: 25n, payout: confirmed }, 'SETTLED', null],
  ['REDEEM', 'SETTLING', 'payout never possible', { first: confirmed, moved: 25n, payout: reverted }, 'FAILED', null],
  ['REDEEM', 'SETTLING', 'burned zero', { first: confirmed, moved: 0n }, 'FAILED', null],
  ['REDEEM', 'SETTLING', 'first leg reorganised away', { first: open }, 'SETTLING', 'confirmation'],
  ['REDEEM', 'PENDING', 'first leg reverted', { first: reverted }, 'FAILED', null],
  ['TRANSFER', 'PENDING', 'confirmed, amount unknown', { first: confirmed }, 'SETTLING', 'amount'],
  ['REDEEM', 'PENDING', 'into the float, amount unknown', { first: confirmed, backed: false }, 'SETTLING', 'amount'],
  [
    'REDEEM',
    'SETTLING',
    'payout about to be made again',
    { first: confirmed, moved: 25n, payout: { is: 'wanting', what: null } },
    'SETTLING',
    'confirmation',
  ],
  ['TRANSFER', 'SETTLING', 'moved what was asked', { first: confirmed, moved: 25n }, 'SETTLED', null],
  ['TRANSFER', 'SETTLING', 'moved zero', { first: confirmed, moved: 0n }, 'FAILED', null],
  ['MINT', 'PENDING', 'moved what was asked', { first: confirmed, moved: 25n }, 'SETTLED', null],
  ['FUND', 'PENDING', 'moved something else', { first: confirmed, moved: 24n }, 'FAILED', null],
  ['FUND', 'SETTLED', 'leg gone again', { first: open }, 'SETTLED', 'confirmation'],
  ['FUND', 'SETTLED', 'leg back again', { first: confirmed, moved: 25n }, 'SETTLED', null],
  ['TRANSFER', 'SETTLED', 'mined again, moved zero', { first: confirmed, moved: 0n }, 'SETTLED', 'confirmation'],
  ['TRANSFER', 'SETTLED', 'mined again, amount unknown', { first: confirmed }, 'SETTLED', 'confirmation'],
  ['REDEEM', 'SETTLED', 'payout gone again', { first: confirmed, moved: 25n, payout: open }, 'SETTLED', 'confirmation'],
  ['REDEEM', 'SETTLED', 'all there', { first: confirmed, moved: 25n, payout: confirmed }, 'SETTLED', null],
  ['MINT', 'FAILED', 'leg confirmed after all', { first: confirmed, moved: 25n }, 'FAILED', null],
])('%s %s, %s', (type, status, _, change, expected, waitingFor) => {
  const verdict = decide(facts({ type, status, ...change }))
  expect([verdict.status, verdict.waitingFor]).toEqual([expected, waitingFor])
})

test('a shortfall is told with both amounts', () => {
  const { error } = decide(facts({ asked: 25_000_000n, moved: 0n, first: confirmed }))
  expect(error).toContain('burned 0 cSTABLE instead of 25')
})

test('a receipt alone never settles', () => {
  for (const type of ['FUND', 'MINT', 'TRANSFER', 'REDEEM'] as const) {
    expect(decide(facts({ type, first: confirmed, moved: undefined, payout: confirmed })).status).toBe('SETTLING')
  }
})
