import { describe, expect, test } from 'vitest'
import type { OpenIntent } from '../../intents/intent.ts'
import { at, transaction } from '../../testing/fixtures.ts'
import { byDay, hasMore, PAGE_SIZE, type Pages, underWay, withoutUnderWay, withPage } from './model.ts'

const row = (n: number, part = {}) => transaction({ id: `t${n}`, createdAt: at(1_000 - n), ...part })
const ids = (pages: Pages) => pages.items.map(({ id }) => id)

describe('pages', () => {
  const first = withPage(undefined, 1, { items: [row(4), row(3)], total: 4 })

  test('follow each other', () => {
    const both = withPage(first, 2, { items: [row(2), row(1)], total: 4 })
    expect(ids(both)).toEqual(['t4', 't3', 't2', 't1'])
    expect(both.read).toBe(2)
  })

  test('miss nothing and say nothing twice when new rows push others on', () => {
    const both = withPage(first, 2, { items: [row(3), row(2)], total: 5 })
    expect(ids(both)).toEqual(['t4', 't3', 't2'])
    expect(ids(withPage(both, 1, { items: [row(5), row(4)], total: 5 }))).toEqual(['t5', 't4', 't3', 't2'])
  })

  test('that are read anew say how each row stands now', () => {
    const again = withPage(first, 1, { items: [row(4, { status: 'FAILED' }), row(3)], total: 4 })
    expect(again.items[0]?.status).toBe('FAILED')
    expect(again.read).toBe(1)
  })

  test('lose what is gone: a block was taken back, and no row of it is on the newest page any more', () => {
    const all = withPage(undefined, 1, { items: [row(3), row(2), row(1)], total: 3 })
    expect(ids(withPage(all, 1, { items: [row(3), row(1)], total: 2 }))).toEqual(['t3', 't1'])
    const many = withPage(first, 2, { items: [row(2), row(1)], total: 60 })
    expect(ids(withPage(many, 1, { items: [row(3), row(2)], total: 59 }))).toEqual(['t3', 't2', 't1'])
    expect(ids(withPage(many, 2, { items: [row(1)], total: 59 }))).toEqual(['t4', 't3', 't2', 't1'])
  })

  test('keep the order of the API where two began together', () => {
    const together = [transaction({ id: 'b' }), transaction({ id: 'a' })]
    expect(ids(withPage(undefined, 1, { items: together.toReversed(), total: 2 }))).toEqual(['b', 'a'])
  })
})

test.each([
  ['a first of many', { items: [row(1)], total: 200, read: 1 }, true],
  ['all of them', { items: [row(1)], total: 1, read: 1 }, false],
  ['as many pages as there are, with fewer rows than said', { items: [row(1)], total: PAGE_SIZE, read: 1 }, false],
  ['nothing', { items: [], total: 0, read: 1 }, false],
])('after %s there is more to show, or not', (_, pages, expected) => {
  expect(hasMore(pages)).toBe(expected)
})

const intent = (part: Partial<OpenIntent>) =>
  ({ id: 'i', state: 'accepted', terminal: false, consentedAt: 0, transactionId: null, ...part }) as OpenIntent

test('payments under way are those that have not ended, newest first', () => {
  const list = [
    intent({ id: 'old', consentedAt: 1 }),
    intent({ id: 'settled', terminal: true }),
    intent({ id: 'refused', state: 'refused' }),
    intent({ id: 'discarded', state: 'discarded' }),
    intent({ id: 'asks', state: 'ask', consentedAt: 3 }),
    intent({ id: 'unknown', state: 'unknown', consentedAt: 2 }),
  ]
  expect(underWay(list).map(({ id }) => id)).toEqual(['asks', 'unknown', 'old'])
})

test('what is under way is not listed a second time', () => {
  const items = [row(1), row(2)]
  expect(withoutUnderWay(items, [intent({ transactionId: 't2' })]).map(({ id }) => id)).toEqual(['t1'])
})

test('activity stands under its days, in the order in which it came', () => {
  const minutes = [5, 65, 60 * 25, 60 * 26]
  const items = minutes.map((ago) => transaction({ id: `t${ago}`, createdAt: at(ago) }))
  const days = byDay(items)
  expect(days.flatMap((each) => each.items)).toEqual(items)
  expect(days.map((each) => each.items.length)).toEqual([2, 2])
  expect(byDay([])).toEqual([])
})
