import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Address, type Hex, ZERO_HANDLE } from '#shared/model/ids.ts'
import { createTester, createTestWorld, type TestWorld, walletWithMoney } from '../../testing/test-world.ts'
import { reconcile } from '../../transactions/reconcile.ts'
import { turnBack } from './operator.ts'

let world: TestWorld
let out: string
beforeEach(async () => {
  out = ''
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += text
    return true
  })
  world = await createTestWorld({ SOTTO_REDEEM_MODE: 'float' })
  const tester = await createTester(world)
  const { id } = await walletWithMoney(tester)
  const { ledger, operator } = world.chain
  ledger.holder(operator.address).stable = 10_000_000n
  await reconcile(world, (await tester.api.redeem({ walletId: id, amount: '10' })).transaction.id)
  expect(ledger.confidentialOf(operator.address as Address)).toBe(10_000_000n)
})
afterEach(() => {
  vi.restoreAllMocks()
  process.exitCode = 0
})

test.each([
  ['is there', false, 'SETTLED', 0],
  ['has gone meanwhile', true, 'FAILED', 1],
])('an unwrap of a float that %s ends with its status and exit code', async (_, isGone, status, code) => {
  process.exitCode = 0
  const { faults, ledger, operator } = world.chain
  faults.broadcast = () => {
    if (isGone) ledger.holder(operator.address).handle = ZERO_HANDLE as Hex
    return 'accepted'
  }
  const backed = { ...world, config: { ...world.config, SOTTO_REDEEM_MODE: 'backed' as const } }
  await turnBack(backed, operator, '4')
  expect(out).toMatch(new RegExp(`^${status} `))
  expect(process.exitCode).toBe(code)
})
