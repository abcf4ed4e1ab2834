import type { Page } from 'playwright'
import type { Batch, BatchReport, BatchRow, RowStatus } from '#shared/model/batch.ts'
import { ago } from '../account.ts'
import type { Scene } from './scenes.ts'

const address = (digit: string) => `0x${digit.repeat(40)}`
const LONG =
  'Salaries and expenses of November of the Barcelona and Lisbon offices, second part, after the correction by Ada'

const clean: BatchReport = {
  at: ago(6),
  flaws: 0,
  firstFlaws: [],
  duplicates: 0,
  firstDuplicates: [],
  denied: 0,
  waits: 0,
  firstVerdicts: [],
  totals: [{ walletId: 'w1', token: 'cSTABLE', rows: 42, amount: '8120.75', available: '8420.75', covered: true }],
  gas: [{ walletId: 'w1', needs: '0.0218', has: '0.048', covered: true }],
  proofs: 2,
  seconds: 63,
}

/** Everything that a check can find at once. */
const doubtful: BatchReport = {
  ...clean,
  flaws: 14,
  firstFlaws: [
    {
      row: 3,
      line: 4,
      column: 'Betrag',
      message: 'has a comma: write a decimal point, and nothing between thousands, as in 1234.5',
      reason: 'comma',
    },
    {
      row: 4,
      line: 5,
      column: 'Wallet address of the person who is to be paid, as in the contract',
      message: 'must be a 0x address',
      reason: 'address',
    },
    ...Array.from({ length: 12 }, (_, at) => ({
      row: 10 + at,
      line: 11 + at,
      column: 'amount',
      message: 'must be greater than 0',
      reason: at === 0 ? 'of_a_newer_gateway' : 'amount',
    })),
  ],
  duplicates: 2,
  firstDuplicates: [
    { row: 6, line: 7, of: { row: 5, batchId: null, transactionId: null, at: null } },
    { row: 7, line: 8, of: { row: null, batchId: null, transactionId: 't3', at: ago(60 * 24 * 12) } },
  ],
  denied: 1,
  waits: 1,
  firstVerdicts: [
    { row: 8, line: 9, is: 'denied', rule: 'maxPerPayment', of: 'account' },
    { row: 9, line: 10, is: 'waits', rule: 'approveAbove', of: 'wallet' },
  ],
  totals: [
    {
      walletId: 'w2',
      token: 'cSTABLE',
      rows: 180,
      amount: '18446744073709.551615',
      available: '9223372036854.775807',
      covered: false,
    },
    { walletId: 'w1', token: 'STABLE', rows: 20, amount: '2500', available: null, covered: null },
  ],
  gas: [{ walletId: 'w2', needs: '0.0936', has: '0.0031', covered: false }],
  seconds: 5_400,
}

const progress = (rows: Partial<Record<RowStatus, number>>) =>
  Object.entries(rows).map(([status, count]) => ({
    status: status as RowStatus,
    rows: count,
    amounts: [{ token: 'cSTABLE', amount: (count * 193.35).toFixed(2) }],
  }))

const batch = (id: string, minutes: number, part: Partial<Batch>): Batch => ({
  id,
  name: 'Salaries of November',
  status: 'DRAFT',
  reason: null,
  rows: 42,
  progress: progress({ WAITING: 42 }),
  report: clean,
  createdAt: ago(minutes),
  updatedAt: ago(minutes),
  startedAt: null,
  endedAt: null,
  ...part,
})

/** Each status, and one that is long in everything. */
const batches: Batch[] = [
  batch('b1', 6, {}),
  batch('b2', 12, { name: LONG, rows: 214, progress: progress({ INVALID: 14, WAITING: 200 }), report: doubtful }),
  batch('b3', 40, {
    name: null,
    status: 'RUNNING',
    progress: progress({ SETTLED: 17, PENDING: 16, WAITING: 8, FAILED: 1 }),
    startedAt: ago(3),
  }),
  batch('b4', 300, {
    status: 'PAUSED',
    reason: { code: 'insufficient_balance', message: 'Wallet Till has 12.5 cSTABLE, and the row needs 320.', row: 19 },
    progress: progress({ SETTLED: 18, WAITING: 24 }),
    startedAt: ago(290),
  }),
  batch('b5', 60 * 24 * 31, {
    name: 'Salaries of October',
    status: 'DONE',
    progress: progress({ SETTLED: 40, FAILED: 2 }),
    startedAt: ago(60 * 24 * 31 - 5),
    endedAt: ago(60 * 24 * 31 - 9),
  }),
  batch('b6', 60 * 24 * 40, {
    name: 'Refunds',
    status: 'CANCELLED',
    progress: progress({ SETTLED: 3, CANCELLED: 39 }),
  }),
]

