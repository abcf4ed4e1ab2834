import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { transaction } from '../../testing/fixtures.ts'
import { challengeOf } from './challenge.ts'

const ME = `0x${'a'.repeat(40)}`
const payment = transaction({ from: ME, to: `0x${'b'.repeat(40)}`, status: 'PENDING', waitingFor: 'approval' })

test('what a passkey signs is the hash of the account, the payment and all that it moves, as the gateway writes it', () => {
  const lines = ['u1', 't1', 11155111, 'w1', ME, 'TRANSFER', '12.5', 'cSTABLE', payment.to, null]
  const text = `sotto approval 1\n${lines.map((line) => JSON.stringify(line)).join('\n')}`
  expect(challengeOf('u1', payment)).toBe(createHash('sha256').update(text).digest('base64url'))
})

test.each([
  ['amount', { amount: '12.500001' }],
  ['receiver', { to: `0x${'c'.repeat(40)}` }],
  ['payment', { id: 't2' }],
  ['wallet', { walletId: 'w2' }],
  ['token', { token: 'STABLE' }],
  ['reference', { externalId: 'invoice 2' }],
] as const)('another %s is another hash', (_, part) => {
  expect(challengeOf('u1', { ...payment, ...part })).not.toBe(challengeOf('u1', payment))
  expect(challengeOf('u2', payment)).not.toBe(challengeOf('u1', payment))
})

test('a payment of which the gateway says too little is not signed', () => {
  expect(challengeOf('u1', { ...payment, amount: null })).toBeUndefined()
  expect(challengeOf('u1', { ...payment, from: null })).toBeUndefined()
})
