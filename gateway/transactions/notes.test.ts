import { beforeEach, expect, test } from 'vitest'
import { createApiKey } from '../auth/credentials/api-keys.ts'
import {
  createTester,
  createTestWorld,
  type Tester,
  type TestWorld,
  testerOf,
  walletWithMoney,
} from '../testing/test-world.ts'

let world: TestWorld
let alice: Tester
let walletId: string
let id: string

beforeEach(async () => {
  world = await createTestWorld()
  world.chain.ledger.holder(world.chain.operator.address).stable = 1_000_000_000n
  alice = await createTester(world)
  walletId = (await walletWithMoney(alice)).id
  const pay = { walletId, to: `0x${'1'.repeat(40)}`, amount: '1' }
  id = (await alice.api.transfer(pay)).transaction.id
})

test('a note is written, read wherever the transaction is, changed and cleared', async () => {
  expect((await alice.api.getTransaction({ id })).transaction.note).toBeNull()
  const before = (await alice.api.getTransaction({ id })).transaction
  expect((await alice.api.patchTransaction({ id, note: ' for the roof ' })).transaction).toEqual({
    ...before,
    note: 'for the roof',
  })
  const listed = (await alice.api.listTransactions({})).items.find((one) => one.id === id)
  expect(listed?.note).toBe('for the roof')
  await alice.api.patchTransaction({ id, note: null })
  expect((await alice.api.getTransaction({ id })).transaction).toEqual(before)
})

test('its streams hear of it', async () => {
  const news = () => world.db.selectFrom('outbox').select('subject').orderBy('sequence', 'desc').execute()
  const before = await news()
  await alice.api.patchTransaction({ id, note: 'for the roof' })
  const after = await news()
  expect([after.length - before.length, after[0]?.subject]).toEqual([1, id])
})

test('it is sealed, and in no receipt', async () => {
  await alice.api.patchTransaction({ id, note: 'for the roof' })
  const row = await world.db.selectFrom('transactions').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(JSON.stringify(row)).not.toContain('roof')
  const { nota } = await alice.api.getTransactionNota({ id })
  const parts = nota.split('.').map((part) => Buffer.from(part, 'base64url').toString())
  expect(parts.join()).toContain('transfer')
  expect(parts.join()).not.toContain('roof')
})

test('a key without the scope for managing writes none, and no key one on a transaction of another account', async () => {
  const { accountId } = alice
  const { secret: apiKey } = await createApiKey(world, { accountId, label: 'reader', scopes: ['read', 'pay'] })
  const reader = testerOf({ ...alice, apiKey }, alice.app)
  await expect(reader.api.patchTransaction({ id, note: 'mine' })).rejects.toMatchObject({ code: 'insufficient_scope' })
  const mallory = await createTester(world)
  await expect(mallory.api.patchTransaction({ id, note: 'mine' })).rejects.toMatchObject({ code: 'not_found' })
  expect((await alice.api.getTransaction({ id })).transaction.note).toBeNull()
})
