import { describe, expect, test } from 'vitest'
import type { Batch, BatchReport } from '#shared/model/batch.ts'
import { Refusal } from '#shared/refusal.ts'
import { begin, type Consent } from './begin.ts'

const now = Date.UTC(2026, 10, 2, 6)
const before = (hours: number, minutes = 0) => new Date(now - (hours * 60 + minutes) * 60_000).toISOString()
const listed = (...times: (string | null)[]) => ({
  duplicates: times.length,
  firstDuplicates: times.map((at, index) => ({
    ...{ row: index + 1, line: null },
    of: { row: null, batchId: 'other', transactionId: null, at },
  })),
})

/** How a draft with such a report is paid without a question, and whether it was cancelled. `refusal`: of its start. */
async function begun(report: Partial<BatchReport>, refusal?: Refusal): Promise<{ is: string; cancelled: boolean }> {
  const batch = { id: 'a', status: 'DRAFT', progress: [], report: { at: before(0), ...report } } as unknown as Batch
  let cancelled = false
  const answer = async () => ({ batch })
  const cancelBatch = async () => {
    cancelled = true
    return { batch }
  }
  const startBatch = async () => {
    if (refusal !== undefined) throw refusal
    return { batch }
  }
  const api = { getBatch: answer, startBatch, resumeBatch: answer, cancelBatch }
  const choices = { isOwn: true, skipFlaws: false, payDuplicates: false, consent: async () => 'yes' as const }
  const clock = { sleep: async () => {} }
  const { is } = await begin(api, batch, choices, { isNew: true, clock, say: () => {} })
  return { is, cancelled }
}

test.each<[string, Partial<BatchReport>]>([
  ['19 h 59 min ago', { ...listed(before(19, 59)), newestDuplicateAt: before(19, 59) }],
  ['at the time of the report', { ...listed(before(0)), newestDuplicateAt: before(0) }],
  ['an hour ago, by a row that is not listed', { ...listed(before(30), null), newestDuplicateAt: before(1) }],
  ['an hour ago, by the list of an older gateway', listed(before(30), before(1), null)],
])('a batch that repeats a payment made %s is not paid', async (_, report) => {
  expect(await begun(report)).toEqual({ is: 'declined', cancelled: true })
})

test.each<[string, Partial<BatchReport>]>([
  ['made 20 h 1 min ago', { ...listed(before(20, 1)), newestDuplicateAt: before(20, 1) }],
  ['of drafts alone', { ...listed(null, null), newestDuplicateAt: null }],
  ['made 20 h 1 min ago, by the list of an older gateway', listed(before(20, 1), null)],
  ['of none', listed()],
])('a batch that repeats payments %s is paid', async (_, report) => {
  expect(await begun(report)).toEqual({ is: 'answered', cancelled: false })
})

test('a draft whose start is refused is cancelled', async () => {
  expect(await begun(listed(), new Refusal('batch_conflict'))).toEqual({ is: 'refused', cancelled: true })
})

describe('a paused batch of which rows were paid elsewhere since it was checked', () => {
  /** How it is gone on with, by what is answered to each question, and what the gateway was asked. */
  async function resumed(payDuplicates: boolean, answers: Consent[]) {
    const batch = { id: 'a', status: 'PAUSED', progress: [] } as unknown as Batch
    const of = { row: null, batchId: 'other', transactionId: null, at: null }
    const details = {
      duplicates: 12,
      firstDuplicates: Array.from({ length: 12 }, (_, row) => ({ row, line: null, of })),
    }
    const asked: unknown[] = []
    const questions: string[] = []
    const answer = async () => ({ batch })
    const resumeBatch = async (input: { payDuplicates?: boolean | undefined }) => {
      asked.push(input)
      if (input.payDuplicates !== true) throw new Refusal('batch_conflict', { details })
      return { batch }
    }
    const api = { getBatch: answer, startBatch: answer, resumeBatch, cancelBatch: answer }
    const consent = async (question: string) => {
      questions.push(question)
      return answers.shift() ?? 'no'
    }
    const choices = { isOwn: false, skipFlaws: false, payDuplicates, consent }
    const begun = await begin(api, batch, choices, { isNew: true, clock: { sleep: async () => {} }, say: () => {} })
    return { begun, asked, questions }
  }
  const told = '12 rows were paid elsewhere since it was checked (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, …).'

  test('is left as it is without a question', async () => {
    const why = `${told} If that is meant, repeat the command with --pay-duplicates. To leave them out: cancel this batch, in the wallet or with POST /batches/a/cancel, and pay a file with the rows that are left. Nothing was paid.`
    const { begun, asked } = await resumed(false, ['yes'])
    expect([begun, asked]).toEqual([{ is: 'declined', why }, [{ id: 'a' }]])
  })

  test('is gone on with once a person who was told of them agrees', async () => {
    const { begun, asked, questions } = await resumed(true, ['yes', 'yes'])
    expect(questions[1]).toBe(`${told} Pay all the same?`)
    expect([begun.is, asked]).toEqual(['answered', [{ id: 'a' }, { id: 'a', payDuplicates: true }]])
  })

  test('is left as it is where the person does not', async () => {
    const { begun, asked } = await resumed(true, ['yes', 'no'])
    expect([begun.is, asked]).toEqual(['declined', [{ id: 'a' }]])
  })
})
