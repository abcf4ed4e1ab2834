import { beforeEach, expect, test } from 'vitest'
import { revokeApiKey } from '../auth/credentials/api-keys.ts'
import { atomically } from '../db/database.ts'
import { append } from '../outbox/store.ts'
import { createTester, createTestWorld, type Tester, type TestWorld } from '../testing/test-world.ts'
import { notifierOf } from './notifier.ts'

/** Streams that nobody reads: they take no place for ever, and outlive no credential. */
let world: TestWorld
let alice: Tester

beforeEach(async () => {
  world = await createTestWorld({ SOTTO_LIMIT_READS: '10000' })
  alice = await createTester(world)
})

const ask = (method: string) =>
  alice.app.request('http://localhost:7984/api/v1/events', {
    method,
    headers: { authorization: `Bearer ${alice.apiKey}`, host: 'localhost:7984' },
  })

test('HEAD opens none', async () => {
  const answer = await ask('HEAD')
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET'])
  expect(notifierOf(world).size()).toBe(0)
})

test('one that is full, since its client does not read, ends with its key', async () => {
  await ask('GET')
  const news = { accountId: alice.accountId, walletId: 'w', kind: 'balance', subject: 'w' } as const
  await atomically(world.db, (trx) => append(trx, Array(1_000).fill(news), world.clock.now()))
  const { id } = await world.db.selectFrom('apiKeys').select('id').executeTakeFirstOrThrow()
  await revokeApiKey(world.db, world.keys, alice.accountId, id, world.clock.now())
  const begun = world.clock.elapsed()
  while (notifierOf(world).size() > 0 && world.clock.elapsed() - begun < 5_000)
    await new Promise((resolve) => setTimeout(resolve, 5))
  expect(notifierOf(world).size()).toBe(0)
})

test('a client that goes away while nothing happens is no failure', async () => {
  const failures: string[] = []
  world.log = { ...world.log, warn: (fields) => failures.push(JSON.stringify(fields)) }
  const reader = (await ask('GET')).body?.getReader()
  await reader?.read()
  // It waits for the next event.
  void reader?.read()
  await new Promise((resolve) => setTimeout(resolve, 20))
  await reader?.cancel()
  const begun = world.clock.elapsed()
  while (notifierOf(world).size() > 0 && world.clock.elapsed() - begun < 5_000)
    await new Promise((resolve) => setTimeout(resolve, 5))
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(failures).toEqual([])
})
