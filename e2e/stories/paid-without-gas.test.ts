import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '#shared/client.ts'
import { clientOf, type Gateway, makeKey, settled, startGateway, temporaryFolder, triple } from '../harness/gateway.ts'

const folder = temporaryFolder()
let gateway: Gateway
let api: Client
let till: string
let paid: string

beforeAll(async () => {
  gateway = await startGateway({ dataDir: folder.path })
  api = clientOf(gateway, await makeKey(folder.path))
  till = (await api.createWallet({ type: 'custodial', label: 'till' })).wallet.id
  paid = (await api.createWallet({ type: 'custodial' })).wallet.id
  await api.fund({ walletId: till, amount: '100' })
  await api.mint({ walletId: till, amount: '60' })
  await api.transfer({ walletId: till, amount: '25', toWalletId: paid })
})
afterAll(async () => {
  await gateway?.stop()
  folder.remove()
})

test('who was paid, and never asked the faucet, redeems what came: the operator gives the gas for it, once', async () => {
  expect((await api.getWallet({ id: paid })).balances.eth.amount).toBe('0')
  const redeem = await api.redeem({ walletId: paid, amount: '10' })
  expect(await settled(api, redeem.transaction.id)).toMatchObject({ status: 'SETTLED' })
  const back = await api.transfer({ walletId: paid, amount: '5', toWalletId: till })
  expect(back.transaction).toMatchObject({ status: 'SETTLED' })
  expect(await triple(api, paid)).toEqual(['10', '10', '20'])
  const { items } = await api.listTransactions({ walletId: paid, direction: 'all', type: 'FUND' })
  expect(items).toMatchObject([{ status: 'SETTLED', amount: '0', token: 'STABLE' }])
})

test('the gas is no money that came in, and has a receipt as any other transaction', async () => {
  const { items } = await api.listTransactions({ walletId: paid, direction: 'in' })
  expect(items.map(({ amount }) => amount)).toEqual(['25'])
  const [gas] = (await api.listTransactions({ walletId: paid, type: 'FUND' })).items
  const { nota } = await api.getTransactionNota({ id: gas?.id ?? '' })
  expect(await api.verifyNota({ nota })).toMatchObject({ type: 'receipt', valid: true })
})
