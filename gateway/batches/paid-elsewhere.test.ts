import { expect, test } from 'vitest'
import { Policy } from '#shared/model/policy.ts'
import { createApp } from '../app.ts'
import { createApiKey } from '../auth/credentials/api-keys.ts'
import { atomically } from '../db/database.ts'
import { setPolicy } from '../policies/store.ts'
import { testerOf } from '../testing/test-world.ts'
import {
  alice,
  count,
  draft,
  read,
  rowsOf,
  rowsTo,
  runToEnd,
  runUntil,
  setUpEach,
  start,
  world,
} from './batches-fixture.ts'

setUpEach()

/** The row of a batch with this number. */
function numbered(number: number) {
  const row = rowsTo(number).at(-1)
  if (row === undefined) throw new Error('rows are counted from 1')
  return row
}

/** A batch that has ended, of which the first row moved nothing. */
async function withFailedRow(): Promise<string> {
  const { id } = await draft({ rows: rowsTo(2) })
  await start(id)
  world.chain.ledger.automine = false
  await runUntil(id, (one) => count(one, 'PENDING') === 2)
  const [failing] = await rowsOf(id)
  await alice.api.cancelTransaction({ id: failing?.transactionId ?? '' })
  world.chain.ledger.automine = true
  world.chain.ledger.mineEmpty()
  await runToEnd(id)
  world.clock.pass(1_000)
  return id
}

async function pausedWithTwoRows(): Promise<string> {
  const { id } = await draft({ rows: rowsTo(2) })
  await start(id)
  await alice.api.pauseBatch({ id })
  world.clock.pass(1_000)
  return id
}

const paySingly = async (row: number) => (await alice.api.transfer(numbered(row))).transaction.id

/** Another batch that pays the first row, and has been paid. */
async function payInBatch(): Promise<string> {
  const { id } = await draft({ rows: rowsTo(1) })
  await start(id)
  await runToEnd(id)
  return id
}

const refusedFor = (places: { row: number; transactionId?: string; batchId?: string }[], message: RegExp) => ({
  code: 'batch_conflict',
  message: expect.stringMatching(message),
  details: {
    duplicates: places.length,
    firstDuplicates: places.map(({ row, transactionId = null, batchId = null }) => ({
      ...{ row, line: null },
      of: { row: null, batchId, transactionId, at: null },
    })),
  },
})

test('a failed row that was paid singly since is retried only where that is meant', async () => {
  const id = await withFailedRow()
  const transactionId = await paySingly(1)
  // It was settled: nothing of it is due.
  await paySingly(2)
  const message =
    /^1 row of this batch is also a single payment that was made .* Rows: 1\. .*"payDuplicates": true\. To leave them out: upload a file with the failed rows that are left\.$/
  await expect(alice.api.retryBatch({ id })).rejects.toMatchObject(refusedFor([{ row: 1, transactionId }], message))
  expect(await read(id)).toMatchObject({ status: 'DONE', rows: 2 })
  await alice.api.retryBatch({ id, payDuplicates: true })
  expect(count(await runToEnd(id), 'SETTLED')).toBe(2)
})

test('a failed row that another batch has paid since is retried only where that is meant', async () => {
  const id = await withFailedRow()
  const batchId = await payInBatch()
  const message = /^1 row of this batch is also in a batch that was started after/
  await expect(alice.api.retryBatch({ id })).rejects.toMatchObject(refusedFor([{ row: 1, batchId }], message))
  expect((await alice.api.retryBatch({ id, payDuplicates: true })).batch).toMatchObject({ status: 'RUNNING', rows: 3 })
})

test('rows that wait and were paid elsewhere since are gone on with only where that is meant, all of them told at once', async () => {
  const id = await pausedWithTwoRows()
  const batchId = await payInBatch()
  const transactionId = await paySingly(2)
  const places = [
    { row: 1, batchId },
    { row: 2, transactionId },
  ]
  const message =
    /^2 rows of this batch are also in a batch that was started, or a single payment that was made after .* To leave them out: cancel this batch, /
  await expect(alice.api.resumeBatch({ id })).rejects.toMatchObject(refusedFor(places, message))
  expect((await read(id)).status).toBe('PAUSED')
  await alice.api.resumeBatch({ id, payDuplicates: true })
  expect(count(await runToEnd(id), 'SETTLED')).toBe(2)
})

test('a retry that goes on with a paused batch looks at the rows that wait too, and at none that it does not pay', async () => {
  // No policy lets the first pass.
  const key = await createApiKey(world, { accountId: alice.accountId, label: 'limited' })
  const policy = Policy.parse({ maxPerPayment: '1' })
  await atomically(world.db, (db) => setPolicy(db, world.keys, 'api_key', key.id, policy))
  const { api } = testerOf({ ...alice, apiKey: key.secret }, createApp(world))
  const rows = rowsTo(40).map((row, index) => (index === 0 ? { ...row, amount: '5' } : row))
  const { id } = (await api.createBatch({ rows })).batch
  await api.startBatch({ id })
  await runUntil(id, (one) => count(one, 'FAILED') === 1)
  await api.pauseBatch({ id })
  world.clock.pass(1_000)
  const transactionId = await paySingly(40)
  await expect(alice.api.retryBatch({ id })).rejects.toMatchObject(refusedFor([{ row: 40, transactionId }], /^1 row /))
  await alice.api.resumeBatch({ id, payDuplicates: true })
  // What waits is paid in any case by now.
  expect((await alice.api.retryBatch({ id })).batch).toMatchObject({ status: 'RUNNING', rows: 41 })
})
