import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Contract, JsonRpcProvider, Wallet } from 'ethers'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Client } from '#shared/client.ts'
import type { Order } from '../dapp/order.ts'
import { openShop } from '../dapp/shop.ts'
import { clientOf, type Gateway, makeKey, startGateway, temporaryFolder, triple } from '../harness/gateway.ts'
import { startTestnet, type Testnet } from '../harness/testnet.ts'

const UNIT = 1_000_000n
const folder = temporaryFolder()
let testnet: Testnet
let gateway: Gateway
/** Has never heard of Sotto: an address, a node, and the two tokens. */
let stranger: Wallet
let api: Client
let till: string

beforeAll(async () => {
  testnet = await startTestnet(folder.path)
  const { rpcUrl, stable, cstable } = testnet.info
  const provider = new JsonRpcProvider(rpcUrl, undefined, { pollingInterval: 50, cacheTimeout: -1 })
  stranger = new Wallet(Wallet.createRandom().privateKey, provider)
  await testnet.money.fund(stranger.address as `0x${string}`, 1_000n * UNIT)
  await call(stable, 'transferAndCall(address,uint256) returns (bool)', cstable, 500n * UNIT)
  const dataDir = `${folder.path}/shop`
  gateway = await startGateway({ dataDir, env: testnet.environment() })
  api = clientOf(gateway, makeKey(dataDir))
  till = (await api.createWallet({ type: 'custodial' })).wallet.id
  return () => provider.destroy()
})
afterAll(async () => {
  await gateway?.stop()
  await testnet?.stop()
  folder.remove()
})

/** A call of a contract, as any program makes it, in a block. */
async function call(contract: string, method: string, ...args: unknown[]): Promise<void> {
  const [name = ''] = method.split('(')
  const sent = await new Contract(contract, [`function ${method}`], stranger).getFunction(name)(...args)
  expect((await sent.wait())?.status).toBe(1)
}

async function payHidden(to: string, units: bigint): Promise<void> {
  const { handle, inputProof } = await testnet.money.input(stranger.address as `0x${string}`, units)
  await call(
    testnet.info.cstable,
    'confidentialTransfer(address,bytes32,bytes) returns (bytes32)',
    to,
    handle,
    inputProof,
  )
}

const payOpenly = (to: string, units: bigint) =>
  call(testnet.info.stable, 'transfer(address,uint256) returns (bool)', to, units)

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

test('a stranger with plain ethers pays an order of the shop confidentially: the shop is told, and has a receipt that holds', async () => {
  const shop = await openShop({ api, walletId: till }, {}, 0)
  onTestFinished(shop.close)
  const body = JSON.stringify({ pieces: ['cup'] })
  const headers = { 'content-type': 'application/json' }
  const placed = (await (await fetch(`${shop.url}/api/orders`, { method: 'POST', headers, body })).json()) as Order
  const { subject } = await api.verifyNota({ nota: placed.payment.request })
  if (!('id' in subject)) throw new Error('not a request')
  await payHidden(subject.address, 28n * UNIT)
  const order = async () => (await (await fetch(`${shop.url}/api/orders/${placed.id}`)).json()) as Order
  await expect.poll(async () => (await order()).payment.state, { timeout: 240_000 }).toBe('paid')
  const receipt = await (await fetch(`${shop.url}/api/orders/${placed.id}/receipt.nota`)).text()
  expect(await api.verifyNota({ nota: receipt })).toMatchObject({
    type: 'receipt',
    valid: true,
    subject: { amount: '28', from: stranger.address, to: subject.address },
  })
  expect(await collected(subject.id, 1)).toMatchObject({ status: 'PAID', received: '28', overpaid: false })
  expect(await triple(api, till)).toEqual(['0', '28', '28'])
})

test('and another request in public: the message is what Standard Webhooks verifies, and the page has the receipt', async () => {
  const messages: unknown[] = []
  const { url, verifyBy } = await receiver(messages)
  const { secret } = await api.createWebhook({ url, events: ['request.paid'] })
  verifyBy(secret)
  const { request } = await api.createRequest({ walletId: till, amount: '3', token: 'STABLE' })
  await payOpenly(request.address, 3n * UNIT)
  expect(await collected(request.id, 1)).toMatchObject({ status: 'PAID', received: '3' })
  await expect
    .poll(() => messages, { timeout: 240_000 })
    .toMatchObject([{ type: 'request.paid', data: { id: request.id } }])
  expect(await triple(api, till)).toEqual(['3', '28', '31'])
  const path = `${gateway.url}${new URL(request.url).pathname}`
  const page = await fetch(path)
  expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store'])
  const receipt = await fetch(`${path}/receipt-1.nota`)
  expect(await api.verifyNota({ nota: await receipt.text() })).toMatchObject({ type: 'receipt', valid: true })
})

/** A server that takes what the library of Standard Webhooks verifies. */
async function receiver(messages: unknown[]) {
  let secret = ''
  const server = createServer(async (request, answer) => {
    const body = Buffer.concat(await request.toArray()).toString()
    try {
      messages.push(new Webhook(secret).verify(body, request.headers as Record<string, string>))
      answer.writeHead(204).end()
    } catch {
      answer.writeHead(400).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    verifyBy(one: string) {
      secret = one
    },
  }
}
