import { encodeFunctionData } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '#shared/client.ts'
import { stableAbi } from '../../gateway/contracts/abis.ts'
import { clientOf, type Gateway, makeKey, startGateway, temporaryFolder, triple } from '../harness/gateway.ts'
import { startTestnet, type Testnet } from '../harness/testnet.ts'

const UNIT = 1_000_000n
const folder = temporaryFolder()
let testnet: Testnet
let gateway: Gateway
let stranger: PrivateKeyAccount
let api: Client
let till: string

beforeAll(async () => {
  testnet = await startTestnet(folder.path)
  stranger = await testnet.money.wallet(1_000n * UNIT, 1_000n * UNIT)
  const dataDir = `${folder.path}/shop`
  gateway = await startGateway({ dataDir, env: testnet.environment() })
  api = clientOf(gateway, makeKey(dataDir))
  till = (await api.createWallet({ type: 'custodial' })).wallet.id
})
afterAll(async () => {
  await gateway?.stop()
  await testnet?.stop()
  folder.remove()
})

/** Reads until what is at the address of the request has been collected. */
async function collected(id: string, payments: number) {
  for (const deadline = Date.now() + 240_000; ; await new Promise((resolve) => setTimeout(resolve, 250))) {
    const { request } = await api.getRequest({ id })
    const moves = await Promise.all(request.transactions.map((each) => api.getTransaction({ id: each })))
    const [paid, out] = [moves.filter(isIncome), moves.filter((each) => !isIncome(each))]
    const isDone = out.length === payments && out.every(({ transaction }) => transaction.status === 'SETTLED')
    if (paid.length === payments && isDone) return request
    if (Date.now() > deadline)
      throw new Error(`not collected: ${JSON.stringify(moves.map((m) => m.transaction.status))}`)
  }
}
const isIncome = ({ transaction }: { transaction: { type: string } }) => transaction.type === 'RECEIVE'

test('a stranger with plain software pays a request confidentially, and it is collected by the handle of the balance', async () => {
  const { request } = await api.createRequest({ walletId: till, amount: '12.5', memo: 'Order 1042' })
  await testnet.money.transfer(stranger, request.address as `0x${string}`, 12_500_000n)
  expect(await collected(request.id, 1)).toMatchObject({ status: 'PAID', received: '12.5', overpaid: false })
  expect(await triple(api, till)).toEqual(['0', '12.5', '12.5'])
})

test('and another one in public', async () => {
  const { request } = await api.createRequest({ walletId: till, amount: '3', token: 'STABLE' })
  const args = [request.address as `0x${string}`, 3n * UNIT] as const
  const data = encodeFunctionData({ abi: stableAbi, functionName: 'transfer', args })
  await testnet.money.send(stranger, testnet.info.stable, data)
  expect(await collected(request.id, 1)).toMatchObject({ status: 'PAID', received: '3' })
  expect(await triple(api, till)).toEqual(['3', '12.5', '15.5'])
  const page = await fetch(`${gateway.url}${new URL(request.url).pathname}`)
  expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store'])
  const receipt = await fetch(`${gateway.url}${new URL(request.url).pathname}/receipt-1.nota`)
  expect(await api.verifyNota({ nota: await receipt.text() })).toMatchObject({ type: 'receipt', valid: true })
})
