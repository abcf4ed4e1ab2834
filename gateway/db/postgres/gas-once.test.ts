import { expect, test } from 'vitest'
import type { Client } from '#shared/client.ts'
import type { Address } from '#shared/model/ids.ts'
import { createApp } from '../../app.ts'
import { anotherGateway, createTester, createTestWorld, testerOf, walletWithMoney } from '../../testing/test-world.ts'

test('payments of a wallet without gas, at two gateways at once: gas is given once, and all are paid', async () => {
  const a = await createTestWorld({
    SOTTO_LIMIT_FAUCET: '10000',
    SOTTO_LIMIT_GAS: '100',
    SOTTO_LIMIT_WRITES: '1000',
    SOTTO_RECEIPT_WAIT_MS: '2000',
  })
  const b = anotherGateway(a)
  const tester = await createTester(a)
  const clients: Client[] = [tester.api, testerOf(tester, createApp(b)).api]
  const till = await walletWithMoney(tester)
  for (let round = 0; round < 3; round++) {
    const { id: walletId, address } = (await tester.api.createWallet({ type: 'custodial' })).wallet
    await tester.api.transfer({ walletId: till.id, to: address as Address, amount: '10', token: 'STABLE' })
    const pay = (api: Client, key: string) =>
      api.transfer({ walletId, to: till.address, amount: '1', token: 'STABLE' }, { idempotencyKey: key })
    const keys = ['1', '2', '3'].map((each) => `${round} ${each}`)
    const paid = await Promise.all(clients.flatMap((api, at) => keys.map((key) => pay(api, `${key} ${at}`))))
    expect(paid.map(({ transaction }) => transaction.status)).toEqual(paid.map(() => 'SETTLED'))
    const given = await tester.api.listTransactions({ walletId, type: 'FUND' })
    expect(given.items).toMatchObject([{ status: 'SETTLED', amount: '0' }])
  }
})
