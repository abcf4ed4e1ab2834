import { expect, test } from 'vitest'
import { at, profile, transaction, wallet } from '../../testing/fixtures.ts'
import { approvalsWords } from '../../words/en/approvals/approvals.ts'
import { askerText, endedOf, endsSoon, receiverOf } from './model.ts'

test.each([
  ['session', 's1', null, approvalsWords.askers.session],
  ['api_key', 'k1', 'Sotto wallet', approvalsWords.askers.thisWallet],
  ['api_key', 'k2', 'Payroll\u202e server', approvalsWords.askers.key('Payroll server')],
  ['api_key', 'k2', '', approvalsWords.askers.someKey],
] as const)('%s %s called %s is %s', (type, id, label, said) => {
  expect(askerText({ type, id, label }, profile())).toBe(said)
})

const address = `0x${'b'.repeat(40)}`
const short = '0xbbbbbb…\u2060bbbbbb'
const card = { address, name: 'Ada' }

test.each([
  ['an own wallet', [wallet({ address, label: 'Savings' })], [card], `Savings · ${short}`, false],
  ['a watched wallet', [wallet({ address, label: 'Ada', type: 'EXTERNAL' })], [], `Ada · ${short}`, true],
  ['a watched wallet on a kept card', [wallet({ address, label: 'Adam', type: 'EXTERNAL' })], [card], 'Ada', false],
  ['a kept card', [wallet()], [card], 'Ada', false],
  ['an unknown address', [wallet()], [], undefined, true],
] as const)('the receiver is %s', (_, wallets, cards, name, stranger) => {
  expect(receiverOf(address, wallets, cards)).toEqual({ name, stranger })
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
