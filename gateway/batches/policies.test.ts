import { beforeEach, describe, expect, test } from 'vitest'
import type { NewBatch } from '#shared/api/batches.ts'
import { Policy } from '#shared/model/policy.ts'
import { createApp } from '../app.ts'
import { atomically } from '../db/database.ts'
import { noteRestore } from '../legs/reconciling/restores-store.ts'
import { setPolicy } from '../policies/store.ts'
import { onPostgres } from '../testing/postgres/databases.ts'
import { anotherGateway, testerOf, walletWithMoney } from '../testing/test-world.ts'
import { inSession, type Visitor } from '../testing/visitor.ts'
import { expireOverdue } from '../transactions/approvals/end.ts'
import { createMemory } from '../world/memory.ts'
import { createSingleFlight } from '../world/single-flight.ts'
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
  setUpEach,
  start,
  wallet,
  world,
} from './batches-fixture.ts'
import { moveBatch } from './store.ts'

setUpEach()

const setTo = (policy: object) =>
  atomically(world.db, (db) => setPolicy(db, world.keys, 'account', alice.accountId, Policy.parse(policy)))
const withOne = (amount: string) => rowsTo(20).map((row, index) => (index === 2 ? { ...row, amount } : row))

test('a row that a policy sends to a person waits as a payment does, and the batch goes on', async () => {
  await setTo({ approveAbove: '1' })
  const { id } = await draft({ rows: withOne('5') })
  await start(id)
  const waiting = await runUntil(id, (batch) => count(batch, 'SETTLED') === 19)
  expect([waiting.status, count(waiting, 'PENDING')]).toEqual(['RUNNING', 1])
  const third = (await rowsOf(id))[2]
  const { transaction } = await alice.api.getTransaction({ id: third?.transactionId ?? '' })
  expect(transaction).toMatchObject({ status: 'PENDING', waitingFor: 'approval', batchId: id })
  const person = await inSession(world, alice)
  expect(await person.tell('POST', `/transactions/${transaction.id}/approve`, {})).toMatchObject({ code: 'ok' })
  expect(count(await runToEnd(id), 'SETTLED')).toBe(20)
})

test('a row that a policy denies fails alone, and says which rule', async () => {
  await setTo({ maxPerPayment: '1' })
  const { id } = await draft({ rows: withOne('5') })
  await start(id)
  const ended = await runToEnd(id)
  expect([count(ended, 'SETTLED'), count(ended, 'FAILED')]).toEqual([19, 1])
  expect((await rowsOf(id))[2]).toMatchObject({
    status: 'FAILED',
    error: expect.stringMatching(/./),
    transactionId: null,
  })
})

describe('the report says which rows a policy would not let pass by itself', () => {
  const verdicts = async (input: Partial<NewBatch>) => {
    const { report } = await draft(input)
    const listed = report.firstVerdicts?.map(({ row, is, rule, of }) => `${row} ${is} ${rule} of ${of}`)
    return [report.denied, report.waits, listed]
  }

  test('none, where none stands in the way, or there is no policy', async () => {
    expect(await verdicts({ rows: withOne('5') })).toEqual([0, 0, []])
    await setTo({ maxPerPayment: '5', maxPerDay: '5.19' })
    expect(await verdicts({ rows: withOne('5') })).toEqual([0, 0, []])
  })

  test('by amount, and what denies before what asks', async () => {
    await setTo({ approveAbove: '1' })
    expect(await verdicts({ rows: withOne('5') })).toEqual([0, 1, ['3 waits approveAbove of account']])
    await setTo({ approveAbove: '1', maxPerPayment: '4' })
    expect(await verdicts({ rows: withOne('5') })).toEqual([1, 0, ['3 denied maxPerPayment of account']])
  })

  test('by a limit that the rows reach together, beside what was paid already; a smaller row after it passes again', async () => {
    await alice.api.transfer({ walletId: wallet.id, amount: '1', to: addressOf(1) })
    await setTo({ maxPerDay: '3.5' })
    const rows = ['1', '1', '1', '0.5', '0.01'].map((amount, row) => ({
      walletId: wallet.id,
      amount,
      to: addressOf(row),
    }))
    expect(await verdicts({ rows })).toEqual([2, 0, ['3 denied maxPerDay of account', '5 denied maxPerDay of account']])
    // Rows begin in order and are stored as they come: which of them pass may differ, and never that together they stay below.
    const { id } = await draft({ rows })
    await start(id)
    await runToEnd(id)
    const ended = await rowsOf(id)
    const paid = ended.filter(({ status }) => status === 'SETTLED').reduce((sum, { amount }) => sum + Number(amount), 0)
    expect(paid).toBeLessThanOrEqual(2.5)
    expect(ended.filter(({ status }) => status === 'FAILED').map(({ error }) => error)).toContainEqual(
      expect.stringContaining('maxPerDay'),
    )
  })

  test('of each token, wallet and key by itself', async () => {
    const other = await walletWithMoney(alice)
    await atomically(world.db, (db) => setPolicy(db, world.keys, 'wallet', wallet.id, Policy.parse({ maxPerDay: '1' })))
    const pay = (walletId: string, token: string) => ({ walletId, token, amount: '1', to: addressOf(1) })
    const rows = [wallet.id, other.id].flatMap((id) => [pay(id, 'STABLE'), pay(id, 'cSTABLE'), pay(id, 'cSTABLE')])
    expect(await verdicts({ rows })).toEqual([1, 0, ['3 denied maxPerDay of wallet']])
    const { id: key } = await world.db.selectFrom('apiKeys').select('id').executeTakeFirstOrThrow()
    await atomically(world.db, (db) => setPolicy(db, world.keys, 'api_key', key, Policy.parse({ maxPerMonth: '2' })))
    expect(await verdicts({ rows })).toEqual([
      ...[2, 0, ['3 denied maxPerDay of wallet', '6 denied maxPerMonth of api_key']],
    ])
  })

  test('by receiver: an address, a card, a wallet of the account', async () => {
    await setTo({ destinations: { allow: ['wallets', addressOf(1)], otherwise: 'approve' } })
    const own = (await alice.api.createWallet({ type: 'custodial' })).wallet
    const pay = (to: object) => ({ walletId: wallet.id, amount: '1', ...to })
    const rows = [pay({ to: addressOf(1) }), pay({ to: addressOf(2) }), pay({ toWalletId: own.id }), { amount: 'x' }]
    expect(await verdicts({ rows })).toEqual([0, 1, ['2 waits destinations of account']])
  })
})

