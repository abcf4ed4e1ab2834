import { expect, test } from 'vitest'
import { walletWithMoney } from '../../testing/test-world.ts'
import {
  backUp,
  begin,
  keepFor,
  restore,
  setUpEach,
  tester,
  wallet,
  world,
} from '../../transactions/rebuilding/restore-fixture.ts'
import { round as workerRound } from '../../transactions/worker.ts'
import { addressOf, settled } from '../batches-fixture.ts'
import { round } from '../run/run-batches.ts'

setUpEach()

const DAY_MS = 86_400_000
const rows = (walletId: string) =>
  [1, 2, 3].map((each) => ({
    walletId,
    amount: `0.0${each}`,
    to: addressOf(each),
    externalId: `row ${each}`,
  }))
const draft = async (walletId = wallet.id) => (await tester.api.createBatch({ rows: rows(walletId) })).batch

/** Pays the rows as a batch that a backup does not know, and puts that back. */
async function payAndForget(): Promise<void> {
  await begin('float', 'tags')
  await backUp()
  const { id } = await draft()
  await tester.api.startBatch({ id })
  await payAll(id)
  await restore()
}

async function payAll(id: string): Promise<void> {
  for (let rounds = 0; rounds < 5; rounds++) {
    await round(world)
    await settled(world)
    world.clock.pass(2_000)
    await workerRound(world)
  }
  expect((await tester.api.getBatch({ id })).batch.progress).toMatchObject([{ status: 'SETTLED', rows: 3 }])
}

/** What the chain has of the wallet comes back. */
async function comeBack(): Promise<void> {
  await keepFor(3)
  const { items } = await tester.api.listTransactions({ type: 'TRANSFER' })
  expect(items.map(({ externalId, rebuiltAt }) => [externalId, typeof rebuiltAt])).toEqual(
    Array(3).fill([null, 'string']),
  )
}

test('a payroll that a restore has forgotten is recognised when it is uploaded again', async () => {
  await payAndForget()
  await comeBack()
  const { report } = await draft()
  expect([report.duplicates, new Set(report.firstDuplicates.map(({ of }) => of.transactionId)).size]).toEqual([3, 3])
})

/** A draft, a day later, of payments that the restored database has forgotten. */
async function draftedBeforeTheyAreBack(): Promise<string> {
  await payAndForget()
  world.clock.pass(DAY_MS)
  const { id, report } = await draft()
  expect(report.duplicates).toBe(0)
  world.clock.pass(1_000)
  return id
}

test('one that is started before its payments had come back waits for them, and is not paid again', async () => {
  const id = await draftedBeforeTheyAreBack()
  world.chain.faults.chainAway = true
  await expect(tester.api.startBatch({ id })).rejects.toMatchObject({ code: 'reconciling' })
  world.chain.faults.chainAway = false
  const started = () => tester.api.startBatch({ id }).catch(({ code }: { code: string }) => code)
  await expect.poll(started).toBe('batch_conflict')
})

test('one that was uploaded before its payments had come back is not started', async () => {
  const id = await draftedBeforeTheyAreBack()
  await comeBack()
  await expect(tester.api.startBatch({ id })).rejects.toMatchObject({
    code: 'batch_conflict',
    message: expect.stringMatching(/^3 rows of this batch are also a single payment/),
  })
})

test('nor is one whose payments have come back as those of a batch that was cancelled after the restore', async () => {
  await begin('float', 'tags')
  const { id } = await draft()
  await tester.api.startBatch({ id })
  await backUp()
  await payAll(id)
  await restore()
  await tester.api.cancelBatch({ id })
  world.clock.pass(1_000)
  const anew = await draft()
  expect(anew.report.duplicates).toBe(0)
  world.clock.pass(1_000)
  await keepFor(3)
  await round(world)
  expect((await tester.api.getBatch({ id })).batch.progress).toMatchObject([{ status: 'PENDING', rows: 3 }])
  await expect(tester.api.startBatch({ id: anew.id })).rejects.toMatchObject({
    code: 'batch_conflict',
    message: expect.stringMatching(/^3 rows of this batch are also in a batch that was started/),
  })
})

test('nor is one whose payments have come back as those of a draft that was started after the backup', async () => {
  await begin('float', 'tags')
  const [first, second] = [await draft(), await draft()]
  await backUp()
  await tester.api.startBatch({ id: second.id })
  await payAll(second.id)
  await restore()
  world.clock.pass(1_000)
  await keepFor(3)
  await round(world)
  await expect(tester.api.startBatch({ id: first.id })).rejects.toMatchObject({ code: 'batch_conflict' })
})

test('nor is one that pays from another wallet', async () => {
  await begin('float', 'tags')
  const other = await walletWithMoney(tester)
  await backUp()
  const { id } = await draft()
  await tester.api.startBatch({ id })
  await payAll(id)
  await restore()
  world.clock.pass(1_000)
  const anew = await draft(other.id)
  expect(anew.report.duplicates).toBe(0)
  world.clock.pass(1_000)
  const start = () => tester.api.startBatch({ id: anew.id }).catch(({ code }: { code: string }) => code)
  await expect.poll(start).not.toBe('reconciling')
  expect(await start()).toBe('batch_conflict')
})
