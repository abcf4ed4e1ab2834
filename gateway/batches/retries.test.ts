import { expect, test } from 'vitest'
import type { Database } from '../db/database.ts'
import { round as workerRound } from '../transactions/worker.ts'
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
import { follow } from './run/follow.ts'
import { round } from './run/run-batches.ts'

setUpEach()

/** Pays so many rows, of which the first fails on the chain. Gives the ID of the batch, which has not ended. */
async function withFailedRow(rows: number): Promise<string> {
  const { id } = await draft({ rows: rowsTo(rows) })
  await start(id)
  world.chain.ledger.automine = false
  await runUntil(id, (one) => count(one, 'PENDING') === rows)
  const [first] = await rowsOf(id)
  await alice.api.cancelTransaction({ id: first?.transactionId ?? '' })
  world.chain.ledger.automine = true
  world.chain.ledger.mine()
  for (let rounds = 0; rounds < 5; rounds++) {
    world.clock.pass(2_000)
    await workerRound(world)
  }
  await follow(world)
  return id
}

/** From now on something is done before the next database transaction begins. */
function beforeNextTransaction(deed: () => Promise<unknown>): void {
  const db = world.db as Database
  world.db = new Proxy(db, {
    get(_, name) {
      const own: unknown = Reflect.get(db, name, db)
      if (name !== 'transaction') return typeof own === 'function' ? own.bind(db) : own
      world.db = db
      const execute: ReturnType<Database['transaction']>['execute'] = async (work) => {
        await deed()
        return db.transaction().execute(work)
      }
      return () => ({ execute })
    },
  })
}

test('a retry at the moment a batch ends is paid', async () => {
  const id = await withFailedRow(3)
  expect(await read(id)).toMatchObject({ status: 'RUNNING', progress: [{ status: 'SETTLED' }, { status: 'FAILED' }] })
  beforeNextTransaction(() => alice.api.retryBatch({ id }))
  await round(world)
  const between = await read(id)
  expect([between.status, count(between, 'WAITING')]).toEqual(['RUNNING', 1])
  expect(count(await runToEnd(id), 'SETTLED')).toBe(3)
})

test('a batch that is cancelled at the moment of a retry gets no new rows', async () => {
  const id = await withFailedRow(3)
  beforeNextTransaction(() => alice.api.cancelBatch({ id }))
  await expect(alice.api.retryBatch({ id })).rejects.toMatchObject({ code: 'batch_conflict' })
  expect(await read(id)).toMatchObject({ status: 'CANCELLED', rows: 3 })
})

test('a batch that is paused at the moment of a retry, or of a resumption of what runs, stays paused', async () => {
  const id = await withFailedRow(3)
  const pause = () => alice.api.pauseBatch({ id })
  beforeNextTransaction(pause)
  await alice.api.resumeBatch({ id })
  expect((await read(id)).status).toBe('PAUSED')
  await alice.api.resumeBatch({ id })
  beforeNextTransaction(pause)
  const refused = { code: 'batch_conflict', message: expect.stringMatching(/^This batch was paused meanwhile/) }
  await expect(alice.api.retryBatch({ id })).rejects.toMatchObject(refused)
  expect(await read(id)).toMatchObject({ status: 'PAUSED', rows: 3 })
  expect((await alice.api.retryBatch({ id })).batch).toMatchObject({ status: 'RUNNING', rows: 4 })
})

test('a row that another batch begins to pay at the moment of a retry, or of a resumption, is not paid', async () => {
  const failed = await withFailedRow(3)
  const other = await draft({ rows: rowsTo(1) })
  world.clock.pass(1_000)
  beforeNextTransaction(() => start(other.id))
  const refused = { code: 'batch_conflict', details: { duplicates: 1 } }
  await expect(alice.api.retryBatch({ id: failed })).rejects.toMatchObject(refused)
  expect((await rowsOf(failed)).map(({ retriedAs }) => retriedAs)).toEqual([null, null, null])
  await alice.api.pauseBatch({ id: other.id })
  const third = await draft({ rows: rowsTo(1) })
  world.clock.pass(1_000)
  beforeNextTransaction(() => start(third.id))
  await expect(alice.api.resumeBatch({ id: other.id })).rejects.toMatchObject(refused)
  expect((await read(other.id)).status).toBe('PAUSED')
})

test('a new draft of the same rows names those that a retry has paid', async () => {
  const id = await withFailedRow(3)
  await alice.api.retryBatch({ id })
  await runToEnd(id)
  const { report } = await draft({ rows: rowsTo(3) })
  expect(report.firstDuplicates.map(({ row, of }) => [row, of.batchId, of.row])).toEqual([
    [1, id, 4],
    [2, id, 2],
    [3, id, 3],
  ])
  expect((await read(id)).report.duplicates).toBe(0)
})

test('a draft is not started where a retry in a batch that had begun pays one of its rows since', async () => {
  const id = await withFailedRow(3)
  const before = await draft({ rows: rowsTo(1) })
  expect(before.report.duplicates).toBe(0)
  world.clock.pass(1_000)
  await alice.api.retryBatch({ id })
  await expect(start(before.id)).rejects.toMatchObject({
    code: 'batch_conflict',
    message: expect.stringMatching(/^1 row of this batch is also in a batch that was started/),
  })
  await runToEnd(id)
  await expect(start(before.id)).rejects.toMatchObject({ code: 'batch_conflict' })
  const anew = await draft({ rows: rowsTo(1) })
  world.clock.pass(1_000)
  expect((await start(anew.id)).status).toBe('RUNNING')
})
