import { expect, test } from 'vitest'
import { createOutsider } from '../../testing/outsider.ts'
import { anotherGateway, createTester, createTestWorld, newsOf } from '../../testing/test-world.ts'
import { look } from '../../transactions/arrivals/look-fixture.ts'
import { wrongTotals } from '../../transactions/totals-store.ts'

test('what comes in while several gateways look is listed once, counted and told', async () => {
  const a = await createTestWorld({ SOTTO_LIMIT_READS: '100000', SOTTO_LIMIT_WRITES: '100000' })
  const worlds = [a, anotherGateway(a), anotherGateway(a)]
  const bob = await createTester(a)
  const purse = (await bob.api.createWallet({ type: 'custodial' })).wallet
  const stranger = createOutsider(a)
  for (let round = 0; round < 8; round++) {
    for (let count = 0; count < 4; count++) {
      stranger.pay(purse.address as never, 1_000_000n)
      stranger.payHidden(purse.address as never, 2_000_000n)
    }
    a.clock.pass(5_000)
    await Promise.all(worlds.map((world) => look(world)))
  }
  for (const world of worlds) await look(world)
  const { total } = await bob.api.listTransactions({ direction: 'in', pageSize: 100 })
  const rows = await newsOf(a, bob.accountId)
  const arrived = rows.filter(({ kind }) => kind === 'transaction').map(({ subject }) => subject)
  expect([total, await wrongTotals(a.db as never)]).toEqual([64, []])
  expect(rows.map(({ sequence }) => sequence)).toEqual(rows.map((_, index) => index + 1))
  expect(new Set(arrived).size).toBe(64)
})
