import { describe, expect, test } from 'vitest'
import type { Transaction } from '#shared/model/transaction.ts'
import type { Heard } from '../../store/arrivals.ts'
import { transaction } from '../../testing/fixtures.ts'
import { newArrivals } from './untold.ts'

const MINUTE = 60_000
const at = (minute: number) => new Date(Date.UTC(2027, 0, 31) + minute * MINUTE).toISOString()
const came = (id: string, minute: number, part: Partial<Transaction> = {}) =>
  transaction({ id, type: 'RECEIVE', createdAt: at(minute), txHash: `0x${id}`, ...part })

const ids = (rows: readonly Transaction[]) => rows.map(({ id }) => id)
/** A wallet that has seen the arrival `a` at minute 10, when it looked for the first time. */
const looked = newArrivals(undefined, [came('a', 10)]).heard

describe('of a gateway that is looked at for the first time', () => {
  test('nothing is to be told', () => {
    expect(newArrivals(undefined, [came('a', 10), came('b', 9)])).toMatchObject({ untold: [], heard: { unseen: [] } })
  })

  test('what comes in later is, in an account that had nothing, too', () => {
    const empty = newArrivals(undefined, []).heard
    expect(ids(newArrivals(empty, [came('a', 1)]).untold)).toEqual(['a'])
  })

  test('what is older than its newest calls is not, though it is found later', () => {
    const calls = newArrivals(undefined, [transaction({ createdAt: at(20) })]).heard
    expect(newArrivals(calls, [came('old', 5)]).untold).toEqual([])
  })
})

test.each<[string, Transaction[], Transaction[], string[]]>([
  ['nothing new', [came('a', 10)], [], []],
  ['a payment', [came('b', 11), came('a', 10)], [], ['b']],
  ['several', [came('c', 12), came('b', 11), came('a', 10)], [], ['c', 'b']],
  ['a call of the account', [transaction({ id: 'x', createdAt: at(12) })], [], []],
  ['one whose amount is not known yet', [came('b', 11, { amount: null, waitingFor: 'amount' })], [], []],
  ['one whose amount is sealed for good', [came('b', 11, { amount: null })], [], ['b']],
  ['one from before the first look, found by a rescan', [came('old', 3)], [], []],
  ['what a wallet of the account paid', [came('b', 11), transaction({ id: 'x', txHash: '0xb' })], [], []],
  ['the same, told apart from the call', [came('b', 11)], [transaction({ id: 'x', txHash: '0xb' })], []],
  ['one beside another call', [came('b', 11)], [transaction({ id: 'x', txHash: '0xc' })], ['b']],
])('%s', (_, rows, beside, expected) => {
  expect(ids(newArrivals(looked, rows, beside).untold)).toEqual(expected)
})

describe('what waits for a person', () => {
  const waits = (id: string, minute: number, part: Partial<Transaction> = {}) =>
    transaction({ id, createdAt: at(minute), status: 'PENDING', waitingFor: 'approval', txHash: null, ...part })

  test.each<[string, Transaction[], string[]]>([
    ['is told beside what came in', [waits('w', 12), came('b', 11)], ['b', 'w']],
    ['is told though the clock of the chain is ahead of the gateway', [waits('w', 9)], ['w']],
    ['is told of a redeem too', [waits('w', 12, { type: 'REDEEM' })], ['w']],
    ['is not told once it does not wait any more', [waits('w', 12, { waitingFor: null })], []],
    ['is not told once it ended without a person', [waits('w', 12, { status: 'FAILED', waitingFor: null })], []],
  ])('%s', (_, rows, expected) => {
    expect(ids(newArrivals(looked, rows).untold)).toEqual(expected)
  })

  test('is told once', () => {
    const told = newArrivals(looked, [waits('w', 12)]).heard
    const again = newArrivals(told, [waits('w', 12)])
    expect(again.untold).toEqual([])
    expect(again.heard, 'nothing is written').toBe(told)
  })

  test('is no news at the first look, nor after it, and does not put off what came in before it', () => {
    const first = newArrivals(undefined, [waits('w', 30), came('a', 10)])
    expect(first.untold).toEqual([])
    expect(ids(newArrivals(first.heard, [waits('w', 30), came('b', 11)]).untold)).toEqual(['b'])
  })
})

describe('once told, it is not told again', () => {
  const told = newArrivals(looked, [came('b', 11)]).heard

  test('when it is seen again', () => {
    const again = newArrivals(told, [came('b', 11), came('a', 10)])
    expect(again.untold).toEqual([])
    expect(again.heard, 'nothing is written').toBe(told)
  })

  test('when it comes back after a reorganisation, in a later block', () => {
    expect(newArrivals(told, [came('b', 14)]).untold).toEqual([])
  })

  test('when its amount was not known at first: it is told with it, and then no more', () => {
    const waiting = newArrivals(looked, [came('c', 12, { amount: null, waitingFor: 'amount' })])
    const known = newArrivals(waiting.heard, [came('c', 12)])
    expect(ids(known.untold)).toEqual(['c'])
    expect(newArrivals(known.heard, [came('c', 12)]).untold).toEqual([])
  })

  test('when an older one is found after it, that one is told', () => {
    const later = newArrivals(looked, [came('d', 20)]).heard
    expect(ids(newArrivals(later, [came('c', 15)]).untold)).toEqual(['c'])
  })

  test('when hundreds came after it', () => {
    let heard: Heard = told
    const all: Transaction[] = [came('b', 11)]
    for (let n = 0; n < 400; n++) {
      const row = came(`n${n}`, 100 + n)
      all.push(row)
      const found = newArrivals(heard, [row])
      expect(ids(found.untold)).toEqual([row.id])
      heard = found.heard
    }
    expect(newArrivals(heard, all).untold).toEqual([])
    expect(Object.keys(heard.known).length).toBeLessThanOrEqual(300)
  })
})

test('an ID that every object answers to is an ID like any other', () => {
  expect(ids(newArrivals(looked, [came('constructor', 12)]).untold)).toEqual(['constructor'])
})
