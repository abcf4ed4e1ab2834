import { describe, expect, test } from 'vitest'
import { createTester, walletWithMoney } from '../testing/test-world.ts'
import {
  addressOf,
  alice,
  count,
  draft,
  read,
  rowsOf,
  rowsTo,
  runToEnd,
  runUntil,
  settled,
  setUpEach,
  start,
  wallet,
  world,
} from './batches-fixture.ts'
import { laneOf, unsignedIn } from './run/lane.ts'
import { round } from './run/run-batches.ts'

setUpEach()

const received = (index: number) => world.chain.ledger.confidentialOf(addressOf(index))

test('a draft says what it would come to, and pays nothing', async () => {
  const batch = await draft({
    name: 'October',
    rows: [...rowsTo(3), { ...rowsTo(1)[0], amount: '1', token: 'STABLE' }],
  })
  expect(batch).toMatchObject({ name: 'October', status: 'DRAFT', rows: 4, reason: null, startedAt: null })
  expect(batch.progress).toEqual([
    {
      status: 'WAITING',
      rows: 4,
      amounts: [
        { token: 'cSTABLE', amount: '0.03' },
        { token: 'STABLE', amount: '1' },
      ],
    },
  ])
  expect(batch.report).toMatchObject({ flaws: 0, duplicates: 0, proofs: 1 })
  expect(batch.report.totals).toEqual([
    { walletId: wallet.id, token: 'cSTABLE', rows: 3, amount: '0.03', available: '60', covered: true },
    { walletId: wallet.id, token: 'STABLE', rows: 1, amount: '1', available: '40', covered: true },
  ])
  expect((await alice.api.listTransactions({ type: 'TRANSFER' })).total).toBe(0)
})

test('a batch that is started pays each row once, as a transaction of its own', async () => {
  const { id } = await draft({ rows: rowsTo(20).map((row, index) => ({ ...row, memo: `memo ${index + 1}` })) })
  expect((await start(id)).status).toBe('RUNNING')
  const batch = await runToEnd(id)
  expect(batch.progress).toEqual([{ status: 'SETTLED', rows: 20, amounts: [{ token: 'cSTABLE', amount: '0.2' }] }])
  for (let index = 0; index < 20; index++) expect(received(index)).toBe(10_000n)
  const [first] = await rowsOf(id)
  const { transaction } = await alice.api.getTransaction({ id: first?.transactionId ?? '' })
  expect(transaction).toMatchObject({ batchId: id, externalId: 'row-1', note: 'memo 1', status: 'SETTLED' })
  expect((await alice.api.listTransactions({ type: 'TRANSFER' })).total).toBe(20)
})

test('what is done with a batch as a whole needs no body', async () => {
  const { id } = await draft({ rows: rowsTo(2) })
  for (const [change, status] of [
    ['start', 'RUNNING'],
    ['pause', 'PAUSED'],
    ['resume', 'RUNNING'],
    ['retry', 'RUNNING'],
  ]) {
    const answer = await alice.ask('POST', `/batches/${id}/${change}`)
    expect(await answer.json()).toMatchObject({ ok: true, data: { batch: { status } } })
  }
  expect((await runToEnd(id)).progress).toEqual([
    { status: 'SETTLED', rows: 2, amounts: [{ token: 'cSTABLE', amount: '0.02' }] },
  ])
})

test('a second click, and one after the end, pay nothing twice', async () => {
  const { id } = await draft({ rows: rowsTo(5) }, 'payroll')
  expect((await draft({ rows: rowsTo(5) }, 'payroll')).id).toBe(id)
  await Promise.all([start(id), start(id)])
  await runToEnd(id)
  expect((await start(id)).status).toBe('DONE')
  expect((await alice.api.retryBatch({ id })).batch.rows).toBe(5)
  expect((await alice.api.listTransactions({ type: 'TRANSFER' })).total).toBe(5)
})

test('of two drafts of one file the second to start is refused: its report does not name what the first has paid', async () => {
  const [first, second] = [await draft({ rows: rowsTo(3) }), await draft({ rows: rowsTo(4) })]
  expect(first.report.duplicates).toBe(0)
  world.clock.pass(1_000)
  await start(second.id)
  await expect(start(first.id)).rejects.toMatchObject({
    code: 'batch_conflict',
    message: expect.stringMatching(/^3 rows of this batch are also in a batch that was started/),
  })
  expect((await read(first.id)).status).toBe('DRAFT')
  await runToEnd(second.id)
  await expect(start(first.id)).rejects.toMatchObject({ code: 'batch_conflict' })
  const anew = await draft({ rows: rowsTo(3) })
  expect(anew.report.duplicates).toBe(3)
  await start(anew.id)
  expect((await runToEnd(anew.id)).progress).toMatchObject([{ status: 'SETTLED', rows: 3 }])
  for (let index = 0; index < 4; index++) expect(received(index)).toBe(index < 3 ? 20_000n : 10_000n)
})

