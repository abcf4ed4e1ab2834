import { describe, expect, test } from 'vitest'
import type { TransactionStatus, TransactionType, WaitingFor } from '#shared/model/transaction.ts'
import { MARK, type Mark } from '../db/schema/marks.ts'
import { decide, type Facts, type LegFact, type PayoutFact } from './settle/decide.ts'
import { becomes, columnsOf, markOf, mayBePaid, STATES, type State, stateOf, statusOf } from './states.ts'
import { unmarked } from './states-fixture.ts'

const open: LegFact = { is: 'open' }
const confirmed: LegFact = { is: 'confirmed' }
const reverted: LegFact = { is: 'failed', reason: 'reverted' }
const none: PayoutFact = { is: 'wanting', what: 'operator_gas' }

const facts = (change: Partial<Facts>): Facts => ({
  type: 'REDEEM',
  state: 'sent',
  token: 'cSTABLE',
  asked: 25n,
  first: open,
  moved: undefined,
  backed: change.type === undefined || change.type === 'REDEEM',
  payout: none,
  ...change,
})

type Row = [TransactionType, TransactionStatus, string, Partial<Facts>, TransactionStatus, string | null]

test.each<Row>([
  ['REDEEM', 'PENDING', 'first leg not seen', {}, 'PENDING', 'confirmation'],
  ['REDEEM', 'PENDING', 'first leg confirmed', { first: confirmed }, 'SETTLING', 'public_decryption'],
  ['REDEEM', 'SETTLING', 'burned amount not published', { first: confirmed }, 'SETTLING', 'public_decryption'],
  ['REDEEM', 'SETTLING', 'no gas for the payout', { first: confirmed, moved: 25n }, 'SETTLING', 'operator_gas'],
  ['REDEEM', 'SETTLING', 'payout sent', { first: confirmed, moved: 25n, payout: open }, 'SETTLING', 'confirmation'],
  ['REDEEM', 'SETTLING', 'payout confirmed', { first: confirmed, moved: 25n, payout: confirmed }, 'SETTLED', null],
  ['REDEEM', 'SETTLING', 'payout never possible', { first: confirmed, moved: 25n, payout: reverted }, 'FAILED', null],
  ['REDEEM', 'SETTLING', 'burned zero', { first: confirmed, moved: 0n }, 'FAILED', null],
  ['REDEEM', 'SETTLING', 'first leg reorganised away', { first: open }, 'SETTLING', 'confirmation'],
  ['REDEEM', 'PENDING', 'first leg reverted', { first: reverted }, 'FAILED', null],
  ['TRANSFER', 'PENDING', 'confirmed, amount unknown', { first: confirmed }, 'SETTLING', 'amount'],
  ['REDEEM', 'PENDING', 'into the float, amount unknown', { first: confirmed, backed: false }, 'SETTLING', 'amount'],
  [
    'REDEEM',
    'SETTLING',
    'payout about to be made again',
    { first: confirmed, moved: 25n, payout: { is: 'wanting', what: null } },
    'SETTLING',
    'confirmation',
  ],
  ['TRANSFER', 'SETTLING', 'moved all of it', { first: confirmed, moved: 25n }, 'SETTLED', null],
  ['TRANSFER', 'SETTLING', 'moved zero', { first: confirmed, moved: 0n }, 'FAILED', null],
  ['MINT', 'PENDING', 'moved all of it', { first: confirmed, moved: 25n }, 'SETTLED', null],
  ['FUND', 'PENDING', 'moved something else', { first: confirmed, moved: 24n }, 'FAILED', null],
  ['FUND', 'SETTLED', 'leg gone again', { first: open }, 'SETTLED', 'confirmation'],
  ['FUND', 'SETTLED', 'leg back again', { first: confirmed, moved: 25n }, 'SETTLED', null],
  ['TRANSFER', 'SETTLED', 'mined again, moved zero', { first: confirmed, moved: 0n }, 'SETTLED', 'confirmation'],
  ['TRANSFER', 'SETTLED', 'mined again, amount unknown', { first: confirmed }, 'SETTLED', 'confirmation'],
  ['REDEEM', 'SETTLED', 'payout gone again', { first: confirmed, moved: 25n, payout: open }, 'SETTLED', 'confirmation'],
  ['REDEEM', 'SETTLED', 'all there', { first: confirmed, moved: 25n, payout: confirmed }, 'SETTLED', null],
  ['MINT', 'FAILED', 'leg confirmed after all', { first: confirmed, moved: 25n }, 'FAILED', null],
])('%s %s, %s', (type, status, _, change, expected, waitingFor) => {
  const verdict = decide(facts({ type, state: unmarked(status), ...change }))
  expect([statusOf(verdict.state), verdict.waitingFor]).toEqual([expected, waitingFor])
  expect(verdict.error !== undefined).toBe(expected === 'FAILED' && status !== 'FAILED')
})

