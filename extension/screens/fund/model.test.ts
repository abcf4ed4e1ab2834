import { expect, test } from 'vitest'
import { FUND_DEFAULT, FUND_MAX } from '#shared/limits.ts'
import { triple } from '../../testing/fixtures.ts'
import { walletOrder } from '../../ui/orders/wallet-order.ts'
import { fundWords } from '../../words/en/orders/fund.ts'
import { orderWords } from '../../words/en/orders/order.ts'
import { getsGas, reviewOf } from './model.ts'

const holding = (amount: string, type: 'CUSTODIAL' | 'EXTERNAL' = 'CUSTODIAL') => ({
  ...triple({ wallet: { type } }),
  eth: { amount },
})

test.each([
  ['nothing', holding('0'), true],
  ['a little', holding('0.019999999999999999'), true],
  ['just enough', holding('0.02'), false],
  ['a lot', holding('12345678901234567890'), false],
  ['nothing, and is only watched', holding('0', 'EXTERNAL'), false],
])('a wallet that holds %s in ETH', (_, balances, expected) => {
  expect(getsGas(balances)).toBe(expected)
})

test.each([
  [FUND_DEFAULT, { order: { verb: 'fund', walletId: 'w1', amount: '100' }, amount: '100' }],
  [FUND_MAX, { order: { verb: 'fund', walletId: 'w1', amount: '1000' }, amount: '1000' }],
  ['1000.000001', { flaw: 'over_limit' }],
  ['0', { flaw: 'zero' }],
  ['', { flaw: 'empty' }],
])('%s from the faucet', (amount, expected) => {
  expect(walletOrder('fund', { amount }, triple(), { most: FUND_MAX })).toEqual(expected)
})

test('the review names the wallet in full, who pays, and what everybody sees', () => {
  const { wallet } = triple({ wallet: { label: 'Savings' } })
  expect(reviewOf({ ...triple(), wallet }, '100')).toMatchObject([
    { is: 'amount', amount: '100', token: 'STABLE' },
    { is: 'party', label: 'Savings', address: wallet.address },
    { name: fundWords.paidBy },
    { text: fundWords.ledger },
  ])
  expect(reviewOf(holding('0'), '100')).toContainEqual({ name: orderWords.gas, is: 'text', text: fundWords.gas })
})
