import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { Refused } from '#shared/refusal-codes.ts'
import { createTester, createTestWorld, PASSWORD, type Tester, type TestWorld } from '../testing/test-world.ts'
import { inSession } from '../testing/visitor.ts'

let world: TestWorld
let tester: Tester
let walletId: string

beforeEach(async () => {
  world = await createTestWorld()
  tester = await createTester(world)
  walletId = (await tester.api.createWallet({ type: 'custodial' })).wallet.id
  await tester.api.fund({ walletId, amount: '100' })
  await tester.api.mint({ walletId, amount: '50' })
})

/** As on a disk that was mounted read-only again after an error. */
const writable = (on: boolean) => sql.raw(`pragma query_only = ${on ? 'off' : 'on'}`).execute(world.db)

const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'no refusal',
    (error: unknown) => (error instanceof Refused ? [error.status, error.code, error.headers['retry-after']] : error),
  )

test('what cannot be written down is refused, moves nothing, and succeeds with the same key once it can', async () => {
  const pay = () => tester.api.mint({ walletId, amount: '10' }, { idempotencyKey: 'once' })
  const sent = world.chain.broadcasts.length
  await writable(false)
  expect(await refusal(pay())).toEqual([503, 'storage_unavailable', '5'])
  await expect(pay()).rejects.toThrow('The gateway cannot reach or write its database.')
  expect(await refusal(tester.api.createWallet({ type: 'custodial' }))).toEqual([503, 'storage_unavailable', '5'])
  const login = await tester.ask('POST', '/auth/login', { email: tester.email, password: PASSWORD })
  expect(login.status).toBe(503)
  expect(world.chain.broadcasts).toHaveLength(sent)
  await writable(true)
  expect((await pay()).transaction.status).toBe('SETTLED')
  expect((await tester.api.getWallet({ id: walletId })).balances.confidential.amount).toBe('60')
})

test.each([undefined, 'once'])(
  'a disk that fills up after the payment was sent keeps nobody from hearing of it, key %s',
  async (idempotencyKey) => {
    const pay = () =>
      tester.api.mint({ walletId, amount: '10' }, idempotencyKey === undefined ? {} : { idempotencyKey })
    const { broadcast } = world.chain
    world.chain.broadcast = async (raw) => {
      await writable(false)
      return broadcast(raw)
    }
    const { transaction } = await pay()
    expect(transaction.status).toBe('PENDING')
    world.chain.broadcast = broadcast
    await writable(true)
    world.clock.pass(1_100)
    expect((await tester.api.getTransaction(transaction)).transaction.status).toBe('SETTLED')
    if (idempotencyKey !== undefined) expect((await pay()).transaction.id).toBe(transaction.id)
    expect((await tester.api.getWallet({ id: walletId })).balances.confidential.amount).toBe('60')
  },
)

test('reads go on, though nothing that they find out can be remembered', async () => {
  const visitor = await inSession(world, tester)
  world.clock.pass(2 * 3_600_000)
  await writable(false)
  expect((await tester.api.getWallet({ id: walletId })).balances.confidential.amount).toBe('50')
  expect((await tester.api.getBalances({})).balances).toHaveLength(1)
  expect((await tester.api.listTransactions({})).total).toBe(2)
  expect((await visitor.tell('GET', '/auth/session')).status).toBe(200)
})

test('a disk that fills up in the middle of a transaction takes all of it back, and says so', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'sotto-storage-')), 'sotto.db')
  world = await createTestWorld({ SOTTO_LIMIT_WRITES: '10000' }, file)
  tester = await createTester(world)
  const { rows } = await sql<{ pageCount: number }>`pragma page_count`.execute(world.db)
  await sql.raw(`pragma max_page_count = ${rows[0]?.pageCount}`).execute(world.db)
  let outcome: unknown = 'no refusal'
  let made = 0
  for (; made < 1_000 && outcome === 'no refusal'; made++)
    outcome = await refusal(tester.api.createWallet({ type: 'custodial' }))
  expect(outcome).toEqual([503, 'storage_unavailable', '5'])
  await sql.raw('pragma max_page_count = 100000').execute(world.db)
  await tester.api.createWallet({ type: 'custodial' })
  expect((await tester.api.listWallets({})).wallets).toHaveLength(made)
  await world.db.destroy()
  rmSync(dirname(file), { recursive: true })
})