test('a shortfall is told with both amounts', () => {
  const { error } = decide(facts({ asked: 25_000_000n, moved: 0n, first: confirmed }))
  expect(error).toContain('burned 0 cSTABLE instead of 25')
})

test('a receipt alone never settles', () => {
  for (const type of ['FUND', 'MINT', 'TRANSFER', 'REDEEM'] as const) {
    const { state } = decide(facts({ type, first: confirmed, moved: undefined, payout: confirmed }))
    expect(state).toBe('decrypting')
  }
})

/** Every row that an older version could have written: status, what it waits for, and `owed`. */
const stored: [TransactionStatus, WaitingFor | null, Mark, State][] = [
  ['PENDING', 'approval', MARK.none, 'waiting'],
  ['PENDING', 'confirmation', MARK.none, 'sent'],
  ['PENDING', 'confirmation', MARK.minedAfterAll, 'sent'],
  ['PENDING', 'confirmation', MARK.resolved, 'sent'],
  ['SETTLING', 'amount', MARK.none, 'decrypting'],
  ['SETTLING', 'public_decryption', MARK.none, 'decrypting'],
  ['SETTLING', 'confirmation', MARK.none, 'paying'],
  ['SETTLING', 'operator_gas', MARK.none, 'paying'],
  ['SETTLING', 'operator_liquidity', MARK.none, 'paying'],
  ['SETTLING', 'token_refusal', MARK.none, 'paying'],
  ['SETTLING', 'amount', MARK.minedAfterAll, 'doubted'],
  ['SETTLING', 'confirmation', MARK.minedAfterAll, 'doubted'],
  ['SETTLING', 'confirmation', MARK.resolved, 'noted'],
  ['SETTLED', null, MARK.none, 'settled'],
  ['SETTLED', 'confirmation', MARK.none, 'taken back'],
  ['SETTLED', null, MARK.owed, 'owed again'],
  ['SETTLED', 'confirmation', MARK.owed, 'owed again'],
  ['SETTLED', null, MARK.resolved, 'settled and noted'],
  ['SETTLED', 'confirmation', MARK.resolved, 'settled and noted'],
  ['SETTLED', null, MARK.minedAfterAll, 'settled and doubted'],
  ['SETTLED', 'confirmation', MARK.minedAfterAll, 'settled and doubted'],
  ['FAILED', null, MARK.none, 'failed'],
  ['FAILED', null, MARK.owed, 'owed'],
  ['FAILED', null, MARK.resolved, 'resolved'],
  ['FAILED', null, MARK.minedAfterAll, 'mined after failure'],
]

describe('what is stored of a payment is one state', () => {
  test.each(stored)('%s, waiting for %s, owed %i: %s', (status, waitingFor, owed, state) => {
    expect(stateOf({ status, waitingFor, owed })).toBe(state)
    expect(statusOf(state)).toBe(status)
    if (status !== 'PENDING') expect(markOf(state)).toBe(owed)
  })

  test('and each state is stored as something', () => {
    expect(new Set(stored.map(([, , , state]) => state))).toEqual(new Set(STATES))
  })
})

type Becoming = [State, keyof typeof becomes, State | undefined]

