import * as z from 'zod/mini'
import { BATCH_BYTES_MAX, BATCH_ROWS_MAX } from '../limits.ts'
import { Batch, BatchReceipt, BatchRow, RowStatus, rowFields } from '../model/batch.ts'
import { ShortText } from '../model/ids.ts'
import type { Endpoint } from './kit/endpoint.ts'
import { Page, pageOf } from './kit/page.ts'

/** Texts: what is wrong with one is said of its row, and refuses none of the others. */
const cell = z.optional(z.nullable(z.string().check(z.maxLength(20_000))))
const Row = z.strictObject({
  walletId: cell,
  amount: cell,
  token: cell,
  to: cell,
  nota: cell,
  toWalletId: cell,
  externalId: cell,
  memo: cell,
  name: cell,
})

const NewBatch = z
  .strictObject({
    name: z.optional(z.nullable(ShortText)),
    rows: z.optional(z.array(Row).check(z.minLength(1), z.maxLength(BATCH_ROWS_MAX))),
    /** The text of a file of comma-, semicolon- or tab-separated values with a header. */
    csv: z.optional(z.string()),
    /** Which column of that file has which field, by the name in its header; what is left out is found by its name. */
    columns: z.optional(z.partialRecord(z.enum(rowFields), z.string())),
    /** The text of an ISO 20022 `pain.001` document. */
    pain001: z.optional(z.string()),
    /** Default for rows that name none. */
    walletId: z.optional(z.string()),
    token: z.optional(z.string()),
  })
  .check(
    z.refine(({ rows, csv, pain001 }) => [rows, csv, pain001].filter((one) => one !== undefined).length === 1, {
      error: 'exactly one of rows, csv, pain001 is required',
      path: ['rows'],
    }),
    z.refine(({ csv, columns }) => columns === undefined || csv !== undefined, {
      error: 'are those of a csv',
      path: ['columns'],
    }),
  )

const RowQuery = z.strictObject({ ...Page, status: z.optional(RowStatus) })

/** `payDuplicates`: rows that were paid elsewhere since the batch was checked are meant. */
const Again = z.strictObject({ payDuplicates: z.optional(z.boolean()) })

const onBatch = { tag: 'Batches', status: 200, whole: true } as const
const change = { ...onBatch, method: 'POST', access: 'pay', data: z.object({ batch: Batch }) } as const

export const batchEndpoints = {
  listBatches: {
    ...onBatch,
    method: 'GET',
    path: '/batches',
    summary: 'Batches, newest first, page by page',
    access: 'read',
    query: z.strictObject(Page),
    data: pageOf(Batch),
    refusals: [],
  },
  createBatch: {
    ...onBatch,
    method: 'POST',
    path: '/batches',
    summary:
      'Check many payments, from JSON, a CSV file or a pain.001 document: nothing is paid before `start`. Also as multipart/form-data, the file as `file`',
    access: 'pay',
    body: NewBatch,
    bodyBytesMax: BATCH_BYTES_MAX,
    files: true,
    status: 201,
    data: z.object({ batch: Batch }),
    idempotent: true,
    event: 'batch.created',
    refusals: ['not_configured', 'overloaded'],
  },
  getBatch: {
    ...onBatch,
    method: 'GET',
    path: '/batches/{id}',
    summary: 'One batch: its report, and how far it is',
    access: 'read',
    data: z.object({ batch: Batch }),
    refusals: ['not_found'],
  },
  listBatchRows: {
    ...onBatch,
    method: 'GET',
    path: '/batches/{id}/rows',
    summary: 'Rows of a batch in their order, page by page',
    access: 'read',
    query: RowQuery,
    data: pageOf(BatchRow),
    refusals: ['not_found'],
  },
  batchResult: {
    ...onBatch,
    method: 'GET',
    path: '/batches/{id}/result.csv',
    summary: 'Every row with what became of it, as CSV',
    access: 'read',
    data: z.string(),
    file: 'text/csv; charset=utf-8',
    refusals: ['not_found'],
  },
  batchReportXml: {
    ...onBatch,
    method: 'GET',
    path: '/batches/{id}/pain.002',
    summary: 'The same as an ISO 20022 `pain.002` document',
    access: 'read',
    data: z.string(),
    file: 'application/xml; charset=utf-8',
    refusals: ['not_found'],
  },
  batchReceipts: {
    ...onBatch,
    method: 'GET',
    path: '/batches/{id}/receipts',
    summary:
      'Receipts of the settled rows in their order, page by page: null where the chain does not bear one out now',
    access: 'read',
    query: z.strictObject(Page),
    data: pageOf(BatchReceipt),
    refusals: ['not_found', 'upstream_unavailable', 'not_configured'],
  },
  startBatch: {
    ...change,
    path: '/batches/{id}/start',
    summary: 'Pay the rows of a draft. Where some have flaws, only with `skipFlaws`',
    body: z.strictObject({ skipFlaws: z.optional(z.boolean()) }),
    event: 'batch.started',
    refusals: ['not_found', 'batch_conflict', 'reconciling'],
  },
  pauseBatch: {
    ...change,
    path: '/batches/{id}/pause',
    summary: 'Begin no more payments of it; those under way go on',
    event: 'batch.paused',
    refusals: ['not_found', 'batch_conflict'],
  },
  resumeBatch: {
    ...change,
    path: '/batches/{id}/resume',
    summary:
      'Go on with a paused batch, in the name of the credential that asks. Where rows were paid elsewhere since, only with `payDuplicates`',
    body: Again,
    event: 'batch.resumed',
    refusals: ['not_found', 'batch_conflict', 'reconciling'],
  },
  cancelBatch: {
    ...change,
    path: '/batches/{id}/cancel',
    summary: 'Pay no more of its rows, for good; payments under way go on',
    event: 'batch.cancelled',
    refusals: ['not_found', 'batch_conflict'],
  },
  retryBatch: {
    ...change,
    path: '/batches/{id}/retry',
    summary:
      'Pay once more, as new rows, those that failed and provably moved nothing. Where some were paid elsewhere since, only with `payDuplicates`',
    body: Again,
    event: 'batch.retried',
    refusals: ['not_found', 'batch_conflict', 'reconciling'],
  },
} as const satisfies Record<string, Endpoint>

export type NewBatch = z.infer<typeof NewBatch>
export type RowQuery = z.infer<typeof RowQuery>
