import { expect, test } from 'vitest'
import { Policy } from '#shared/model/policy.ts'
import { atomically } from '../db/database.ts'
import { setPolicy } from '../policies/store.ts'
import { inSession } from '../testing/visitor.ts'
import { alice, count, draft, rowsOf, rowsTo, runToEnd, runUntil, setUpEach, start, world } from './batches-fixture.ts'

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