describe('what becomes of it, once it has ended or is doubted', () => {
  test.each<Becoming>([
    ['sent', 'minedAfterAll', undefined],
    ['paying', 'minedAfterAll', 'doubted'],
    ['settled', 'minedAfterAll', 'settled and doubted'],
    ['taken back', 'minedAfterAll', 'settled and doubted'],
    ['owed again', 'minedAfterAll', 'settled and doubted'],
    ['failed', 'minedAfterAll', 'mined after failure'],
    ['owed', 'minedAfterAll', 'mined after failure'],
    ['resolved', 'minedAfterAll', undefined],
    ['noted', 'minedAfterAll', undefined],
    ['mined after failure', 'minedAfterAll', undefined],
    ['owed', 'resolved', 'resolved'],
    ['owed again', 'resolved', 'settled and noted'],
    ['doubted', 'resolved', 'noted'],
    ['settled and doubted', 'resolved', 'settled and noted'],
    ['mined after failure', 'resolved', 'resolved'],
    ['resolved', 'resolved', undefined],
    ['paying', 'resolved', undefined],
    ['failed', 'resolved', undefined],
    ['mined after failure', 'owed', 'owed'],
    ['failed', 'owed', undefined],
    ['doubted', 'owed', undefined],
  ])('%s, %s: %s', (state, what, expected) => {
    expect(becomes[what](state)).toBe(expected)
  })
})

describe('a verdict takes along what a person has to decide, or has decided', () => {
  const paid: Partial<Facts> = { first: confirmed, moved: 25n, payout: confirmed }
  const never: Partial<Facts> = { first: confirmed, moved: 25n, payout: reverted }
  test.each<[State, string, Partial<Facts>, State]>([
    ['paying', 'can never be paid', never, 'owed'],
    ['doubted', 'can never be paid', never, 'mined after failure'],
    ['noted', 'can never be paid', never, 'resolved'],
    ['doubted', 'paid', paid, 'settled and doubted'],
    ['noted', 'paid', paid, 'settled and noted'],
    ['taken back', 'can never be paid again', never, 'owed again'],
    ['settled and noted', 'can never be paid again', never, 'settled and noted'],
    ['owed again', 'paid after all', paid, 'owed again'],
    ['taken back', 'paid again', paid, 'settled'],
    ['doubted', 'its burn reverted', { first: reverted }, 'mined after failure'],
    ['owed', 'paid after all', paid, 'owed'],
    ['mined after failure', 'burned after all', paid, 'mined after failure'],
  ])('%s, %s: %s', (state, _, change, expected) => {
    expect(decide(facts({ state, ...change })).state).toBe(expected)
  })

  test('and no status moves backwards', () => {
    const order: TransactionStatus[] = ['PENDING', 'SETTLING', 'SETTLED']
    const legs = [open, confirmed, reverted]
    for (const state of STATES)
      for (const first of legs)
        for (const moved of [undefined, 0n, 25n])
          for (const payout of [...legs, none]) {
            const [before, after] = [statusOf(state), statusOf(decide(facts({ state, first, moved, payout })).state)]
            if (before === 'FAILED' || before === 'SETTLED') expect(after).toBe(before)
            else if (after !== 'FAILED') expect(order.indexOf(after)).toBeGreaterThanOrEqual(order.indexOf(before))
          }
  })
})

describe('what "sotto owed" reads off it', () => {
  test.each([
    ['owed', ['SETTLED', 'FAILED'], [MARK.owed]],
    ['mined after all', ['SETTLING', 'SETTLED', 'FAILED'], [MARK.minedAfterAll]],
    ['being paid', ['SETTLING', 'SETTLED'], [MARK.none, MARK.resolved]],
  ] as const)('the list "%s"', (list, statuses, marks) => {
    expect(columnsOf(list)).toEqual({ statuses, marks })
  })

  test.each<[State, WaitingFor | null, boolean]>([
    ['paying', 'operator_gas', true],
    ['taken back', 'confirmation', true],
    ['owed', null, true],
    ['owed again', null, true],
    ['noted', 'confirmation', true],
    ['settled and doubted', 'confirmation', true],
    ['settled and doubted', null, false],
    ['settled and noted', null, false],
    ['settled', null, false],
    ['failed', null, false],
    ['resolved', null, false],
    ['sent', 'confirmation', false],
  ])('%s, waiting for %s, may be paid by hand: %s', (state, waitingFor, expected) => {
    expect(mayBePaid({ state, waitingFor })).toBe(expected)
  })
})
