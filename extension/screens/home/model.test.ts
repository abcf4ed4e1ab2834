import { describe, expect, test } from 'vitest'
import type { OpenIntent } from '../../intents/intent.ts'
import { transaction, triple } from '../../testing/fixtures.ts'
import { firstSteps, inOrder, moving, recentOf } from './model.ts'

const payment = (part: Partial<OpenIntent> = {}): OpenIntent => ({
  id: 'i1',
  profileId: 'p1',
  state: 'sending',
  consentedAt: 0,
  sent: 1,
  sentAt: 0,
  notBefore: 0,
  transactionId: null,
  terminal: false,
  updatedAt: 0,
  order: { verb: 'mint', walletId: 'w1', amount: '1' },
  failure: null,
  transaction: null,
  ...part,
})

describe('which wallet stands first', () => {
  const one = triple({ wallet: { id: 'w1', isPrimary: false } })
  const two = triple({ wallet: { id: 'w2', isPrimary: true } })

  test('the primary one', () => {
    expect(inOrder([one, two])).toEqual({ primary: two, others: [one] })
  })

  test('the first, where none is primary', () => {
    expect(inOrder([one])).toEqual({ primary: one, others: [] })
  })

  test('none, where there is none', () => {
    expect(inOrder([])).toEqual({ primary: undefined, others: [] })
  })
})

describe('what is under way', () => {
  test.each<[string, Partial<OpenIntent>, boolean]>([
    ['a payment that is being sent', { state: 'sending' }, true],
    ['a payment that waits for a word', { state: 'ask' }, true],
    ['a payment that is settling', { state: 'accepted', transactionId: 't1' }, true],
    ['a payment that ended', { state: 'accepted', transactionId: 't1', terminal: true }, false],
    ['a payment that was refused', { state: 'refused' }, false],
  ])('%s', (_, part, under) => {
    expect(moving([payment(part)], [])).toHaveLength(under ? 1 : 0)
  })

  test('a transaction of another program is told as well', () => {
    const other = transaction({ id: 't2', status: 'PENDING' })
    expect(moving([], [other, transaction()])).toEqual([{ is: 'transaction', transaction: other }])
  })

  test('what came in is there, though its amount may not be known yet', () => {
    expect(moving([], [transaction({ type: 'RECEIVE', amount: null, waitingFor: 'amount' })])).toEqual([])
  })

  test('a payment and its transaction are one thing', () => {
    const begun = payment({ state: 'accepted', transactionId: 't1' })
    expect(moving([begun], [transaction({ id: 't1', status: 'PENDING' })])).toEqual([{ is: 'payment', payment: begun }])
  })

  test('a payment that ended hides no other', () => {
    const ended = payment({ state: 'accepted', transactionId: 't1', terminal: true })
    expect(moving([ended], [transaction({ id: 't1', status: 'PENDING' })])).toEqual([])
  })
})

describe('recent activity', () => {
  test('is five long at most and leaves out what is under way', () => {
    const list = Array.from({ length: 9 }, (_, at) => transaction({ id: `t${at}` }))
    const under = moving([payment({ state: 'accepted', transactionId: 't1' })], [])
    expect(recentOf(list, under).map(({ id }) => id)).toEqual(['t0', 't2', 't3', 't4', 't5'])
  })
})

describe('the first steps', () => {
  const known = (...list: ReturnType<typeof transaction>[]) => ({ list, total: list.length })
  const nothing = triple({ normal: '0', confidential: '0' })

  test.each([
    ['of an empty wallet', nothing, known(), [false, false, false]],
    ['once it was funded', triple({ confidential: '0' }), known(), [true, false, false]],
    ['once something came in', nothing, known(transaction({ type: 'RECEIVE' })), [true, false, false]],
    [
      'while the first mint is under way',
      nothing,
      known(transaction({ type: 'MINT', status: 'PENDING' })),
      [true, true, false],
    ],
    ['once it holds private money', triple({ normal: '0' }), known(), [true, true, false]],
    [
      'after a mint that failed',
      triple({ confidential: '0' }),
      known(transaction({ type: 'MINT', status: 'FAILED' })),
      [true, false, false],
    ],
    [
      'of one whose private balance is sealed',
      triple({ normal: '0', confidential: null }),
      known(),
      [false, false, false],
    ],
  ] as const)('%s', (_, balances, transactions, done) => {
    expect(firstSteps(balances, transactions)?.map((step) => step.done)).toEqual(done)
  })

  test.each([
    ['once something was sent', triple(), known(transaction())],
    ['before it is known what was paid', nothing, null],
    ['while only a part of it is', nothing, { list: [], total: 21 }],
    ['of a wallet that cannot pay', triple({ wallet: { type: 'EXTERNAL' } }), known()],
  ] as const)('are not shown %s', (_, balances, transactions) => {
    expect(firstSteps(balances, transactions)).toBeUndefined()
  })
})
