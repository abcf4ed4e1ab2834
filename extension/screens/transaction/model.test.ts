import { describe, expect, test } from 'vitest'
import { at, transaction } from '../../testing/fixtures.ts'
import { transactionWords } from '../../words/en/payments/transaction.ts'
import {
  destinationOf,
  feesOf,
  goesOn,
  hashesOf,
  knownOf,
  mayHaveReceipt,
  payerOf,
  referenceOf,
  unknownCounterparty,
} from './model.ts'

const one = `0x${'1'.repeat(64)}`
const two = `0x${'2'.repeat(64)}`
const { txHash, burnHash, payoutHash } = transactionWords

describe('hashes', () => {
  test.each([
    ['a transfer', { txHash: one }, [{ name: txHash, hash: one }]],
    ['a transfer without one yet', { status: 'PENDING' }, [{ name: txHash, hash: null }]],
    ['what came in', { type: 'RECEIVE', txHash: one }, [{ name: txHash, hash: one }]],
    ['a transfer that failed before it was sent', { status: 'FAILED' }, []],
    [
      'a redeem before its payout',
      { type: 'REDEEM', status: 'SETTLING', txHash: one },
      [
        { name: burnHash, hash: one },
        { name: payoutHash, hash: null },
      ],
    ],
    [
      'a settled redeem',
      { type: 'REDEEM', txHash: one, settlementTxHash: two },
      [
        { name: burnHash, hash: one },
        { name: payoutHash, hash: two },
      ],
    ],
    ['a redeem whose burn failed', { type: 'REDEEM', status: 'FAILED', txHash: one }, [{ name: burnHash, hash: one }]],
  ] as const)('of %s', (_, part, expected) => {
    expect(hashesOf(transaction(part))).toEqual(expected)
  })
})

test('what a gateway does not say of gas is left out', () => {
  const { gasFee, payoutGasFee } = transactionWords
  const both = { gasFee: '0.00042', settlementGasFee: '0.000007' }
  expect(feesOf(transaction(both))).toEqual([
    { name: gasFee, amount: '0.00042' },
    { name: payoutGasFee, amount: '0.000007' },
  ])
  expect(feesOf(transaction({ gasFee: '0.00042', settlementGasFee: null }))).toHaveLength(1)
  expect(feesOf(transaction({}))).toEqual([])
})

test.each([
  ['PENDING', 'confirmation', true],
  ['SETTLING', null, true],
  ['SETTLED', 'confirmation', true],
  ['SETTLED', null, false],
  ['FAILED', null, false],
] as const)('%s, waiting for %s, is looked at again: %s', (status, waitingFor, expected) => {
  expect(goesOn({ status, waitingFor })).toBe(expected)
})

test.each([
  ['SETTLED', one, true],
  ['SETTLING', one, true],
  ['FAILED', one, true],
  ['FAILED', null, false],
  ['PENDING', one, false],
] as const)('%s with hash %s may have a receipt: %s', (status, hash, expected) => {
  expect(mayHaveReceipt({ status, txHash: hash })).toBe(expected)
})

test.each([
  ['TRANSFER', two, two],
  ['TRANSFER', null, undefined],
  ['FUND', two, undefined],
  ['REDEEM', null, undefined],
] as const)('a %s to %s went to %s', (type, to, expected) => {
  expect(destinationOf({ type, to })).toBe(expected)
})

test.each([
  ['RECEIVE', two, two],
  ['RECEIVE', null, undefined],
  ['RECEIVE', undefined, undefined],
  ['TRANSFER', two, undefined],
] as const)('a %s from %s was paid by %s', (type, from, expected) => {
  expect(payerOf(from === undefined ? { type } : { type, from })).toBe(expected)
})

test('what this browser knows of it is the newest of what it kept', () => {
  const older = transaction({ status: 'PENDING', updatedAt: at(9) })
  const newer = transaction({ status: 'SETTLED', updatedAt: at(1) })
  expect(knownOf('t1', [older, transaction({ id: 't2' })], [newer])).toBe(newer)
  expect(knownOf('t3', [older], [newer])).toBeUndefined()
})

test.each([
  ['invoice 2026-1107', 'invoice 2026-1107'],
  [null, undefined],
  ['0b7e3c52-6d1f-4a83-9c25-1f6a7f0a9d11', undefined],
])('of the external ID %s a person gave %s', (externalId, reference) => {
  expect(referenceOf({ externalId })).toBe(reference)
})

describe('a stranger is who', () => {
  const [mine, bob, other] = ['a', 'b', 'c'].map((digit) => `0x${digit.repeat(40)}`) as [string, string, string]
  const contacts = [{ id: 'c1', name: 'Bob', address: bob, verified: false, carded: false, note: null }]
  test.each([
    ['was paid', { to: other }, other],
    ['paid', { type: 'RECEIVE', from: other, to: mine }, other],
    ['is a contact', { to: bob.toUpperCase().replace('X', 'x') }, undefined],
    ['is an own wallet', { to: mine }, undefined],
    ['is on neither side', { type: 'MINT', to: null }, undefined],
  ] as const)('%s', (_, part, expected) => {
    expect(unknownCounterparty(transaction(part), [{ address: mine }], contacts)).toBe(expected)
  })
})