describe('rows that wait for a person', () => {
  let person: Visitor
  beforeEach(async () => {
    person = await inSession(world, alice)
    await setTo({ approveAbove: '1' })
  })

  const approve = (id: string, as = person) => as.tell('POST', `/transactions/${id}/approve`, {})
  const received = (index: number) => world.chain.ledger.confidentialOf(addressOf(index))
  const inbox = async () => (await alice.api.listApprovals({})).approvals.map(({ transaction }) => transaction.id)

  /** A batch that is being paid, of two rows for a person to approve, once both wait. */
  async function waiting() {
    const { id } = await draft({ rows: rowsTo(2, '5') })
    await start(id)
    await runUntil(id, (batch) => count(batch, 'PENDING') === 2)
    const [first = '', second = ''] = (await rowsOf(id)).map(({ transactionId }) => transactionId ?? '')
    return { id, first, second }
  }

  test('of a cancelled batch are not approved, and wait no longer', async () => {
    const { id, first, second } = await waiting()
    await alice.api.cancelBatch({ id })
    expect(await approve(first)).toMatchObject({ status: 409, code: 'batch_conflict' })
    await expireOverdue(world)
    expect(await inbox()).toEqual([])
    for (const one of [first, second]) {
      const { transaction } = await alice.api.getTransaction({ id: one })
      expect(transaction).toMatchObject({
        status: 'FAILED',
        failure: 'approval_rejected',
        error: 'Its batch was cancelled. Nothing was sent.',
      })
      expect((await approve(one)).code).toBe('not_waiting')
    }
    const ended = await runUntil(id, (batch) => count(batch, 'PENDING') === 0)
    expect([ended.status, count(ended, 'FAILED')]).toEqual(['CANCELLED', 2])
    const news = await world.db.selectFrom('outbox').select('subject').where('status', '=', 'rejected').execute()
    expect(news.map(({ subject }) => subject).sort()).toEqual([first, second].sort())
    const log = await world.db.selectFrom('events').select('subject').where('type', '=', 'approval.rejected').execute()
    expect(log.map(({ subject }) => subject).sort()).toEqual([first, second].sort())
    expect([received(0), received(1)]).toEqual([0n, 0n])
  })

  test('of a cancelled batch end with one question to the chain for all; after a restore without one, as long as none ends', async () => {
    const { id } = await waiting()
    await alice.api.cancelBatch({ id })
    let asked = 0
    const { nonce } = world.chain
    world.chain.nonce = (...of) => {
      asked++
      return nonce.apply(world.chain, of)
    }
    await noteRestore(world.db, world.clock.now() + 1)
    await expireOverdue(world)
    expect([asked, (await inbox()).length]).toEqual([0, 2])
    world.clock.pass(61 * 60_000)
    await expireOverdue(world)
    expect([asked, (await inbox()).length]).toEqual([1, 0])
  })

  test('where the chain does not say whether they were approved before a restore they wait on, and nothing pays them', async () => {
    const { id, first } = await waiting()
    await alice.api.cancelBatch({ id })
    world.chain.faults.chainAway = true
    await expireOverdue(world)
    world.chain.faults.chainAway = false
    expect(await inbox()).toHaveLength(2)
    expect((await approve(first)).code).toBe('batch_conflict')
    await expireOverdue(world)
    expect(await inbox()).toEqual([])
  })

  test('of a paused batch wait on: they are approved once it is resumed, and paid once', async () => {
    const { id, first, second } = await waiting()
    await alice.api.pauseBatch({ id })
    expect(await approve(first)).toMatchObject({ status: 409, code: 'batch_conflict' })
    await expireOverdue(world)
    expect(await inbox()).toEqual(expect.arrayContaining([first, second]))
    expect((await person.tell('POST', `/transactions/${second}/reject`)).code).toBe('ok')
    await alice.api.resumeBatch({ id })
    expect((await approve(first)).code).toBe('ok')
    expect((await approve(first)).code).toBe('not_waiting')
    const ended = await runToEnd(id)
    expect([count(ended, 'SETTLED'), count(ended, 'FAILED')]).toEqual([1, 1])
    expect([received(0), received(1)]).toEqual([5_000_000n, 0n])
  })

  /** As the gateway does by itself. */
  const pauseFor = (id: string, code: string) =>
    atomically(world.db, (db) => {
      const reason = { code, message: 'Something is missing.', row: 3 }
      const change = { from: ['RUNNING'], to: 'PAUSED', reason, now: world.clock.now() } as const
      return moveBatch(db, world.keys, { id, accountId: alice.accountId }, change)
    })

  test.each(['insufficient_balance', 'insufficient_gas', 'not_configured'])(
    'of a batch that has paused by itself, for %s, are approved, until a person pauses it too',
    async (code) => {
      const { id, first, second } = await waiting()
      await pauseFor(id, code)
      expect((await approve(first)).code).toBe('ok')
      expect(received(0)).toBe(5_000_000n)
      expect(await alice.api.pauseBatch({ id })).toMatchObject({ batch: { status: 'PAUSED', reason: null } })
      expect(await approve(second)).toMatchObject({ status: 409, code: 'batch_conflict' })
      await alice.api.resumeBatch({ id })
      expect((await approve(second)).code).toBe('ok')
    },
  )

  test.each(['restored', 'credential_ended'])('of a batch that has paused by itself, for %s, wait on', async (code) => {
    const { id, first } = await waiting()
    await pauseFor(id, code)
    expect(await approve(first)).toMatchObject({ status: 409, code: 'batch_conflict' })
    expect((await alice.api.pauseBatch({ id })).batch.reason).toMatchObject({ code })
    expect(await inbox()).toHaveLength(2)
  })

  test('of a batch that pauses by itself while a person pauses it wait for that person', async () => {
    const { id, first } = await waiting()
    const { sharedNow } = world
    // Between the look at the batch and its change.
    world.sharedNow = async (db) => {
      world.sharedNow = sharedNow
      await pauseFor(id, 'insufficient_gas')
      return sharedNow(db)
    }
    expect(await alice.api.pauseBatch({ id })).toMatchObject({ batch: { status: 'PAUSED', reason: null } })
    expect((await approve(first)).code).toBe('batch_conflict')
  })

  test('of a paused batch are refused before a person is asked for a proof', async () => {
    const { id, first } = await waiting()
    await alice.api.pauseBatch({ id })
    expect((await person.tell('POST', `/transactions/${first}/approve/options`, {})).code).toBe('batch_conflict')
    world.clock.pass(11 * 60_000)
    expect((await approve(first)).code).toBe('batch_conflict')
    await alice.api.resumeBatch({ id })
    expect((await approve(first)).code).toBe('reauthentication_required')
  })

  test('a batch that is cancelled while a person approves, at another gateway, is paid that row once or not at all', async () => {
    const other = onPostgres
      ? anotherGateway(world)
      : { ...world, singleFlight: createSingleFlight(), memory: createMemory() }
    const elsewhere = await inSession(world, testerOf(alice, createApp(other)))
    let paid = 0
    for (let times = 0; times < 4; times++) {
      const { id, first, second } = await waiting()
      const cancel = () => alice.api.cancelBatch({ id })
      const both = times % 2 === 0 ? [cancel(), approve(first, elsewhere)] : [approve(first, elsewhere), cancel()]
      await Promise.all(both)
      await Promise.all([expireOverdue(world), expireOverdue(other)])
      const ended = await runUntil(id, (batch) => count(batch, 'PENDING') === 0)
      const isPaid = (await alice.api.getTransaction({ id: first })).transaction.status === 'SETTLED'
      if (isPaid) paid++
      expect([ended.status, count(ended, 'SETTLED'), count(ended, 'FAILED')]).toEqual([
        'CANCELLED',
        isPaid ? 1 : 0,
        isPaid ? 1 : 2,
      ])
      expect((await alice.api.getTransaction({ id: second })).transaction.status).toBe('FAILED')
      expect([received(0), received(1)]).toEqual([5_000_000n * BigInt(paid), 0n])
      expect((await read(id)).status).toBe('CANCELLED')
      world.clock.pass(1_000)
    }
  })
})
