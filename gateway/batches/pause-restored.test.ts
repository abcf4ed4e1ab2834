import { expect, test } from 'vitest'
import { atomically } from '../db/database.ts'
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
import { pauseRestored } from './pause-restored.ts'
import { follow } from './run/follow.ts'

setUpEach()

test('what a restore has paused is not paid until a person resumes it', async () => {
  world.chain.ledger.automine = false
  const { id } = await draft({ rows: rowsTo(20) })
  await start(id)
  await runUntil(id, (batch) => count(batch, 'PENDING') === 16)
  expect(await atomically(world.db, (db) => pauseRestored(db, world.keys, world.clock.now()))).toBe(1)
  world.chain.ledger.automine = true
  world.chain.ledger.mine()
  const batch = await runUntil(id, (one) => count(one, 'PENDING') === 0)
  expect([count(batch, 'SETTLED'), count(batch, 'WAITING')]).toEqual([16, 4])
  await runUntil(id, () => true)
  expect(await read(id)).toMatchObject({ status: 'PAUSED', reason: { code: 'restored', row: null } })
  await alice.api.resumeBatch({ id })
  const ended = await runToEnd(id)
  expect([count(ended, 'SETTLED'), ended.reason]).toEqual([20, null])
})

test('a payment that came back for a row which has a flaw by now stays a single one, of which a new draft tells', async () => {
  const { id } = await draft({ rows: rowsTo(1) })
  await start(id)
  await runToEnd(id)
  const [row] = await rowsOf(id)
  await world.db.updateTable('batchRows').set({ status: 'INVALID' }).execute()
  await world.db.updateTable('transactions').set({ batchId: null, rebuiltAt: world.clock.now() }).execute()
  await follow(world)
  const { transaction } = await alice.api.getTransaction({ id: row?.transactionId ?? '' })
  expect(transaction.batchId ?? null).toBe(null)
  expect((await draft({ rows: rowsTo(1) })).report).toMatchObject({ duplicates: 1 })
})
