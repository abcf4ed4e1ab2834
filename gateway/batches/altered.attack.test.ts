import { beforeEach, describe, expect, test } from 'vitest'
import { createTester, walletWithMoney } from '../testing/test-world.ts'
import { round as workerRound } from '../transactions/worker.ts'
import {
  alice,
  draft,
  read,
  rowsOf,
  rowsTo,
  runUntil,
  settled,
  setUpEach,
  start,
  wallet,
  world,
} from './batches-fixture.ts'
import { round } from './run/run-batches.ts'

setUpEach()

let errors: object[]
beforeEach(() => {
  errors = []
  world.log = { ...world.log, error: (fields, message) => errors.push({ ...fields, message }) }
})

const said = (id: string) => ({
  id,
  message: expect.stringMatching(/^somebody has altered this batch, .*: nothing is paid by it$/),
})
const content = (table: 'batches' | 'batchRows', id: string) =>
  world.db.selectFrom(table).select('content').where('id', '=', id).executeTakeFirstOrThrow()

describe('somebody who can write the database', () => {
  test('alters one batch: it is not paid, which is said once, and every other one is', async () => {
    const [altered, other] = [await draft({ rows: rowsTo(2) }), await draft({ rows: rowsTo(2) })]
    for (const { id } of [altered, other]) await start(id)
    await world.db
      .updateTable('batches')
      .set(await content('batches', other.id))
      .where('id', '=', altered.id)
      .execute()
    await runUntil(other.id, ({ status }) => status === 'DONE')
    expect((await rowsOf(other.id)).map(({ status }) => status)).toEqual(['SETTLED', 'SETTLED'])
    expect(await statuses(altered.id)).toEqual(['WAITING', 'WAITING'])
    expect(errors).toEqual([said(altered.id)])
  })

  test('alters one row that waits: it is not paid, and the others are', async () => {
    const { id } = await draft({ rows: rowsTo(3) })
    const [first = '', second = ''] = (await rows(id)).map((row) => row.id)
    await start(id)
    await world.db
      .updateTable('batchRows')
      .set(await content('batchRows', second))
      .where('id', '=', first)
      .execute()
    await runUntil(id, ({ progress }) => settledRows(progress) === 2)
    expect(await statuses(id)).toEqual(['WAITING', 'SETTLED', 'SETTLED'])
    expect((await read(id)).status).toBe('RUNNING')
    expect(errors).toEqual([said(first)])
  })

  test.each([
    ['another number', () => ({ row: 9 })],
    ['another wallet of the account', async () => ({ walletId: (await walletWithMoney(alice)).id })],
  ])('gives %s to a row: it is not paid under another key, and the others are', async (_, change) => {
    const { id } = await draft({ rows: rowsTo(2) })
    const [first = ''] = (await rows(id)).map((row) => row.id)
    await world.db
      .updateTable('batchRows')
      .set(await change())
      .where('id', '=', first)
      .execute()
    await start(id)
    await runUntil(id, ({ progress }) => settledRows(progress) === 1)
    const one = world.db.selectFrom('batchRows').select('status').where('id', '=', first)
    expect([await one.executeTakeFirst(), errors]).toEqual([{ status: 'WAITING' }, [said(first)]])
  })

  test('gives another number to a failed row that was tried again: it is not tried once more', async () => {
    const { id } = await draft({ rows: rowsTo(1) })
    await start(id)
    await world.db.updateTable('batchRows').set({ status: 'FAILED', row: 9 }).where('batchId', '=', id).execute()
    await world.db.updateTable('batches').set({ status: 'DONE' }).where('id', '=', id).execute()
    await expect(alice.api.retryBatch({ id })).rejects.toMatchObject({ code: 'internal_error' })
    expect(await statuses(id)).toEqual(['FAILED'])
  })

  test('alters one row that is being paid: what became of the others is written all the same', async () => {
    const { id } = await draft({ rows: rowsTo(2) })
    const [first = '', second = ''] = (await rows(id)).map((row) => row.id)
    await start(id)
    // A proof, and then payments by it.
    for (let times = 0; times < 2; times++) {
      await round(world)
      await settled(world)
    }
    await world.db
      .updateTable('batchRows')
      .set(await content('batchRows', second))
      .where('id', '=', first)
      .execute()
    await runUntil(id, ({ progress }) => settledRows(progress) === 1)
    expect(await statuses(id)).toEqual(['PENDING', 'SETTLED'])
    expect(errors).toEqual([said(first)])
  })

  test('alters the sums of one batch that is being paid: what became of the rows of others is written all the same', async () => {
    const [altered, other] = [await draft({ rows: inPublic(2) }), await draft({ rows: inPublic(2) })]
    for (const { id } of [altered, other]) await start(id)
    await round(world)
    await settled(world)
    await world.db
      .updateTable('batches')
      .set(await sums(other.id))
      .where('id', '=', altered.id)
      .execute()
    await runUntil(other.id, ({ status }) => status === 'DONE')
    expect(await statuses(other.id)).toEqual(['SETTLED', 'SETTLED'])
    expect(await statuses(altered.id)).toEqual(['PENDING', 'PENDING'])
    expect(errors).toEqual([said(altered.id)])
  })

  test.each(
    (['apiKeys', 'accounts', 'wallets'] as const).flatMap((table) => [
      [table, 'cSTABLE'] as const,
      [table, 'STABLE'] as const,
    ]),
  )(
    'alters of %s the row that one batch of %s is paid with: batches of others are paid, and it is said once',
    async (table, token) => {
      const bob = await createTester(world)
      const own = await walletWithMoney(bob)
      const { id } = await draft({ rows: rowsTo(2).map((row) => ({ ...row, token })) })
      const other = (await bob.api.createBatch({ rows: rowsTo(2).map((row) => ({ ...row, walletId: own.id })) })).batch
      await start(id)
      await bob.api.startBatch({ id: other.id })
      const key = await world.db.selectFrom('apiKeys').select('id').where('accountId', '=', alice.accountId).execute()
      const ids = { apiKeys: key[0]?.id ?? '', accounts: alice.accountId, wallets: wallet.id }
      await world.db.updateTable(table).set({ createdAt: 1 }).where('id', '=', ids[table]).execute()
      for (let rounds = 0; rounds < 6; rounds++) {
        await round(world)
        await settled(world)
        world.clock.pass(2_000)
        await workerRound(world)
      }
      expect((await bob.api.getBatch({ id: other.id })).batch.status).toBe('DONE')
      expect(await statuses(id)).toEqual(['WAITING', 'WAITING'])
      expect(errors).toEqual([said(id)])
    },
  )
})

test('an error that is no refusal is told of, and the row is tried again', async () => {
  const { id } = await draft({ rows: rowsTo(1).map((row) => ({ ...row, token: 'STABLE' })) })
  await start(id)
  const { step } = world
  world.step = (at) => {
    if (at === 'before storing legs') throw new TypeError('a fault of the gateway')
    step(at)
  }
  await round(world)
  await settled(world)
  expect(errors).toMatchObject([{ batch: id, reason: expect.stringContaining('a fault of the gateway') }])
  world.step = step
  world.clock.pass(2_000)
  await runUntil(id, ({ status }) => status === 'DONE')
})
const sums = (id: string) =>
  world.db.selectFrom('batches').select('totals').where('id', '=', id).executeTakeFirstOrThrow()

const inPublic = (count: number) => rowsTo(count).map((row) => ({ ...row, token: 'STABLE' }))
const rows = (batchId: string) =>
  world.db.selectFrom('batchRows').select(['id', 'status']).where('batchId', '=', batchId).orderBy('row').execute()
const statuses = async (batchId: string) => (await rows(batchId)).map(({ status }) => status)

const settledRows = (progress: readonly { status: string; rows: number }[]) =>
  progress.find(({ status }) => status === 'SETTLED')?.rows
