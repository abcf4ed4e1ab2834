import { describe, expect, test } from 'vitest'
import type { Transaction } from '#shared/model/transaction.ts'
import { transaction } from '../../screens/fixtures.ts'
import { type Heard, newsIn } from './news.ts'

const MINUTE = 60_000
const at = (minute: number) => new Date(Date.UTC(2027, 0, 31) + minute * MINUTE).toISOString()
const came = (id: string, minute: number, part: Partial<Transaction> = {}) =>
  transaction({ id, type: 'RECEIVE', createdAt: at(minute), txHash: `0x${id}`, ...part })

const ids = (rows: readonly Transaction[]) => rows.map(({ id }) => id)
/** A wallet that has seen the arrival `a` at minute 10, when it looked for the first time. */
const looked = newsIn(undefined, [came('a', 10)]).heard

describe('of a gateway that is looked at for the first time', () => {
  test('nothing is news', () => {
    expect(newsIn(undefined, [came('a', 10), came('b', 9)])).toMatchObject({ news: [], heard: { unseen: [] } })
  })

  test('what comes in later is, in an account that had nothing, too', () => {
    const empty = newsIn(undefined, []).heard
    expect(ids(newsIn(empty, [came('a', 1)]).news)).toEqual(['a'])
  })

  test('what is older than its newest calls is not, though it is found later', () => {
    const calls = newsIn(undefined, [transaction({ createdAt: at(20) })]).heard
    expect(newsIn(calls, [came('old', 5)]).news).toEqual([])
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
  expect(ids(newsIn(looked, rows, beside).news)).toEqual(expected)
})

describe('once told, it is not told again', () => {
  const told = newsIn(looked, [came('b', 11)]).heard

  test('when it is seen again', () => {
    const again = newsIn(told, [came('b', 11), came('a', 10)])
    expect(again.news).toEqual([])
    expect(again.heard, 'nothing is written').toBe(told)
  })

  test('when it comes back after a reorganisation, in a later block', () => {
    expect(newsIn(told, [came('b', 14)]).news).toEqual([])
  })

  test('when its amount was not known at first: it is told with it, and then no more', () => {
    const waiting = newsIn(looked, [came('c', 12, { amount: null, waitingFor: 'amount' })])
    const known = newsIn(waiting.heard, [came('c', 12)])
    expect(ids(known.news)).toEqual(['c'])
    expect(newsIn(known.heard, [came('c', 12)]).news).toEqual([])
  })

  test('when an older one is found after it, that one is told', () => {
    const later = newsIn(looked, [came('d', 20)]).heard
    expect(ids(newsIn(later, [came('c', 15)]).news)).toEqual(['c'])
  })

  test('when thousands came after it', () => {
    let heard: Heard = told
    const all: Transaction[] = [came('b', 11)]
    for (let n = 0; n < 2_000; n++) {
      const row = came(`n${n}`, 100 + n)
      all.push(row)
      const found = newsIn(heard, [row])
      expect(ids(found.news)).toEqual([row.id])
      heard = found.heard
    }
    expect(newsIn(heard, all).news).toEqual([])
    expect(Object.keys(heard.known).length).toBeLessThanOrEqual(300)
  })
})

test('an ID that every object answers to is an ID like any other', () => {
  expect(ids(newsIn(looked, [came('constructor', 12)]).news)).toEqual(['constructor'])
})
