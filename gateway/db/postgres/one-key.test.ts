import { expect, test } from 'vitest'
import type { Client } from '#shared/client.ts'
import { Refused } from '#shared/refusal-codes.ts'
import { createApp } from '../../app.ts'
import { anotherGateway, createTester, createTestWorld, testerOf, walletWithMoney } from '../../testing/test-world.ts'

test('the same Idempotency-Key at two gateways at once is never told that its payment is impossible while it is made', async () => {
  const a = await createTestWorld({ SOTTO_LIMIT_FAUCET: '10000', SOTTO_LIMIT_GAS: '100', SOTTO_LIMIT_WRITES: '1000' })
  const b = anotherGateway(a)
  const tester = await createTester(a)
  const clients: Client[] = [tester.api, testerOf(tester, createApp(b)).api]
  const told: string[] = []
  const rows: string[] = []
  for (let round = 0; round < 4; round++) {
    const wallet = await walletWithMoney(tester)
    const to = a.chain.wallets.create().address
    const pay = (api: Client) =>
      api
        .transfer({ walletId: wallet.id, to, amount: '40', token: 'STABLE' }, { idempotencyKey: `order ${round}` })
        .then(
          () => 'made',
          (error: unknown) => (error instanceof Refused ? `${error.status} ${error.code}` : String(error)),
        )
    told.push(...(await Promise.all(clients.map(pay))))
    const made = await a.db.selectFrom('transactions').select('status').where('toAddress', '=', to).execute()
    rows.push(made.map(({ status }) => status).join())
  }
  expect(told.filter((each) => each !== 'made' && each !== '409 idempotency_in_progress')).toEqual([])
  expect(rows.filter((each) => each.includes('FAILED'))).toEqual([])
})

test('the same Idempotency-Key at two gateways registers a wallet once, and tells nobody that it was there before', async () => {
  const a = await createTestWorld({ SOTTO_LIMIT_WRITES: '1000' })
  const b = anotherGateway(a)
  const tester = await createTester(a)
  const clients: Client[] = [tester.api, testerOf(tester, createApp(b)).api]
  const told: string[] = []
  for (let round = 0; round < 5; round++) {
    const { address } = a.chain.wallets.create()
    const register = (api: Client) =>
      api.createWallet({ type: 'external', address }, { idempotencyKey: `wallet ${round}` }).then(
        () => 'made',
        (error: unknown) => (error instanceof Refused ? `${error.status} ${error.code}` : String(error)),
      )
    told.push(...(await Promise.all(clients.map(register))))
  }
  expect(told.filter((each) => each !== 'made' && each !== '409 idempotency_in_progress')).toEqual([])
})

test('one Idempotency-Key for two payments at two gateways at once makes one of them, and tells the other so', async () => {
  const a = await createTestWorld({ SOTTO_LIMIT_FAUCET: '10000', SOTTO_LIMIT_GAS: '100' })
  const tester = await createTester(a)
  const clients: Client[] = [tester.api, testerOf(tester, createApp(anotherGateway(a))).api]
  const wallet = await walletWithMoney(tester)
  const to = a.chain.wallets.create().address
  // Of 40 both have room alone, and not together.
  const told = await Promise.all(
    clients.map((api, index) =>
      api
        .transfer({ walletId: wallet.id, to, amount: `${30 + index}`, token: 'STABLE' }, { idempotencyKey: 'order' })
        .then(
          () => 'made',
          (error: unknown) => (error instanceof Refused ? error.code : String(error)),
        ),
    ),
  )
  expect(told.sort()).toEqual(['idempotency_mismatch', 'made'])
})
