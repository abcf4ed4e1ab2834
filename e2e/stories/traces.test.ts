import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { clientOf, type Gateway, makeKey, settled, startGateway, temporaryFolder } from '../harness/gateway.ts'

type Value = { stringValue?: string; intValue?: number }
type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: { key: string; value: Value }[]
}
type Export = {
  resourceSpans: { resource: { attributes: { key: string; value: Value }[] }; scopeSpans: { spans: Span[] }[] }[]
}

const [SERVER, CLIENT] = [2, 3]

/** A collector as OTLP over HTTP describes it: takes what comes, in JSON, and answers with an empty object. */
const bodies: string[] = []
const collector = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  if (request.method === 'POST' && request.url === '/v1/traces') bodies.push(body)
  response.setHeader('content-type', 'application/json').end('{}')
})

const folder = temporaryFolder()
let gateway: Gateway
let apiKey: string
/** What must be in no span. */
let secrets: string[]

beforeAll(async () => {
  collector.listen(0, '127.0.0.1')
  await once(collector, 'listening')
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
  gateway = await startGateway({
    dataDir: folder.path,
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, SOTTO_AMOUNTS: 'decrypted' },
  })
  apiKey = await makeKey(folder.path)
  const api = clientOf(gateway, apiKey)
  const { wallet } = await api.createWallet({ type: 'custodial', label: 'till of Ada' })
  const { wallet: other } = await api.createWallet({ type: 'custodial' })
  await api.fund({ walletId: wallet.id, amount: '98.765432' })
  await api.mint({ walletId: wallet.id, amount: '61.234567' })
  const sent = await api.transfer({ walletId: wallet.id, amount: '12.345678', toWalletId: other.id })
  const { txHash } = await settled(api, sent.transaction.id)
  // A gateway that stops does not wait long for its collector: little is left for the stop to send.
  await vi.waitUntil(() => spans().some(({ name }) => name === 'POST /api/v1/transfer'), { timeout: 240_000 })
  await api.getBalances({})
  await gateway.stop()
  const amounts = ['98.765432', '98765432', '61.234567', '61234567', '12.345678', '12345678']
  const hexes = amounts.filter((text) => !text.includes('.')).map((text) => BigInt(text).toString(16))
  const addresses = [wallet.address, other.address, gateway.testnet.stable, gateway.testnet.cstable]
  secrets = [...amounts, ...hexes, ...addresses, txHash ?? expect.fail('no hash')]
  secrets.push(apiKey, wallet.id, sent.transaction.id, 'admin@sotto.local', 'till of Ada')
})
afterAll(() => {
  collector.close()
  folder.remove()
})

const exported = () => bodies.map((body) => JSON.parse(body) as Export).flatMap(({ resourceSpans }) => resourceSpans)
const spans = () => exported().flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans))
const attribute = ({ attributes }: Pick<Span, 'attributes'>, name: string) =>
  attributes.find(({ key }) => key === name)?.value

test('each request is a span by the pattern of its route', () => {
  const requests = spans().filter(({ kind }) => kind === SERVER)
  expect(requests.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'POST /api/v1/wallets',
      'POST /api/v1/mint',
      'GET /api/v1/transactions/:id',
      'GET /api/v1/balances',
    ]),
  )
  const mint = requests.find(({ name }) => name === 'POST /api/v1/mint') ?? expect.fail('no mint')
  expect(attribute(mint, 'http.route')).toEqual({ stringValue: '/api/v1/mint' })
  expect(attribute(mint, 'http.response.status_code')).toEqual({ intValue: 201 })
  expect(requests.filter(({ parentSpanId }) => parentSpanId !== undefined)).toEqual([])
})

test('each call to the node and to the relayer is a span of the request that made it', () => {
  const all = spans()
  const mint = all.find(({ name }) => name === 'POST /api/v1/mint')
  const calls = all.filter(({ kind, traceId }) => kind === CLIENT && traceId === mint?.traceId)
  expect(calls.map(({ name }) => name)).toEqual(expect.arrayContaining(['rpc eth_call', 'rpc eth_sendRawTransaction']))
  const transfer = all.find(({ name }) => name === 'POST /api/v1/transfer')
  const asked = all.filter(({ traceId }) => traceId === transfer?.traceId).map(({ name }) => name)
  expect(asked).toEqual(expect.arrayContaining(['relayer encryption', 'relayer decryption']))
})

test('no span has an amount, a key, an address, a hash or an ID in it', () => {
  const text = bodies.join('\n').toLowerCase()
  expect(text.length).toBeGreaterThan(1_000)
  for (const secret of secrets) expect(text).not.toContain(secret.toLowerCase())
  expect(text).not.toMatch(/0x[0-9a-f]{40}/)
  const names = new Set(spans().flatMap(({ attributes }) => attributes.map(({ key }) => key)))
  const known = ['http.request.method', 'requestId', 'http.route', 'http.response.status_code']
  for (const name of names) expect([...known, 'rpc.system', 'rpc.method', 'error.type']).toContain(name)
})

test('the collector learns the name and version of the service, and nothing of the machine', () => {
  const [first] = exported()
  const keys = first?.resource.attributes.map(({ key }) => key).sort()
  expect(keys).toEqual(['service.name', 'service.version'])
})

test('a gateway whose collector is away works, and stops in time', async () => {
  const alone = await startGateway({
    dataDir: folder.path,
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' },
  })
  expect((await clientOf(alone, apiKey).getMe({})).user.email).toBe('admin@sotto.local')
  expect(await alone.stop()).toBe(0)
  expect(alone.output().stderr).not.toContain('127.0.0.1:9')
})
