import { expect, test } from 'vitest'
import { Policy } from '#shared/model/policy.ts'
import { createApp } from '../../app.ts'
import { setPolicy } from '../../policies/store.ts'
import { anotherGateway, createTester, createTestWorld, testerOf, walletWithMoney } from '../../testing/test-world.ts'
import { atomically } from '../database.ts'

test('three gateways that pay at once keep to one limit of the account, over its wallets', async () => {
  const roomy = { SOTTO_LIMIT_WRITES: '100000', SOTTO_LIMIT_READS: '100000', SOTTO_RECEIPT_WAIT_MS: '2000' }
  const world = await createTestWorld(roomy)
  const tester = await createTester(world)
  const wallets = [await walletWithMoney(tester), await walletWithMoney(tester), await walletWithMoney(tester)]
  const policy = Policy.parse({ maxPerDay: '7' })
  await atomically(world.db, (db) => setPolicy(db, world.keys, 'account', tester.accountId, policy))
  const gateways = [tester, ...[0, 1].map(() => testerOf(tester, createApp(anotherGateway(world))))]
  const to = `0x${'1'.repeat(40)}` as const
  const pay = (index: number) =>
    gateways[index % 3]?.api.transfer({ walletId: wallets[Math.floor(index / 3) % 3]?.id ?? '', amount: '1', to }).then(
      () => 'paid',
      (error: { code?: string }) => String(error.code),
    )
  const outcomes = await Promise.all(Array.from({ length: 27 }, (_, index) => pay(index)))
  expect(outcomes.filter((one) => one === 'paid')).toHaveLength(7)
  expect(new Set(outcomes)).toEqual(new Set(['paid', 'policy_denied']))
  expect(world.chain.ledger.confidentialOf(to)).toBe(7_000_000n)
})