test('at most 16 payments of a wallet are under way', async () => {
  world.chain.ledger.automine = false
  const { id } = await draft({ rows: rowsTo(20) })
  await start(id)
  const most = await runUntil(id, (batch) => count(batch, 'PENDING') >= 16)
  expect([count(most, 'PENDING'), count(most, 'WAITING')]).toEqual([16, 4])
  const single = await alice.api.transfer({ walletId: wallet.id, amount: '1', to: addressOf(99) })
  expect(single.transaction.status).toBe('PENDING')
  world.chain.ledger.automine = true
  world.chain.ledger.mineEmpty()
  await runToEnd(id)
  expect(received(99)).toBe(1_000_000n)
})

test('at most 16 rows of all wallets are read for and signed, so that others stand in a short line', async () => {
  const froms = [wallet.id, (await walletWithMoney(alice)).id, (await walletWithMoney(alice)).id]
  const rows = rowsTo(30).map((row, index) => ({ ...row, walletId: froms[index % 3] ?? '', token: 'STABLE' }))
  const { id } = await draft({ rows })
  await start(id)
  const { chain } = world
  const { promise: answer, resolve } = Promise.withResolvers<void>()
  world.chain = {
    ...chain,
    async readForPayment(question) {
      await answer
      return chain.readForPayment(question)
    },
  }
  for (let rounds = 0; rounds < 3; rounds++) await round(world)
  expect(unsignedIn(world)).toHaveLength(16)
  resolve()
  await settled(world)
  expect(unsignedIn(world)).toHaveLength(0)
})

test('thousands of rows of one account are not in the way of another account', async () => {
  const inPublic = rowsTo(50).map((row) => ({ ...row, token: 'STABLE' }))
  const { id } = await draft({ rows: inPublic })
  await start(id)
  const bob = await createTester(world)
  const from = await walletWithMoney(bob)
  const row = { walletId: from.id, amount: '1', token: 'STABLE', to: addressOf(99) }
  const { batch } = await bob.api.createBatch({ rows: [row] })
  await bob.api.startBatch({ id: batch.id })
  const then = await runUntil(id, () => world.chain.ledger.holder(addressOf(99)).stable > 0n)
  expect(count(then, 'WAITING')).toBeGreaterThan(0)
})

test('one proof stands for 32 rows', async () => {
  const proofs: number[] = []
  const { confidential } = world.chain
  world.chain = {
    ...world.chain,
    confidential: {
      ...confidential,
      encrypt() {
        throw new Error('no row is encrypted alone')
      },
      encryptSeveral(user, units) {
        proofs.push(units.length)
        return confidential.encryptSeveral(user, units)
      },
    },
  }
  const { id, report } = await draft({ rows: rowsTo(33) })
  await start(id)
  await runToEnd(id)
  expect([proofs, report.proofs]).toEqual([[32, 1], 2])
})

describe('pause, resume, cancel', () => {
  const paused = async () => {
    world.chain.ledger.automine = false
    const { id } = await draft({ rows: rowsTo(20) })
    await start(id)
    await runUntil(id, (batch) => count(batch, 'PENDING') === 16)
    expect((await alice.api.pauseBatch({ id })).batch.status).toBe('PAUSED')
    world.chain.ledger.automine = true
    world.chain.ledger.mineEmpty()
    return id
  }

  test('a paused batch begins nothing more, and goes on where it was', async () => {
    const id = await paused()
    const batch = await runUntil(id, (one) => count(one, 'PENDING') === 0)
    expect([count(batch, 'SETTLED'), count(batch, 'WAITING'), batch.status]).toEqual([16, 4, 'PAUSED'])
    await alice.api.resumeBatch({ id })
    expect(count(await runToEnd(id), 'SETTLED')).toBe(20)
  })

  test.each(['pauseBatch', 'cancelBatch'] as const)('after %s its proofs are forgotten', async (change) => {
    world.chain.ledger.automine = false
    const { id } = await draft({ rows: rowsTo(20) })
    await start(id)
    await runUntil(id, (batch) => count(batch, 'PENDING') === 16)
    const lane = laneOf(world, wallet.id)
    lane.alone.set('a row', id)
    expect(lane.inputs.size).toBe(4)
    await alice.api[change]({ id })
    await round(world)
    expect([lane.inputs.size, lane.alone.size]).toEqual([0, 0])
    expect(laneOf(world, wallet.id)).not.toBe(lane)
  })

  test('of a cancelled batch what waits is never paid', async () => {
    const id = await paused()
    expect((await alice.api.cancelBatch({ id })).batch.status).toBe('CANCELLED')
    const batch = await runUntil(id, (one) => count(one, 'PENDING') === 0)
    expect([count(batch, 'SETTLED'), count(batch, 'CANCELLED')]).toEqual([16, 4])
    for (const change of ['startBatch', 'resumeBatch', 'pauseBatch'] as const)
      await expect(alice.api[change]({ id })).rejects.toMatchObject({ code: 'batch_conflict' })
    await expect(alice.api.retryBatch({ id })).rejects.toMatchObject({ code: 'batch_conflict' })
  })
})

