import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { TokenHash } from '../crypto/keyring.ts'
import { onPostgres } from '../testing/postgres/databases.ts'
import { createTester, createTestWorld, type Tester, type TestWorld, walletWithMoney } from '../testing/test-world.ts'
import { type Claim, claimOf } from './fingerprint.ts'
import { forgetClaims, insertClaim } from './store.ts'

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

test('the key of a wallet is free for a payment after a week too', async () => {
  const wallet = await walletWithMoney(tester)
  const pay = () =>
    tester.api.transfer({ walletId: wallet.id, to: `0x${'1'.repeat(40)}`, amount: '1' }, { idempotencyKey: 'order' })
  await make('order')
  world.clock.pass(WEEK_MS)
  await expect(pay()).rejects.toMatchObject({ code: 'idempotency_mismatch' })
  world.clock.pass(1)
  const { transaction } = await pay()
  world.clock.pass(2 * WEEK_MS)
  expect((await pay()).transaction.id).toBe(transaction.id)
  await expect(make('order')).rejects.toMatchObject({ code: 'idempotency_mismatch' })
})

test.skipIf(onPostgres)('while nothing can be written, a payment that was made is answered again', async () => {
  const wallet = await walletWithMoney(tester)
  const pay = () => tester.api.mint({ walletId: wallet.id, amount: '1' }, { idempotencyKey: 'order' })
  const { transaction } = await pay()
  await sql.raw('pragma query_only = on').execute(world.db)
  expect((await pay()).transaction.id).toBe(transaction.id)
  await sql.raw('pragma query_only = off').execute(world.db)
})

test('each claim frees the old keys among the next twenty of its account by hash, those of payments and batches not', async () => {
  const before = world.clock.now()
  const claimed = (accountId: string, at: number, kind: Claim['kind'] = 'wallet') => ({
    ...claimOf(world.keys, { accountId, key: '', method: '', path: '', body: null, kind }),
    keyHash: `hash ${String(at).padStart(2, '0')}` as TokenHash,
  })
  const kinds: Record<number, Claim['kind']> = { 12: 'transaction', 13: 'batch', 14: 'request', 15: 'contact' }
  const insert = (claim: Claim, createdAt: number) => insertClaim(world.db, claim, world.newId(), createdAt)
  for (let at = 0; at < 40; at++)
    await insert(claimed(tester.accountId, at, kinds[at]), at === 16 || at === 17 ? before : before - 1)
  const other = await createTester(world, {}, tester.app)
  await insert(claimed(other.accountId, 18), before - 1)

  await forgetClaims(world.db, claimed(tester.accountId, 10), before)
  const left = await world.db
    .selectFrom('idempotencyKeys')
    .select(['accountId', 'keyHash'])
    .orderBy('keyHash')
    .execute()
  const mine = left
    .filter(({ accountId }) => accountId === tester.accountId)
    .map(({ keyHash }) => Number(keyHash.slice(5)))
  const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index)
  expect(mine).toEqual([...range(0, 10), 12, 13, 16, 17, ...range(30, 40)])
  expect(left).toHaveLength(mine.length + 1)
})
