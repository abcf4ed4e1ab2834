import { expect, test } from 'vitest'
import { triple } from '../../testing/fixtures.ts'
import { GAS } from '../../ui/orders/fee.ts'
import { walletOrder } from '../../ui/orders/wallet-order.ts'
import { mintWords } from '../../words/en/orders/mint.ts'
import { orderWords, reviewWords } from '../../words/en/orders/order.ts'
import { observedText, reviewOf } from './model.ts'

test('the review says what goes and what comes, one for one, in which wallet, and what everybody sees', () => {
  const balances = triple({ wallet: { label: 'Savings' } })
  expect(reviewOf(balances, '12.5')).toEqual([
    { name: mintWords.pays, is: 'amount', amount: '12.5', token: 'STABLE' },
    { name: mintWords.gets, is: 'amount', amount: '12.5', token: 'cSTABLE' },
    { name: orderWords.fields.wallet, is: 'party', label: 'Savings', address: balances.wallet.address },
    { name: orderWords.fee, is: 'fee', units: GAS.confidential, has: '0.05' },
    { name: reviewWords.ledger, is: 'text', text: mintWords.ledger },
  ])
})

test.each([
  [undefined, undefined],
  [[], undefined],
  [['1'], 'one other address'],
  [['1', '2'], '2 other addresses'],
] as const)('who can read every amount is said before money goes in: %j', (digits, said) => {
  const balances = triple()
  const observers = digits?.map((digit) => `0x${digit.repeat(40)}` as const)
  const confidential = { ...balances.confidential, ...(observers === undefined ? {} : { observers }) }
  const observed = { ...balances, confidential }
  const lines = reviewOf(observed, '5').filter(({ name }) => name === mintWords.observers)
  if (said === undefined) {
    expect([observedText(observed), lines]).toEqual([undefined, []])
    return
  }
  expect(observedText(observed)).toContain(said)
  expect(lines).toEqual([{ name: mintWords.observers, is: 'text', text: observedText(observed) }])
})

test.each([
  ['100', { order: { verb: 'mint', walletId: 'w1', amount: '100' }, amount: '100' }],
  ['1,5', { flaw: 'comma' }],
])('a mint of %s', (amount, expected) => {
  expect(walletOrder('mint', { amount }, triple())).toEqual(expected)
})
