import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { Refusal } from '#shared/refusals.ts'
import { createTester, createTestWorld, inSession, PASSWORD, type Tester, type TestWorld } from '../test-world.ts'

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
    (error: unknown) => (error instanceof Refusal ? [error.status, error.code, error.headers['retry-after']] : error),
  )

test('what cannot be written down is refused, moves nothing, and succeeds with the same key once it can', async () => {
  const pay = () => tester.api.mint({ walletId, amount: '10' }, { idempotencyKey: 'once' })
  const sent = world.chain.broadcasts.length
  await writable(false)
  expect(await refusal(pay())).toEqual([503, 'storage_unavailable', '5'])
  expect(await refusal(tester.api.createWallet({ type: 'custodial' }))).toEqual([503, 'storage_unavailable', '5'])
  const login = await tester.ask('POST', '/auth/login', { email: tester.email, password: PASSWORD })
  expect(login.status).toBe(503)
  expect(world.chain.broadcasts).toHaveLength(sent)
  await writable(true)
  expect((await pay()).transaction.status).toBe('SETTLED')
  expect((await tester.api.getWallet({ id: walletId })).balances.confidential.amount).toBe('60')
})

test('reads go on, though nothing that they find out can be remembered', async () => {
  const visitor = await inSession(world, tester)
  world.clock.pass(2 * 3_600_000)
  await writable(false)
  expect((await tester.api.getWallet({ id: walletId })).balances.confidential.amount).toBe('50')
  expect((await tester.api.getBalances({})).balances).toHaveLength(1)
  expect((await tester.api.listTransactions({})).total).toBe(2)
  expect((await visitor.tell('GET', '/auth/session')).status).toBe(200)
})
