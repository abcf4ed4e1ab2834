import { beforeEach, expect, test } from 'vitest'
import { createTester, createTestWorld, type Tester, type TestWorld, walletWithMoney } from '../testing/test-world.ts'

let world: TestWorld
let tester: Tester
const WEEK_MS = 7 * 24 * 60 * 60_000

beforeEach(async () => {
  world = await createTestWorld({ SOTTO_LIMIT_WRITES: '100000' })
  tester = await createTester(world)
})

const make = (idempotencyKey: string) => tester.api.createWallet({ type: 'custodial' }, { idempotencyKey })
const keys = () => world.db.selectFrom('idempotencyKeys').select(['kind', 'createdAt']).execute()

test('the key of a wallet is free after a week', async () => {
  const { wallet } = await make('order')
  world.clock.pass(WEEK_MS)
  expect((await make('order')).wallet.id).toBe(wallet.id)
  world.clock.pass(1)
  expect((await make('order')).wallet.id).not.toBe(wallet.id)
  expect(await keys()).toHaveLength(1)
})

test('old keys of wallets go while new ones come, by requests with any keys; those of payments stay', async () => {
  const wallet = await walletWithMoney(tester)
  const pay = { walletId: wallet.id, to: `0x${'1'.repeat(40)}`, amount: '1' }
  await tester.api.transfer(pay, { idempotencyKey: 'rent' })
  for (let count = 0; count < 30; count++) await make(`old ${count}`)
  world.clock.pass(WEEK_MS + 1)
  for (let count = 0; count < 30; count++) await make(`new ${count}`)
  const left = await keys()
  const old = left.filter(({ createdAt }) => createdAt < world.clock.now() - WEEK_MS)
  expect(left.filter(({ kind }) => kind === 'transaction')).toHaveLength(1)
  expect(left.length).toBeGreaterThanOrEqual(31)
  expect(old.length).toBeLessThan(6)
})
