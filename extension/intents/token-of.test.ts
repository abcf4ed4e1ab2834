import { expect, test } from 'vitest'
import { transaction, triple } from '../testing/fixtures.ts'
import { tokenOf } from './token-of.ts'

const list = [triple()]
const address = `0x${'b'.repeat(40)}`
const order = (verb: 'fund' | 'mint' | 'redeem') => ({ verb, walletId: 'w1', amount: '1' })
const transfer = {
  verb: 'transfer' as const,
  walletId: 'w1',
  amount: '1',
  token: 'STABLE',
  destination: { is: 'address' as const, address },
}

test.each([
  ['its transaction', { order: order('fund'), transaction: transaction({ token: 'XYZ' }) }, list, 'XYZ'],
  ['its order', { order: transfer, transaction: null }, undefined, 'STABLE'],
  ['what the faucet gives', { order: order('fund'), transaction: null }, list, 'STABLE'],
  ['what a mint makes', { order: order('mint'), transaction: null }, list, 'cSTABLE'],
  ['what a redeem burns', { order: order('redeem'), transaction: null }, list, 'cSTABLE'],
  ['nothing that is known', { order: order('redeem'), transaction: null }, undefined, undefined],
])('the token is that of %s', (_, intent, balances, expected) => {
  expect(tokenOf(intent, balances)).toBe(expected)
})
