import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { at, profile, transaction } from '../../testing/fixtures.ts'
import { approvalsWords } from '../../words/en/approvals/approvals.ts'
import { askerSaid, challengeOf, endedOf, endsSoon } from './model.ts'

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

test.each([
  ['session', 's1', null, approvalsWords.askers.session],
  ['api_key', 'k1', 'Sotto wallet', approvalsWords.askers.thisWallet],
  ['api_key', 'k2', 'Payroll\u202e server', approvalsWords.askers.key('Payroll server')],
  ['api_key', 'k2', '', approvalsWords.askers.someKey],
] as const)('%s %s called %s is %s', (type, id, label, said) => {
  expect(askerSaid({ type, id, label }, profile())).toBe(said)
})

test('the last two hours are told apart', () => {
  const now = Date.parse(at(0))
  expect(endsSoon({ expiresAt: at(-119) }, now)).toBe(true)
  expect(endsSoon({ expiresAt: at(-120) }, now)).toBe(false)
})

test('of what failed only what no person let pass ended here', () => {
  const failed = [
    transaction({ id: 'a', status: 'FAILED' }),
    transaction({ id: 'b', status: 'FAILED', failure: 'approval_expired' }),
    transaction({ id: 'c', status: 'FAILED', failure: 'approval_rejected' }),
  ]
  expect(endedOf(failed).map(({ id }) => id)).toEqual(['b', 'c'])
})
