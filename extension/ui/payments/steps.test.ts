import { describe, expect, test } from 'vitest'
import { TransactionStatus, TransactionType, WaitingFor } from '#shared/model/transaction.ts'
import { type Step, stepsOf } from './steps.ts'

const said = (steps: Step[]) => steps.map(({ name, state }) => `${name} ${state}`).join(', ')
const HASH = `0x${'1'.repeat(64)}`

describe('how far each step of a transaction is', () => {
  test.each([
    ['FUND', false, 'PENDING', null, 'handed done, faucet now'],
    ['FUND', false, 'SETTLED', null, 'handed done, faucet done'],
    ['FUND', false, 'FAILED', null, 'handed done, faucet failed'],
    ['MINT', true, 'PENDING', null, 'handed done, mint now'],
    ['MINT', true, 'SETTLED', null, 'handed done, mint done'],
    ['TRANSFER', false, 'PENDING', null, 'handed done, transfer now'],
    ['TRANSFER', false, 'SETTLED', null, 'handed done, transfer done'],
    ['TRANSFER', true, 'PENDING', null, 'handed done, transfer now, check later'],
    ['TRANSFER', true, 'SETTLING', null, 'handed done, transfer done, check now'],
    ['TRANSFER', true, 'SETTLED', null, 'handed done, transfer done, check done'],
    ['TRANSFER', true, 'FAILED', null, 'handed done, transfer failed, check stopped'],
    ['REDEEM', true, 'PENDING', null, 'handed done, burn now, payout later'],
    ['REDEEM', true, 'SETTLING', null, 'handed done, burn done, payout now'],
    ['REDEEM', true, 'SETTLED', HASH, 'handed done, burn done, payout done'],
    ['REDEEM', true, 'FAILED', null, 'handed done, burn failed, payout stopped'],
    ['REDEEM', true, 'FAILED', HASH, 'handed done, burn done, payout failed'],
  ] as const)('%s (confidential: %s), %s, payout %s: %s', (type, confidential, status, settlementTxHash, expected) => {
    expect(said(stepsOf({ type, status, settlementTxHash, waitingFor: null }, confidential))).toBe(expected)
  })

  test.each([
    ['PENDING', 'approval', undefined, 'handed done, approval now, burn later, payout later'],
    ['FAILED', null, 'approval_rejected', 'handed done, approval failed, burn stopped, payout stopped'],
    ['FAILED', null, 'approval_expired', 'handed done, approval failed, burn stopped, payout stopped'],
  ] as const)('%s, waiting for %s, ended by %s: %s', (status, waitingFor, failure, expected) => {
    const asked = { type: 'REDEEM', status, waitingFor, settlementTxHash: null, failure } as const
    expect(said(stepsOf(asked, true))).toBe(expected)
  })

  test('what a reorganisation took back is under way again', () => {
    const taken = { type: 'REDEEM', status: 'SETTLED', settlementTxHash: HASH, waitingFor: 'confirmation' } as const
    expect(said(stepsOf(taken, true))).toBe('handed done, burn done, payout now')
  })
})

test('what came in has no steps', () => {
  const received = { type: 'RECEIVE', status: 'SETTLED', settlementTxHash: null, waitingFor: 'amount' } as const
  expect(stepsOf(received, true)).toEqual([])
})

const waits = [null, ...WaitingFor.options]
const calls = TransactionType.options.filter((type) => type !== 'RECEIVE')
const cases = calls.flatMap((type) =>
  TransactionStatus.options.flatMap((status) =>
    waits.flatMap((waitingFor) =>
      [true, false].flatMap((confidential) =>
        [null, HASH].map((settlementTxHash) => ({ type, status, waitingFor, confidential, settlementTxHash })),
      ),
    ),
  ),
)

describe('whatever a gateway answers', () => {
  test.each(cases)('$type $status $waitingFor $confidential $settlementTxHash', ({ confidential, ...progress }) => {
    const states = stepsOf(progress, confidential).map(({ state }) => state)
    const under = states.filter((state) => state === 'now').length
    const failed = states.filter((state) => state === 'failed').length
    const over = progress.status === 'SETTLED' && progress.waitingFor === null
    expect(under).toBe(over || progress.status === 'FAILED' ? 0 : 1)
    expect(failed).toBe(progress.status === 'FAILED' ? 1 : 0)
    // Nothing is done after something that is not.
    const firstOpen = states.findIndex((state) => state !== 'done')
    if (firstOpen >= 0) expect(states.slice(firstOpen)).not.toContain('done')
  })
})
