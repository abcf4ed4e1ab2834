import { beforeEach, expect, test } from 'vitest'
import { APPROVALS_MAX } from '#shared/limits.ts'
import { addressOf, settled } from '../batches/batches-fixture.ts'
import { round } from '../batches/run/run-batches.ts'
import { createTester, createTestWorld, type Tester, type TestWorld, walletWithMoney } from '../testing/test-world.ts'
import { inSession, type Visitor } from '../testing/visitor.ts'

let world: TestWorld
let tester: Tester
let person: Visitor
let walletId: string

beforeEach(async () => {
  world = await createTestWorld({ SOTTO_LIMIT_WRITES: '100000' })
  tester = await createTester(world)
  walletId = (await walletWithMoney(tester)).id
  person = await inSession(world, tester)
  await person.tell('PUT', '/policy', { policy: { approveAbove: '1' } })
})

test('no more payments wait than their list shows, and another one is refused without a trace', async () => {
  const pay = () => tester.ask('POST', '/transfer', { walletId, amount: '2', to: `0x${'1'.repeat(40)}` })
  for (let paid = 0; paid < APPROVALS_MAX; paid++) expect((await pay()).status).toBe(201)
  const before = await tester.api.listTransactions({ pageSize: 1 })

  const refused = await pay()
  expect([refused.status, await refused.json()]).toMatchObject([503, { error: { code: 'overloaded' } }])
  expect((await tester.api.listTransactions({ pageSize: 1 })).total).toBe(before.total)
  const { approvals } = await tester.api.listApprovals({})
  expect(approvals).toHaveLength(APPROVALS_MAX)

  await person.tell('POST', `/transactions/${approvals[0]?.transaction.id}/reject`)
  expect((await pay()).status).toBe(201)
})

test('as many rows of batches are listed after the single payments, however many wait', async () => {
  const rows = Array.from({ length: APPROVALS_MAX }, (_, index) => ({ walletId, amount: '2', to: addressOf(index) }))
  const { id } = (await tester.api.createBatch({ rows })).batch
  await tester.api.startBatch({ id })
  const waiting = async () => (await tester.api.listApprovals({})).approvals.map(({ transaction }) => transaction.id)
  while ((await waiting()).length < APPROVALS_MAX) {
    await round(world)
    await settled(world)
  }
  world.clock.pass(1_000)
  const { transaction } = await tester.api.transfer({ walletId, amount: '2', to: addressOf(0) })
  const listed = await waiting()
  expect([listed.length, listed[0]]).toEqual([APPROVALS_MAX + 1, transaction.id])
})
