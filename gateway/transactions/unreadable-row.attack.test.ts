import { expect, test } from 'vitest'
import type { Address } from '#shared/model/ids.ts'
import { Policy } from '#shared/model/policy.ts'
import type { Sealed } from '../crypto/keyring.ts'
import { atomically } from '../db/database.ts'
import { setPolicy } from '../policies/store.ts'
import { createOutsider } from '../testing/outsider.ts'
import { look } from './arrivals/look-fixture.ts'
import { begin, elsewhere, pay, tester, wallet, world } from './faults-fixture.ts'
import { round } from './worker.ts'

const alter = (id: string) =>
  world.db
    .updateTable('transactions')
    .set({ amount: 'altered' as Sealed })
    .where('id', '=', id)
    .execute()
const statusOf = async (id: string) =>
  (await world.db.selectFrom('transactions').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status

test('a payment whose row was altered keeps no other from being looked at by the worker', async () => {
  await begin()
  world.chain.ledger.automine = false
  const altered = await pay('1')
  const other = await pay('1')
  await alter(altered.id)
  world.chain.ledger.automine = true
  world.chain.ledger.mine()
  world.clock.pass(2_000)
  await round(world)
  expect(await statusOf(other.id)).toBe('SETTLED')
})

test('nor does one that waits for an approval whose time is over', async () => {
  await begin()
  world.chain.ledger.automine = false
  const other = await pay('1')
  world.chain.ledger.automine = true
  const policy = Policy.parse({ approveAbove: '1' })
  await atomically(world.db, (db) => setPolicy(db, world.keys, 'account', tester.accountId, policy))
  const { transaction } = await tester.api.transfer({ walletId: wallet.id, amount: '7', to: elsewhere })
  await alter(transaction.id)
  await world.db.updateTable('approvals').set({ expiresAt: 1 }).execute()
  world.chain.ledger.mine()
  world.clock.pass(2_000)
  await round(world)
  expect(await statusOf(other.id)).toBe('SETTLED')
})

test('a payment of a request whose amount was altered holds up neither the scan nor another payment of the request', async () => {
  await begin()
  const { request } = await tester.api.createRequest({ walletId: wallet.id, amount: '5' })
  const stranger = createOutsider(world)
  const lookAgain = async () => {
    world.clock.pass(4_000)
    await look(world)
  }
  stranger.payHidden(request.address as Address, 1_000_000n)
  await lookAgain()
  const first = await world.db.selectFrom('transactions').select('id').where('requestId', '=', request.id).execute()
  expect(first).toHaveLength(1)
  await alter(first[0]?.id ?? '')

  stranger.payHidden(request.address as Address, 1_000_000n)
  stranger.payHidden(wallet.address, 2_000_000n)
  await lookAgain()
  const { items } = await tester.api.listTransactions({ direction: 'in' })
  expect(items).toMatchObject([{ type: 'RECEIVE', amount: '2' }])

  const { transaction } = await tester.api.transfer({ walletId: wallet.id, requestId: request.id })
  await round(world)
  expect(await statusOf(transaction.id)).toBe('SETTLED')
  expect((await tester.api.getRequest({ id: request.id })).request).toMatchObject({ status: 'OPEN', received: '1' })
})

test('nor does a redeem that the float has promised keep another payment from the operator', async () => {
  await begin({ SOTTO_REDEEM_MODE: 'float' })
  world.chain.ledger.holder(world.chain.operator.address).stable = 100_000_000n
  const { transaction } = await tester.api.redeem({ walletId: wallet.id, amount: '10' })
  await alter(transaction.id)
  expect((await tester.api.fund({ walletId: wallet.id, amount: '1' })).transaction.status).toBe('SETTLED')
  expect((await tester.api.redeem({ walletId: wallet.id, amount: '10' })).transaction.status).toBe('SETTLING')
})

test('nor do signed bytes keep another payment of their sender', async () => {
  await begin()
  world.chain.faults.lie = () => undefined
  const { id } = await pay('1')
  const legs = world.db.selectFrom('legs').select('id').where('transactionId', '=', id)
  await world.db
    .updateTable('attempts')
    .set({ raw: 'altered' as Sealed })
    .where('legId', 'in', legs)
    .execute()
  delete world.chain.faults.lie
  expect((await pay('1')).status).toBe('SETTLED')
})

test('nor does a payment that waits in the pool keep those above it from being sent again', async () => {
  await begin()
  const { ledger } = world.chain
  ledger.automine = false
  const [altered, other] = [await pay('1'), await pay('2')]
  await alter(altered.id)
  ledger.pending.splice(1)
  world.clock.pass(4_000)
  await round(world)
  ledger.mine()
  world.clock.pass(4_000)
  await round(world)
  expect(await statusOf(other.id)).toBe('SETTLED')
})
