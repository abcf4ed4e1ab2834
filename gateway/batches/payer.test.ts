import { expect, test } from 'vitest'
import { Policy } from '#shared/model/policy.ts'
import { createApp } from '../app.ts'
import { createApiKey } from '../auth/credentials/api-keys.ts'
import { atomically } from '../db/database.ts'
import { setPolicy } from '../policies/store.ts'
import { testerOf } from '../testing/test-world.ts'
import { alice, count, draft, rowsOf, rowsTo, runToEnd, runUntil, setUpEach, start, world } from './batches-fixture.ts'

setUpEach()

/** An API key of the same account that may pay 1 at once. */
async function limitedKey() {
  const { id, secret } = await createApiKey(world, { accountId: alice.accountId, label: 'limited' })
  await atomically(world.db, (db) => setPolicy(db, world.keys, 'api_key', id, Policy.parse({ maxPerPayment: '1' })))
  return testerOf({ ...alice, apiKey: secret }, createApp(world)).api
}

test('what a limited key retries in a batch that another one resumed is paid by the policy of that key', async () => {
  const limited = await limitedKey()
  const rows = rowsTo(40).map((row, index) => (index === 0 ? { ...row, amount: '5' } : row))
  const { batch } = await limited.createBatch({ rows })
  const { id } = batch
  await limited.startBatch({ id, skipFlaws: true })
  await runUntil(id, (one) => count(one, 'FAILED') === 1)
  await limited.pauseBatch({ id })
  await alice.api.resumeBatch({ id })
  expect((await limited.retryBatch({ id })).batch).toMatchObject({ status: 'RUNNING', rows: 41 })
  const ended = await runToEnd(id)
  expect([count(ended, 'SETTLED'), count(ended, 'FAILED')]).toEqual([39, 2])
  expect((await rowsOf(id))[40]).toMatchObject({ retryOf: 1, error: expect.stringContaining('maxPerPayment') })
})

test('and what another one retries, by the policies of that one', async () => {
  const limited = await limitedKey()
  const rows = rowsTo(40).map((row, index) => (index === 0 ? { ...row, amount: '5' } : row))
  const { id } = (await limited.createBatch({ rows })).batch
  await limited.startBatch({ id, skipFlaws: true })
  await runUntil(id, (one) => count(one, 'FAILED') === 1)
  await alice.api.retryBatch({ id })
  const ended = await runToEnd(id)
  expect([count(ended, 'SETTLED'), count(ended, 'FAILED')]).toEqual([40, 1])
})

test('rows for a person begin as fast as a person decides', async () => {
  await atomically(world.db, (db) =>
    setPolicy(db, world.keys, 'account', alice.accountId, Policy.parse({ approveAbove: '0.001' })),
  )
  const { id } = await draft({ rows: rowsTo(203) })
  await start(id)
  const waiting = await runUntil(id, (one) => count(one, 'PENDING') === 200)
  expect([waiting.status, count(waiting, 'WAITING'), count(waiting, 'FAILED')]).toEqual(['RUNNING', 3, 0])
})