const row = (at: number, part: Partial<BatchRow>): BatchRow => ({
  row: at,
  line: at + 1,
  status: 'WAITING',
  walletId: 'w1',
  amount: '193.35',
  token: 'cSTABLE',
  to: address(String((at % 8) + 1)),
  externalId: `SAL-${1000 + at}`,
  memo: null,
  name: null,
  transactionId: null,
  txHash: null,
  error: null,
  retryOf: null,
  retriedAs: null,
  ...part,
})

const rows: BatchRow[] = [
  row(1, { name: 'Zoé Müller', status: 'SETTLED', transactionId: 't3' }),
  row(2, { name: LONG, amount: '18446744073709.551615', status: 'PENDING', transactionId: 't2' }),
  row(3, {
    status: 'INVALID',
    amount: '1.234,56',
    error: 'amount has a comma: write a decimal point, and nothing between thousands',
  }),
  row(4, {
    status: 'FAILED',
    name: 'Bob',
    error: 'The wallet moved 0 of 193.35 cSTABLE.',
    retriedAs: 43,
    transactionId: 't6',
  }),
  ...Array.from({ length: 16 }, (_, at) => row(5 + at, {})),
]

/** What the drawn gateway answers about batches. */
export function batchData(route: string, id: string, fresh: boolean): unknown {
  const known = batches.find((each) => each.id === id)
  switch (route) {
    case 'GET /batches':
      return { items: fresh ? [] : batches, page: 1, pageSize: 10, total: fresh ? 0 : 23 }
    case 'GET /batches/{id}':
      return known && { batch: known }
    case 'GET /batches/{id}/rows':
      return { items: rows, page: 1, pageSize: 20, total: 42 }
    default:
      return undefined
  }
}

export const batchScenes: Scene[] = [
  { name: 'batches', at: '#/batches', surfaces: ['popup', 'tab', 'narrow', 'panel'] },
  { name: 'batches, none yet', at: '#/batches', mood: 'fresh' },
  { name: 'batches, older gateway', at: '#/batches', mood: 'older', surfaces: ['popup'] },
  { name: 'batches, gateway down', at: '#/batches', mood: 'down', surfaces: ['popup'] },
  { name: 'batch, no file yet', at: '#/batches?make=' },
  { name: 'batch, a file, its columns', at: '#/batches?make=', act: chooseFile, surfaces: ['tab', 'narrow'] },
  { name: 'batch, a file that is no text', at: '#/batches?make=', act: chooseOther, surfaces: ['tab'] },
  { name: 'batch, draft', at: '#/batches?id=b1' },
  { name: 'batch, draft, long and doubtful', at: '#/batches?id=b2', surfaces: ['popup', 'tab', 'narrow', 'panel'] },
  { name: 'batch, review', at: '#/batches?id=b1', act: review },
  { name: 'batch, review, long and doubtful', at: '#/batches?id=b2', act: review },
  { name: 'batch, running', at: '#/batches?id=b3', surfaces: ['popup', 'tab', 'narrow', 'panel'] },
  { name: 'batch, paused by the gateway', at: '#/batches?id=b4' },
  { name: 'batch, retry', at: '#/batches?id=b5', act: retry },
  { name: 'batch, cancelled', at: '#/batches?id=b6', surfaces: ['tab'] },
]

async function chooseFile(page: Page): Promise<void> {
  const buffer = Buffer.from('Mitarbeiter;Betrag;Adresse;Verwendungszweck\n"Müller; Jörg";1250.50;0x11;Gehalt\n')
  const file = { name: `${LONG}.csv`, mimeType: 'text/csv', buffer }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByText('Columns', { exact: true }).click()
}

async function chooseOther(page: Page): Promise<void> {
  const file = { name: 'payroll.csv', mimeType: 'text/csv', buffer: Buffer.from('amount,to\nM\u00fc,1', 'latin1') }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByRole('alert').waitFor()
}

async function review(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Review', exact: true }).click()
  await page.getByText('In all').waitFor()
}

async function retry(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Retry what failed' }).click()
  await page.getByRole('dialog').waitFor()
}
