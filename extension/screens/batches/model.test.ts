import { describe, expect, test } from 'vitest'
import type { Batch, BatchReport, Duplicate, RowStatus } from '#shared/model/batch.ts'
import { at } from '../../testing/fixtures.ts'
import { cautionsOf, type Deed, deedsOf, isOver, reachOf, resultName, signOfRows, sumsOf, twinOf } from './model.ts'

const report: BatchReport = {
  at: at(5),
  flaws: 0,
  firstFlaws: [],
  duplicates: 0,
  firstDuplicates: [],
  denied: 0,
  waits: 0,
  firstVerdicts: [],
  totals: [],
  gas: [],
  proofs: 0,
  seconds: 1,
}

function batch(status: Batch['status'], rows: Partial<Record<RowStatus, number>>, part: Partial<Batch> = {}): Batch {
  const progress = (Object.keys(rows) as RowStatus[]).map((each) => ({
    status: each,
    rows: rows[each] ?? 0,
    amounts: [],
  }))
  const total = progress.reduce((sum, each) => sum + each.rows, 0)
  const times = { createdAt: at(5), updatedAt: at(5), startedAt: null, endedAt: null }
  return { id: 'b1', name: null, status, reason: null, rows: total, progress, report, ...times, ...part }
}

test.each<[Batch['status'], Partial<Record<RowStatus, number>>, Deed[], boolean]>([
  ['DRAFT', { WAITING: 2 }, ['cancel', 'start'], false],
  ['DRAFT', { INVALID: 2 }, ['cancel'], false],
  ['RUNNING', { WAITING: 1, PENDING: 1 }, ['cancel', 'pause'], false],
  // Rows that fail while the review of a retry is read would be paid by it unseen.
  ['RUNNING', { WAITING: 1, FAILED: 1 }, ['cancel', 'pause'], false],
  ['PAUSED', { WAITING: 1 }, ['cancel', 'resume'], false],
  ['PAUSED', { WAITING: 1, FAILED: 1 }, ['cancel', 'resume'], false],
  ['DONE', { SETTLED: 2 }, [], true],
  ['DONE', { SETTLED: 1, FAILED: 1 }, ['retry'], true],
  ['DONE', { SETTLED: 1, PENDING: 1 }, [], false],
  ['CANCELLED', { SETTLED: 1, CANCELLED: 1 }, [], true],
  ['CANCELLED', { PENDING: 1, CANCELLED: 1 }, [], false],
])('of a %s batch with %j rows: %j; over: %s', (status, rows, deeds, over) => {
  expect(deedsOf(batch(status, rows))).toEqual(deeds)
  expect(isOver(batch(status, rows))).toBe(over)
})

test('a batch is as far as its payable rows have ended', () => {
  expect(reachOf(batch('RUNNING', { INVALID: 3, WAITING: 4, PENDING: 2, SETTLED: 5, FAILED: 1 }))).toEqual({
    ended: 6,
    of: 12,
  })
  expect(reachOf(batch('CANCELLED', { SETTLED: 3, CANCELLED: 39 }))).toEqual({ ended: 3, of: 42 })
  expect(reachOf(batch('DRAFT', { INVALID: 3 }))).toEqual({ ended: 0, of: 0 })
  // Whatever a gateway counts, nothing is further than its end.
  expect(reachOf(batch('DONE', { SETTLED: 5 }, { rows: 2 }))).toEqual({ ended: 5, of: 5 })
})

test('whatever happens to a row is another sign', () => {
  const before = signOfRows(batch('RUNNING', { WAITING: 2, SETTLED: 1 }))
  expect(signOfRows(batch('RUNNING', { WAITING: 1, SETTLED: 2 }))).not.toBe(before)
  expect(signOfRows(batch('PAUSED', { WAITING: 2, SETTLED: 1 }))).not.toBe(before)
  expect(signOfRows(batch('RUNNING', { WAITING: 2, SETTLED: 1 }))).toBe(before)
})

const total = (walletId: string, token: string, amount: string, covered: boolean | null) => ({
  ...{ walletId, token, rows: 1, amount, available: null, covered },
})

test('wallets are summed by token, to the last unit', () => {
  const totals = [
    total('w1', 'cSTABLE', '18446744073709.551615', true),
    total('w2', 'cSTABLE', '0.000001', true),
    total('w1', 'STABLE', '2', true),
  ]
  expect(sumsOf({ totals })).toEqual([
    { token: 'cSTABLE', amount: '18446744073709.551616' },
    { token: 'STABLE', amount: '2' },
  ])
})

describe('before a draft is paid', () => {
  test('nothing is to be known of one that is in order', () => {
    expect(cautionsOf(batch('DRAFT', { WAITING: 2 }))).toEqual([])
  })

  test('whatever is wrong is told, the worst first', () => {
    const totals = [total('w1', 'cSTABLE', '1', false), total('w2', 'cSTABLE', '1', null)]
    const gas = [{ walletId: 'w1', needs: '1', has: '0', covered: false }]
    const found = { ...report, totals, gas, flaws: 4, duplicates: 5, denied: 6, waits: 7 }
    expect(cautionsOf(batch('DRAFT', { WAITING: 2, INVALID: 3 }, { report: found }))).toEqual([
      { caution: 'uncovered', count: 1 },
      { caution: 'gas', count: 1 },
      { caution: 'denied', count: 6 },
      { caution: 'flaws', count: 3 },
      { caution: 'duplicates', count: 5 },
      { caution: 'waits', count: 7 },
      { caution: 'unknown', count: 1 },
    ])
  })

  test('where no row can be paid, nothing has to be left out', () => {
    expect(cautionsOf(batch('DRAFT', { INVALID: 3 }))).toEqual([{ caution: 'nothing', count: 3 }])
  })

  test('a draft of an older gateway says nothing of policies', () => {
    const { denied: _, waits: __, firstVerdicts: ___, ...older } = report
    expect(cautionsOf(batch('DRAFT', { WAITING: 2 }, { report: older }))).toEqual([])
  })
})

const nothing = { row: null, batchId: null, transactionId: null, at: null }
test.each<[Partial<Duplicate['of']>, ReturnType<typeof twinOf>]>([
  [{ row: 3 }, { is: 'row', row: 3 }],
  [
    { row: 3, batchId: 'b', at: at(1) },
    { is: 'batch', id: 'b', row: 3, at: at(1) },
  ],
  [
    { transactionId: 't', at: at(1) },
    { is: 'payment', id: 't', at: at(1) },
  ],
  [{}, undefined],
])('a row like %j is %j', (of, twin) => {
  expect(twinOf({ row: 5, line: 6, of: { ...nothing, ...of } })).toEqual(twin)
})

test('a file of results is named after the batch alone', () => {
  expect(resultName({ id: 'tz4a98xxat96iws9' })).toBe('batch-tz4a98xxat')
})
