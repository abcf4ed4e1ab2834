import { expect, test } from 'vitest'
import { Policy } from '#shared/model/policy.ts'
import { createApp } from '../app.ts'
import { createApiKey } from '../auth/credentials/api-keys.ts'
import { callerNamed } from '../auth/identify.ts'
import { atomically } from '../db/database.ts'
import { setPolicy } from '../policies/store.ts'
import { testerOf } from '../testing/test-world.ts'
import { alice, count, draft, rowsOf, rowsTo, runToEnd, runUntil, setUpEach, start, world } from './batches-fixture.ts'
import { rowsAfter } from './rows-store.ts'
import { payRow } from './run/pay-row.ts'

setUpEach()

/** An API key of the same account that may pay 1 at once. */
async function limitedKey() {
  const { id, secret } = await createApiKey(world, { accountId: alice.accountId, label: 'limited' })
  await atomically(world.db, (db) => setPolicy(db, world.keys, 'api_key', id, Policy.parse({ maxPerPayment: '1' })))
  return { id, api: testerOf({ ...alice, apiKey: secret }, createApp(world)).api }
}

/** A batch of a limited key, whose policy has denied the first row, and which another credential has resumed. */
async function resumedByAnother() {
  const limited = (await limitedKey()).api
  const rows = rowsTo(40).map((row, index) => (index === 0 ? { ...row, amount: '5' } : row))
  const { id } = (await limited.createBatch({ rows })).batch
  await limited.startBatch({ id, skipFlaws: true })
  await runUntil(id, (one) => count(one, 'FAILED') === 1)
  await limited.pauseBatch({ id })
  await alice.api.resumeBatch({ id })
  return { id, limited }
}

test('what a policy has denied to a key is not paid in the name of the credential that has resumed the batch', async () => {
  const { id, limited } = await resumedByAnother()
  await expect(limited.retryBatch({ id })).rejects.toMatchObject({ code: 'batch_conflict' })
  expect(await rowsOf(id)).toHaveLength(40)
  await limited.pauseBatch({ id })
  expect((await limited.retryBatch({ id })).batch).toMatchObject({ status: 'RUNNING', rows: 41 })
  const ended = await runToEnd(id)
  expect([count(ended, 'SETTLED'), count(ended, 'FAILED')]).toEqual([39, 2])
  expect((await rowsOf(id))[40]).toMatchObject({ retryOf: 1, error: expect.stringContaining('maxPerPayment') })
})

test('the credential that has resumed it may retry it, by its own policies', async () => {
  const { id } = await resumedByAnother()
  await alice.api.retryBatch({ id })
  const ended = await runToEnd(id)
  expect([count(ended, 'SETTLED'), count(ended, 'FAILED')]).toEqual([40, 1])
})

test('a round that began in another name signs nothing any more', async () => {
  const { id: key } = await limitedKey()
  const { id } = await draft({ rows: rowsTo(1) })
  await start(id)
  const [row] = await rowsAfter(world.db, world.keys, id, { after: 0, most: 1, status: 'WAITING' })
  const before = await callerNamed(world, { type: 'api_key', id: key })
  if (row === undefined || before === undefined) throw new Error('no row, or no such key')
  expect(await payRow(world, before, row, { input: undefined, isSigned: () => {} })).toMatchObject({ is: 'later' })
  expect(count(await runToEnd(id), 'SETTLED')).toBe(1)
})
