import { expect, test } from 'vitest'
import { triple } from '../../testing/fixtures.ts'
import { GAS } from '../../ui/orders/fee.ts'
import { walletOrder } from '../../ui/orders/wallet-order.ts'
import { orderWords, reviewWords } from '../../words/en/orders/order.ts'
import { redeemWords } from '../../words/en/orders/redeem.ts'
import { legsOf, reviewOf } from './model.ts'

test('the two legs are told in order: the burn by the wallet, the payout by the operator', () => {
  expect(legsOf(triple())).toEqual([redeemWords.burn('cSTABLE'), redeemWords.payout('STABLE')])
})

test('the review says what is burned and what is paid, and that the amount becomes public', () => {
  const balances = triple()
  expect(reviewOf(balances, '5')).toEqual([
    { name: redeemWords.pays, is: 'amount', amount: '5', token: 'cSTABLE' },
    { name: redeemWords.gets, is: 'amount', amount: '5', token: 'STABLE' },
    { name: orderWords.fields.wallet, is: 'party', label: null, address: balances.wallet.address },
    { name: orderWords.fee, is: 'fee', units: GAS.confidential, has: '0.05' },
    { name: reviewWords.ledger, is: 'text', text: redeemWords.ledger },
  ])
})

test.each([
  ['25.5', { order: { verb: 'redeem', walletId: 'w1', amount: '25.5' }, amount: '25.5' }],
  ['0.0000001', { flaw: 'too_many_decimals' }],
])('a redeem of %s', (amount, expected) => {
  expect(walletOrder('redeem', { amount }, triple({ confidential: null }))).toEqual(expected)
})
