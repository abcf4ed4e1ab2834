import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '#shared/client.ts'
import { clientOf, type Gateway, makeKey, settled, startGateway, temporaryFolder, triple } from '../harness/gateway.ts'

/** As long as a test may take: what ends has not waited for it. */
const DRAINING = { SOTTO_DRAIN_MS: '600000' }
const folder = temporaryFolder()
let gateway: Gateway
let apiKey: string
let api: Client
let wallets: { a: string; b: string }

beforeAll(async () => {
  gateway = await startGateway({ dataDir: folder.path, env: DRAINING })
  apiKey = await makeKey(folder.path)
  api = clientOf(gateway, apiKey)
  const a = await api.createWallet({ type: 'custodial', label: 'till' })
  const b = await api.createWallet({ type: 'custodial' })
  wallets = { a: a.wallet.id, b: b.wallet.id }
})

afterAll(async () => {
  await gateway?.stop()
  folder.remove()
})

test('fund 100, mint 60, transfer 25, redeem 10: all settle, and the total is conserved', async () => {
  const fund = await api.fund({ walletId: wallets.a, amount: '100' })
  expect(fund.transaction).toMatchObject({ type: 'FUND', status: 'SETTLED', amount: '100', token: 'STABLE' })
  const mint = await api.mint({ walletId: wallets.a, amount: '60' })
  expect(mint.transaction).toMatchObject({ type: 'MINT', status: 'SETTLED', amount: '60', token: 'cSTABLE' })
  expect(await triple(api, wallets.a)).toEqual(['40', '60', '100'])
  const transfer = await api.transfer({ walletId: wallets.a, amount: '25', toWalletId: wallets.b })
  expect(transfer.transaction).toMatchObject({ type: 'TRANSFER', status: 'SETTLED', token: 'cSTABLE' })
  const redeem = await api.redeem({ walletId: wallets.a, amount: '10' })
  expect(redeem.transaction).toMatchObject({ type: 'REDEEM', status: 'SETTLING' })
  const done = await settled(api, redeem.transaction.id)
  expect(done).toMatchObject({ status: 'SETTLED', waitingFor: null })
  expect(done.settlementTxHash).toMatch(/^0x[0-9a-f]{64}$/)
  expect(done.settlementTxHash).not.toBe(done.txHash)
  expect(await triple(api, wallets.a)).toEqual(['50', '25', '75'])
  expect(await triple(api, wallets.b)).toEqual(['0', '25', '25'])
})

test('a public transfer moves STABLE', async () => {
  const { transaction } = await api.transfer({
    walletId: wallets.a,
    amount: '1.5',
    toWalletId: wallets.b,
    token: 'STABLE',
  })
  expect(transaction).toMatchObject({ status: 'SETTLED', token: 'STABLE' })
  expect(await triple(api, wallets.b)).toEqual(['1.5', '25', '26.5'])
})

test('the ready lines stand on standard output, each exactly once', () => {
  const { stdout } = gateway.output()
  expect(stdout.match(/^sotto listening on http:\/\/127\.0\.0\.1:\d+$/gm)).toHaveLength(1)
  expect(
    stdout.match(/^sotto test-net http:\/\/127\.0\.0\.1:\d+ chain 11155111 stable 0x\w{40} cstable 0x\w{40}$/gm),
  ).toHaveLength(1)
  expect(stdout.indexOf('sotto test-net')).toBeLessThan(stdout.indexOf('sotto listening'))
})

test('it stops without waiting where nothing is under way, and everything is there after a restart', async () => {
  const before = await api.listTransactions({})
  expect(await gateway.stop()).toBe(0)
  gateway = await startGateway({ dataDir: folder.path })
  api = clientOf(gateway, apiKey)
  expect(await triple(api, wallets.a)).toEqual(['48.5', '25', '73.5'])
  expect(await triple(api, wallets.b)).toEqual(['1.5', '25', '26.5'])
  expect(await api.listTransactions({})).toEqual(before)
})
