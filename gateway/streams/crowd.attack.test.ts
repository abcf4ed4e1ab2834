import type { KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import { API_KEYS_MAX, STREAMS_MAX, STREAMS_OF_ACCOUNT_MAX, STREAMS_OF_ALL_MAX } from '#shared/limits.ts'
import { findAccount } from '../accounts/store.ts'
import type { Caller } from '../auth/caller.ts'
import { apiKeyIn, createApiKey, findApiKey } from '../auth/credentials/api-keys.ts'
import { walletWithMoney } from '../testing/test-world.ts'
import { inSession, signedIn } from '../testing/visitor.ts'
import { createListener } from './listener.ts'
import { notifierOf } from './notifier.ts'
import { openStream } from './open-stream.ts'
import { alice, balances, idle, listen, setUpEach, world } from './streams-fixture.ts'

/** Streams that are opened to slow down everybody else. */
setUpEach()

const newKey = async (walletIds: string[] | null = null) => {
  const { secret } = await createApiKey(world, { accountId: alice.accountId, label: 'one of many', walletIds })
  return { app: alice.app, apiKey: secret }
}

async function callerOf({ apiKey }: { apiKey: string }): Promise<Caller> {
  const account = await findAccount(world.db, world.keys, alice.accountId)
  const found = await findApiKey(world, apiKey)
  if (account === undefined || found === undefined) throw new Error('there is no such key')
  return { account, credential: apiKeyIn(found), extensionOrigin: null, policy: null }
}

/** Tables that are read, as statements come. */
function countReads(): string[] {
  const tables: string[] = []
  const counter: KyselyPlugin = {
    transformQuery({ node }) {
      const from = node.kind === 'SelectQueryNode' ? node.from?.froms[0] : undefined
      if (from?.kind === 'TableNode' && 'table' in from)
        tables.push((from as { table: { identifier: { name: string } } }).table.identifier.name)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  world.db = world.db.withPlugin(counter)
  return tables
}

test('an event is read once, and put into words once for each reach, however many streams an account has', async () => {
  const { id } = await walletWithMoney(alice)
  const other = await walletWithMoney(alice)
  const keys = [await newKey(), await newKey(), await newKey([id]), await newKey([id]), await newKey([other.id])]
  const reads = countReads()
  const streams = []
  for (const key of keys)
    for (let count = 0; count < STREAMS_MAX; count++)
      streams.push((await openStream(world, await callerOf(key), undefined)).messages)
  for (const stream of streams) await stream.next()
  const told = streams.map((stream) => stream.next())
  await balances(alice.accountId, id, 1)
  // The last four hear nothing of it, and are there for their reads.
  const bytes = (await Promise.all(told.slice(0, 16))).map(({ value }) => value as Uint8Array)
  expect(new TextDecoder().decode(bytes[0])).toContain('event: balance')
  expect(new Set(bytes.slice(0, 8)).size).toBe(1)
  expect(new Set(bytes.slice(8)).size).toBe(1)
  const begun = reads.length
  const again = streams.slice(0, 16).map((stream) => stream.next())
  await balances(alice.accountId, id, 1)
  await Promise.all(again)
  // One for what came, and one that finds nothing after it.
  expect(reads.slice(begun).filter((table) => table === 'outbox').length).toBeLessThanOrEqual(2)
})

test('an account has so many streams, however many keys', async () => {
  for (let keys = 0; keys < STREAMS_OF_ACCOUNT_MAX / STREAMS_MAX; keys++) {
    const key = await newKey()
    for (let count = 0; count < STREAMS_MAX; count++) await listen(key).next()
  }
  await expect(listen(await newKey()).next()).rejects.toMatchObject({
    code: 'rate_limited',
    message: expect.stringContaining('An account has at most 20 streams'),
  })
  const visitor = await inSession(world, alice)
  expect((await visitor.tell('GET', '/events')).code).toBe('rate_limited')
  expect(notifierOf(world).size()).toBe(STREAMS_OF_ACCOUNT_MAX)
})

test('a gateway has so many streams, whosever they are', async () => {
  const caller = await callerOf(alice)
  const notifier = notifierOf(world)
  const others = Array.from({ length: STREAMS_OF_ALL_MAX }, (_, count) =>
    createListener({ ...caller, account: { ...caller.account, id: `of ${count}` } }, { sequence: 0 }, 0),
  )
  for (const listener of others) notifier.add(listener)
  await expect(listen(alice).next()).rejects.toMatchObject({ code: 'overloaded', headers: { 'retry-after': '20' } })
  for (const listener of others) notifier.end(listener)
  expect((await listen(alice).next()).event).toBe('ready')
  await idle()
})

test('an account has so many API keys, until one is revoked', async () => {
  for (let count = 1; count < API_KEYS_MAX; count++) await newKey()
  const visitor = await signedIn(alice)
  const make = () => visitor.tell('POST', '/api-keys', { label: 'one more' })
  expect(await make()).toMatchObject({ status: 400, code: 'validation_error' })
  const { data } = await visitor.tell('GET', '/api-keys')
  const [first] = data.apiKeys as { id: string }[]
  expect((await visitor.tell('DELETE', `/api-keys/${first?.id}`)).status).toBe(200)
  expect((await make()).status).toBe(201)
  expect((await make()).status).toBe(400)
})
