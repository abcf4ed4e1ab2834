import { beforeEach, expect, test } from 'vitest'
import type { Client } from '#shared/client.ts'
import type { Address } from '#shared/model/ids.ts'
import { Refused } from '#shared/refusal-codes.ts'
import { createApp } from '../../app.ts'
import { ChainUnavailable } from '../../chain/port.ts'
import {
  anotherGateway,
  createTester,
  createTestWorld,
  type TestWorld,
  testerOf,
  walletWithMoney,
} from '../../testing/test-world.ts'
import type { RequestName } from '../../world/locks.ts'

/** Two gateways on one database, of which the second has lost its node. */
let a: TestWorld
let b: TestWorld
let clients: Record<'a' | 'b', Client>
let walletId: string
let proving: { begun: Promise<void>; end(): void; failWith(error: Error): void }

/** The first gateway proves an amount for as long as a test wants. */
function holdProof(): typeof proving {
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const { encrypt } = a.chain.confidential
  const slow: typeof encrypt = async (...args) => {
    begun.resolve()
    await ended.promise
    return encrypt(...args)
  }
  a.chain = { ...a.chain, confidential: { ...a.chain.confidential, encrypt: slow } }
  return { begun: begun.promise, end: () => ended.resolve(), failWith: (error) => ended.reject(error) }
}

beforeEach(async () => {
  a = await createTestWorld({ SOTTO_LIMIT_FAUCET: '10000', SOTTO_LIMIT_GAS: '100', SOTTO_LIMIT_WRITES: '1000' })
  b = anotherGateway(a)
  b.chain = { ...a.chain, readForPayment: () => Promise.reject(new ChainUnavailable('the node of B is away')) }
  const tester = await createTester(a)
  walletId = (await walletWithMoney(tester)).id
  proving = holdProof()
  clients = { a: testerOf(tester, createApp(a)).api, b: testerOf(tester, createApp(b)).api }
})

const to: Address = `0x${'7'.repeat(40)}`
const pay = (by: 'a' | 'b', amount = '5') =>
  clients[by].transfer({ walletId, to, amount, token: 'cSTABLE' }, { idempotencyKey: 'order 1' }).then(
    ({ transaction }) => transaction.status,
    (error: unknown) => (error instanceof Refused ? `${error.status} ${error.code}` : String(error)),
  )

const rows = async () => {
  const found = await a.db.selectFrom('transactions').select('status').where('toAddress', '=', to).execute()
  return found.map(({ status }) => status)
}

test('a payment that another gateway makes at this moment is not told to have failed', async () => {
  const made = pay('a')
  await proving.begun
  expect(await pay('b')).toBe('409 idempotency_in_progress')
  expect(await pay('b', '6')).toBe('409 idempotency_mismatch')
  expect(await rows()).toEqual([])
  proving.end()
  expect(await made).toBe('SETTLED')
  expect(await pay('b')).toBe('SETTLED')
  expect(await rows()).toEqual(['SETTLED'])
  expect(await a.db.selectFrom('leases').selectAll().execute()).toEqual([])
})

test('of a gateway that died in a payment the key is free after some seconds, and not before', async () => {
  const { claim } = b.locks
  const until = async (time: number) => a.db.updateTable('leases').set({ until: time }).execute()
  // It dies: nobody renews what it has claimed, or gives it back.
  const name = 'request:killed'
  await a.db
    .insertInto('leases')
    .values({ name, owner: 'what it was for killed', until: Date.now() + 3_600_000 })
    .execute()
  expect(await claim(name, 'another')).toEqual({ is: 'taken', note: 'what it was for' })
  await until(0)
  const taken = await claim(name, 'another')
  expect(taken.is).toBe('mine')
  if (taken.is === 'mine') await taken.release()
})

test('a gateway that stood still while another took the payment over does not call it failed', async () => {
  const slow = pay('a')
  await proving.begun
  const expired = a.db.updateTable('leases').set({ until: 0 }).where('name', 'like', 'request:%')
  const { name } = await expired.returning('name').executeTakeFirstOrThrow()
  const other = await anotherGateway(a).locks.claim(name as RequestName, 'the same')
  expect(other.is).toBe('mine')
  proving.failWith(new ChainUnavailable('the node of A is away too'))
  expect(await slow).toBe('409 idempotency_in_progress')
  expect(await rows()).toEqual([])
})
