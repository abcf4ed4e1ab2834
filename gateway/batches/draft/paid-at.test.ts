import { expect, test } from 'vitest'
import { Policy } from '#shared/model/policy.ts'
import { atomically } from '../../db/database.ts'
import { setPolicy } from '../../policies/store.ts'
import { inSession } from '../../testing/visitor.ts'
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
} from '../batches-fixture.ts'

setUpEach({ SOTTO_APPROVAL_HOURS: '72' })

const HOUR_MS = 3_600_000
const setTo = (policy: object) =>
  atomically(world.db, (db) => setPolicy(db, world.keys, 'account', alice.accountId, Policy.parse(policy)))
const approve = async (id: string) => {
  const person = await inSession(world, alice)
  expect(await person.tell('POST', `/transactions/${id}/approve`, {})).toMatchObject({ code: 'ok' })
}
const lastPaidAt = async () => (await alice.api.listTransactions({ type: 'TRANSFER' })).items[0]?.createdAt ?? ''
/** The report of the same rows anew, in short. */
const repeated = async (rows = rowsTo(1)) => {
  const { report } = await draft({ rows })
  const { at, firstDuplicates, newestDuplicateAt } = report
  return { now: at, at: firstDuplicates.map(({ of }) => of.at), newest: newestDuplicateAt }
}

test('a row of a draft was not paid; once it was, its payment has the time, and not the draft', async () => {
  const { id } = await draft({ rows: rowsTo(1) })
  expect(await repeated()).toMatchObject({ at: [null], newest: null })
  world.clock.pass(48 * HOUR_MS)
  const begun = world.clock.now()
  await start(id)
  await runToEnd(id)
  const paid = await lastPaidAt()
  expect(Date.parse(paid)).toBeGreaterThanOrEqual(begun)
  world.clock.pass(HOUR_MS)
  expect(await repeated()).toMatchObject({ at: [paid], newest: paid })
})

test('rows of a paused batch that are still to be paid have the time of the report, and that of their payment once resumed', async () => {
  const { id } = await draft({ rows: rowsTo(2) })
  await start(id)
  await alice.api.pauseBatch({ id })
  world.clock.pass(25 * HOUR_MS)
  const { now, at, newest } = await repeated(rowsTo(2))
  expect({ at, newest }).toEqual({ at: [now, now], newest: now })
  await alice.api.resumeBatch({ id })
  await runToEnd(id)
  const paid = await lastPaidAt()
  expect(Date.parse(paid)).toBeGreaterThanOrEqual(Date.parse(now))
  world.clock.pass(HOUR_MS)
  expect(await repeated(rowsTo(2))).toMatchObject({ at: [paid, paid], newest: paid })
})

test.each(['a single payment', 'a row'])(
  '%s that waits for a person has the time of the report, then that of the approval',
  async (what) => {
    await setTo({ approveAbove: '1' })
    const rows = rowsTo(1, '2')
    let id: string
    if (what === 'a row') {
      const batch = await draft({ rows })
      await start(batch.id)
      await runUntil(batch.id, (each) => count(each, 'PENDING') === 1)
      id = (await rowsOf(batch.id))[0]?.transactionId ?? ''
    } else id = (await alice.api.transfer(rows[0] as (typeof rows)[0])).transaction.id
    world.clock.pass(25 * HOUR_MS)
    const { now, newest } = await repeated(rows)
    expect(newest).toBe(now)
    const approved = new Date(world.clock.now()).toISOString()
    await approve(id)
    const { batchId } = (await alice.api.getTransaction({ id })).transaction
    if (batchId != null) await runToEnd(batchId)
    world.clock.pass(HOUR_MS)
    expect((await repeated(rows)).newest).toBe(approved)
  },
)

test('of a payment and a later draft the payment is named', async () => {
  const { id } = await draft({ rows: rowsTo(1) })
  await start(id)
  await runToEnd(id)
  world.clock.pass(HOUR_MS)
  await draft({ rows: rowsTo(1) })
  const { report } = await draft({ rows: rowsTo(1) })
  expect(report.firstDuplicates).toMatchObject([{ of: { batchId: id, at: expect.any(String) } }])
  expect((await read(id)).report).toMatchObject({ duplicates: 0, newestDuplicateAt: null })
})

test('the newest is told also where its row is not listed', async () => {
  const [row] = rowsTo(1)
  const { transaction } = await alice.api.transfer(row as NonNullable<typeof row>)
  const others = Array.from({ length: 1_002 }, () => ({ ...row, externalId: 'the same' }))
  const { report } = await draft({ rows: [...others, row] as ReturnType<typeof rowsTo> })
  expect([report.duplicates, report.firstDuplicates.length]).toEqual([1_002, 1_000])
  expect(report.firstDuplicates.every(({ of }) => of.at === null)).toBe(true)
  expect(report.newestDuplicateAt).toBe(transaction.createdAt)
})
