import { expect, test } from 'vitest'
import { APPROVALS_MAX } from '#shared/limits.ts'
import { createTester, createTestWorld, walletWithMoney } from '../testing/test-world.ts'
import { inSession } from '../testing/visitor.ts'

test('no more payments wait than their list shows, and another one is refused without a trace', async () => {
  const world = await createTestWorld({ SOTTO_LIMIT_WRITES: '100000' })
  const tester = await createTester(world)
  const { id: walletId } = await walletWithMoney(tester)
  const person = await inSession(world, tester)
  await person.tell('PUT', '/policy', { policy: { approveAbove: '1' } })
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
