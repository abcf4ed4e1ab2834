import { beforeEach, expect, test } from 'vitest'
import { Policy } from '#shared/model/policy.ts'
import { atomically } from '../db/database.ts'
import { noteRestore } from '../legs/reconciling/restores-store.ts'
import { setPolicy } from '../policies/store.ts'
import {
  backUp,
  begin,
  call,
  elsewhere,
  keepFor,
  restore,
  setUpEach,
  tester,
  wallet,
  world,
} from '../transactions/rebuilding/restore-fixture.ts'

setUpEach()

const NAME = '2b1c0b2e-8f1d-4a57-9f53-0d9c4be0a001'
const pay = (externalId: string = NAME) =>
  call('POST', '/transfer', { walletId: wallet.id, amount: '7', to: elsewhere, externalId }, NAME)
const fund = () => call('POST', '/fund', { walletId: wallet.id, amount: '5', externalId: NAME }, NAME)
const list = () => tester.api.listTransactions({ externalId: NAME })
const restored = async () => {
  await restore()
  await noteRestore(world.db, world.clock.now())
}

beforeEach(async () => {
  await begin('float', 'tags')
  backUp()
})

/** As the wallet does: its key of a payment is the name too. */
test.each([
  ['a transfer', pay],
  ['a grant of the faucet', fund],
])('%s that a restore forgot is found by its name, before anything else has looked for it', async (_, make) => {
  const { id } = (await make()).transaction ?? {}
  await restored()
  expect((await list()).items).toMatchObject([{ id, externalId: NAME }])
  expect((await list()).total).toBe(1)
})

test('a client that asks for a payment while the gateway looks for it is not told that there is none', async () => {
  await pay()
  await restored()
  const { nonce } = world.chain
  world.chain.nonce = async () => {
    throw new Error('the node is away')
  }
  await expect(list()).rejects.toMatchObject({ code: 'reconciling' })
  world.chain.nonce = nonce
  expect((await list()).items).toHaveLength(1)
})

test('its repeat is answered with its name, and gives the payment its name back', async () => {
  const { id } = (await pay()).transaction ?? {}
  await restore()
  await keepFor(3)
  expect((await tester.api.getTransaction({ id: id ?? '' })).transaction.externalId).toBeNull()
  expect((await pay()).transaction).toMatchObject({ id, externalId: NAME })
  expect((await tester.api.getTransaction({ id: id ?? '' })).transaction.externalId).toBe(NAME)
  expect((await list()).items).toMatchObject([{ id }])
})

test('a payment with a name of its own is not found by its key', async () => {
  await pay('order 7')
  expect((await list()).items).toEqual([])
})

test('what no payment has is said to be missing once all were found', async () => {
  await restored()
  expect(await list()).toMatchObject({ items: [], total: 0 })
})

test('its repeat is told nothing before the chain can be asked, and nothing is noted as failed', async () => {
  const { id } = (await pay()).transaction ?? {}
  await restored()
  world.chain.faults.chainAway = true
  expect(await pay()).toMatchObject({ status: 503 })
  world.chain.faults.chainAway = false
  expect((await pay()).transaction).toMatchObject({ id })
  expect((await tester.api.listTransactions({})).items.filter(({ status }) => status === 'FAILED')).toEqual([])
})

test('its repeat is answered with it where a policy would refuse it by now', async () => {
  const { id } = (await pay()).transaction ?? {}
  await restored()
  const nothing = Policy.parse({ verbs: [] })
  await atomically(world.db, (db) => setPolicy(db, world.keys, 'account', tester.accountId, nothing))
  expect((await pay()).transaction).toMatchObject({ id })
})

test('it is found by its name beside a try that failed, since a machine was put back without a word', async () => {
  const { id } = (await pay()).transaction ?? {}
  await restore()
  world.chain.faults.chainAway = true
  const failed = (await pay()).transaction
  expect(failed?.status).toBe('FAILED')
  world.chain.faults.chainAway = false
  await noteRestore(world.db, world.clock.now())
  expect((await list()).items.map((each) => each.id)).toEqual([id, failed?.id])
})
