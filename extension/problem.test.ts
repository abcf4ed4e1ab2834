import { expect, test } from 'vitest'
import { elsewhereIn, plain } from './problem.ts'

const failure = { code: 'batch_conflict', message: 'Not now.' }
const elsewhere = {
  duplicates: 2,
  firstDuplicates: [
    { row: 5, of: { batchId: 'b'.repeat(24), transactionId: null } },
    { row: 7, of: { batchId: null, transactionId: 't'.repeat(24) } },
  ],
}

test.each([
  ['flaws', [{ path: 'to', message: 'is none' }], undefined],
  ['rows that were paid elsewhere', elsewhere, elsewhere],
])('a failure takes along %s', (_, details, rows) => {
  const sent = plain({ ...failure, details })
  expect(sent).toEqual({ ...failure, details })
  expect(elsewhereIn(sent)).toEqual(rows)
})

const [first] = elsewhere.firstDuplicates
test.each([
  ['nothing', undefined],
  ['an unknown shape', { rows: [1] }],
  ['rows without a number', { ...elsewhere, firstDuplicates: [{ ...first, row: '5' }] }],
  ['an ID that is none', { ...elsewhere, firstDuplicates: [{ ...first, of: { ...first?.of, batchId: '' } }] }],
])('and of %s nothing', (_, details) => {
  expect(plain({ ...failure, details })).toEqual(failure)
})
