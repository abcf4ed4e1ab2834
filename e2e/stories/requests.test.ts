import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Contract, JsonRpcProvider, Wallet } from 'ethers'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Client } from '#shared/client.ts'
import { parseAmount } from '#shared/model/money.ts'
import type { Order } from '../dapp/order.ts'
import { openShop } from '../dapp/shop.ts'
import { type Detour, startDetour } from '../harness/detour.ts'
import {
  clientOf,
  type Gateway,
  makeKey,
  patiently,
  settled,
  startGateway,
  temporaryFolder,
  triple,
} from '../harness/gateway.ts'
import { rpc } from '../harness/rpc.ts'
import { startTestnet, type Testnet } from '../harness/testnet.ts'

const UNIT = 1_000_000n
const folder = temporaryFolder()
let testnet: Testnet
let gateway: Gateway
/** Has never heard of Sotto: an address, a node, and the two tokens. */
let stranger: Wallet
let api: Client
let till: string
/** Between the gateway and what it asks: node and relayer. */
let detours: Detour[] = []

beforeAll(async () => {
  testnet = await startTestnet(folder.path)
  const { rpcUrl, stable, cstable } = testnet.info
  const provider = new JsonRpcProvider(rpcUrl, undefined, { pollingInterval: 50, cacheTimeout: -1 })
  stranger = new Wallet(Wallet.createRandom().privateKey, provider)
  await testnet.money.fund(stranger.address as `0x${string}`, 1_000n * UNIT)
  await call(stable, 'transferAndCall(address,uint256) returns (bool)', cstable, 500n * UNIT)
  const dataDir = `${folder.path}/shop`
  const asked = ['rpcUrl', 'relayerUrl', 'relayerSyncUrl'] as const
  detours = await Promise.all(asked.map((name) => startDetour(testnet.info[name])))
  const through = Object.fromEntries(asked.map((name, at) => [name, detours[at]?.url]))
  gateway = await startGateway({ dataDir, env: { ...testnet.environment(through), SOTTO_LOG_LEVEL: 'debug' } })
  api = clientOf(gateway, await makeKey(dataDir))
  till = (await api.createWallet({ type: 'custodial' })).wallet.id
  return () => provider.destroy()
})
afterAll(async () => {
  await gateway?.stop()
  await Promise.all(detours.map((each) => each.close()))
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

test('the amount of a request that is paid confidentially is in nothing that others read; a public one is found there', async () => {
  const told: string[] = []
  const toldAll: string[] = []
  const paths: string[] = []
  for (const [messages, includeAmounts] of [
    [told, false],
    [toldAll, true],
  ] as const) {
    const events = ['transaction.settled', 'transaction.received', 'request.received', 'request.paid'] as const
    const { url, verifyBy } = await receiver({ push: (it) => messages.push(JSON.stringify(it)) }, paths)
    verifyBy((await api.createWebhook({ url, events: [...events], includeAmounts })).secret)
  }
  const begun = Number(await rpc(testnet.info.rpcUrl, 'eth_blockNumber'))
  const [payer, shop] = (await Promise.all([newWallet(), newWallet()])) as [string, string]
  await patiently(() => api.fund({ walletId: payer, amount: '1000' }, { idempotencyKey: 'money for the payer' }))
  await patiently(() => api.mint({ walletId: payer, amount: '600' }, { idempotencyKey: 'hidden for the payer' }))
  const [shown, asked] = ['234.567891', '345.678912'] as const
  const pages: string[] = []
  const hashes: string[] = []
  for (const [amount, token] of [
    [shown, 'STABLE'],
    [asked, 'cSTABLE'],
  ] as const) {
    const { request } = await api.createRequest({ walletId: shop, amount, token })
    paths.push(request.url)
    const page = async () => (await fetch(`${gateway.url}${new URL(request.url).pathname}`)).text()
    pages.push(await page())
    const idempotencyKey = `pays ${request.id}`
    const { transaction } = await patiently(() =>
      api.transfer({ walletId: payer, requestId: request.id }, { idempotencyKey }),
    )
    const { status, txHash } = await settled(api, transaction.id)
    expect(status).toBe('SETTLED')
    hashes.push(txHash ?? expect.fail('no hash'))
    await expect.poll(async () => (await api.getRequest({ id: request.id })).request.status).toBe('PAID')
    await expect
      .poll(() => [told, toldAll].map((all) => all.some((it) => isPaid(it, request.id))))
      .toEqual([true, true])
    pages.push(await page())
  }
  // Both are collected from the addresses of their requests.
  await expect.poll(async () => (await triple(api, shop)).slice(0, 2), { timeout: 240_000 }).toEqual([shown, asked])
  const left = (await triple(api, payer))[1] ?? expect.fail('no balance')

  const links = pages.flatMap((html) => [...html.matchAll(/(?:href|src|action)="([^"]*)"/g)].map(([, link]) => link))
  const places = {
    chain: await chainSince(begun),
    log: JSON.stringify(gateway.output()),
    metrics: await (await fetch(`${gateway.url}/metrics`)).text(),
    messages: told.join(),
    addresses: [...paths, ...links, ...detours.flatMap(({ seen }) => seen)].join('\n'),
  }
  const found = (amount: string) =>
    Object.entries({ ...places, 'messages with amounts': toldAll.join() }).flatMap(([place, text]) =>
      spellings(amount).some((spelling) => text.toLowerCase().includes(spelling)) ? [place] : [],
    )
  // What it looks through is there, and shows an amount that is no secret.
  for (const hash of hashes) expect(places.chain).toContain(hash)
  expect(places.log).toContain('/api/v1/transfer')
  expect(places.metrics).toContain('sotto_')
  expect(found(shown)).toEqual(['chain', 'addresses', 'messages with amounts'])
  expect(found(asked)).toEqual(['messages with amounts'])
  // So is what the payer has left.
  expect(found(left)).toEqual([])
})

const newWallet = async () => (await api.createWallet({ type: 'custodial' })).wallet.id

const isPaid = (message: string, id: string) => message.includes('request.paid') && message.includes(id)

/** As a person reads it, in units, and in hex as JSON and as a contract's input has it. */
function spellings(amount: string): string[] {
  const units = parseAmount(amount) ?? expect.fail(`no amount: ${amount}`)
  const hex = units.toString(16)
  return [amount, `${units}`, `"0x${hex}"`, hex.padStart(16, '0')]
}

/** Every transaction from a block on, with what it logged. */
async function chainSince(first: number): Promise<string> {
  const { rpcUrl } = testnet.info
  const head = Number(await rpc(rpcUrl, 'eth_blockNumber'))
  const numbers = Array.from({ length: head - first + 1 }, (_, at) => `0x${(first + at).toString(16)}`)
  const blocks = await Promise.all(numbers.map((number) => rpc(rpcUrl, 'eth_getBlockByNumber', number, true)))
  const logs = await rpc(rpcUrl, 'eth_getLogs', { fromBlock: numbers[0], toBlock: numbers.at(-1) })
  return JSON.stringify([blocks, logs])
}

/** A server that takes what the library of Standard Webhooks verifies. */
async function receiver(messages: { push(message: unknown): unknown }, paths: string[] = []) {
  let secret = ''
  const server = createServer(async (request, answer) => {
    paths.push(String(request.url))
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
