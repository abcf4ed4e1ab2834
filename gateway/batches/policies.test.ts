import { describe, expect, test } from 'vitest'
import type { NewBatch } from '#shared/api/batches.ts'
import { Policy } from '#shared/model/policy.ts'
import { atomically } from '../db/database.ts'
import { setPolicy } from '../policies/store.ts'
import { walletWithMoney } from '../testing/test-world.ts'
import { inSession } from '../testing/visitor.ts'
import {
  addressOf,
  alice,
  count,
  draft,
  rowsOf,
  rowsTo,
  runToEnd,
  runUntil,
  setUpEach,
  start,
  wallet,
  world,
} from './batches-fixture.ts'

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