describe('what keeps a batch from going on', () => {
  test('too little money pauses it with the reason, and it goes on when there is more', async () => {
    const { id } = await draft({ rows: rowsTo(3, '25') })
    const before = await read(id)
    expect(before.report.totals[0]).toMatchObject({ amount: '75', available: '60', covered: false })
    await start(id)
    const batch = await runUntil(id, ({ status }) => status === 'PAUSED')
    expect(batch.reason).toMatchObject({ code: 'insufficient_balance', row: expect.any(Number) })
    await alice.api.mint({ walletId: wallet.id, amount: '30' })
    await alice.api.resumeBatch({ id })
    expect(count(await runToEnd(id), 'SETTLED')).toBe(3)
  })

  test('a key that was revoked meanwhile pauses it, and another resumes it', async () => {
    const { id } = await draft({ rows: rowsTo(3) })
    await start(id)
    await world.db.updateTable('apiKeys').set({ expiresAt: 1 }).where('accountId', '=', alice.accountId).execute()
    await runOnce()
    const row = await world.db.selectFrom('batches').select('status').executeTakeFirstOrThrow()
    expect(row.status).toBe('PAUSED')
    expect(await world.db.selectFrom('transactions').selectAll().where('type', '=', 'TRANSFER').execute()).toEqual([])
  })

  const runOnce = () => runUntil('', () => true).catch(() => undefined)

  test('a silent chain is waited for: no row fails by it', async () => {
    const { id } = await draft({ rows: rowsTo(3) })
    await start(id)
    world.chain.faults.decryptionAway = true
    const waiting = await runUntil(id, () => true)
    expect(count(waiting, 'WAITING')).toBe(3)
    world.chain.faults.decryptionAway = false
    expect(count(await runToEnd(id), 'SETTLED')).toBe(3)
  })
})

test('a failed row stays failed, and a retry pays it once more as a new row', async () => {
  const { id } = await draft({ rows: rowsTo(4) })
  await start(id)
  world.chain.ledger.automine = false
  await runUntil(id, (one) => count(one, 'PENDING') === 4)
  const [, second] = await rowsOf(id)
  await alice.api.cancelTransaction({ id: second?.transactionId ?? '' })
  world.chain.ledger.automine = true
  world.chain.ledger.mineEmpty()
  const ended = await runToEnd(id)
  expect([count(ended, 'SETTLED'), count(ended, 'FAILED')]).toEqual([3, 1])
  expect((await rowsOf(id))[1]).toMatchObject({ status: 'FAILED', error: expect.stringMatching(/./), retriedAs: null })
  const [again] = await Promise.all([alice.api.retryBatch({ id }), alice.api.retryBatch({ id })])
  expect(again.batch).toMatchObject({ rows: 5, status: 'RUNNING' })
  expect(count(await runToEnd(id), 'SETTLED')).toBe(4)
  const rows = await rowsOf(id)
  expect(rows[1]).toMatchObject({ status: 'FAILED', retriedAs: 5 })
  expect(rows[4]).toMatchObject({ status: 'SETTLED', retryOf: 2 })
  for (let index = 0; index < 4; index++) expect(received(index)).toBe(10_000n)
})

test('the batch of another account does not exist', async () => {
  const { id } = await draft({ rows: rowsTo(1) })
  const mallory = await createTester(world)
  for (const name of ['getBatch', 'startBatch', 'cancelBatch', 'listBatchRows', 'batchReceipts'] as const)
    await expect(mallory.api[name]({ id })).rejects.toMatchObject({ code: 'not_found' })
  expect((await mallory.api.listBatches({})).total).toBe(0)
})

test('the stream tells each status of a batch', async () => {
  const { id } = await draft({ rows: rowsTo(1) })
  await start(id)
  await runToEnd(id)
  const rows = await world.db.selectFrom('outbox').selectAll().where('kind', '=', 'batch').orderBy('sequence').execute()
  expect(rows.map(({ subject, status }) => [subject, status])).toEqual([
    [id, 'DRAFT'],
    [id, 'RUNNING'],
    [id, 'DONE'],
  ])
})
