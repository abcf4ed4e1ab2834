import { beforeEach, expect, test } from 'vitest'
import { setDisabled } from '../accounts/store.ts'
import { createTester, createTestWorld, type Tester, type TestWorld } from '../testing/test-world.ts'

let world: TestWorld
let tester: Tester

beforeEach(async () => {
  world = await createTestWorld()
  tester = await createTester(world)
})

async function codeOf(answer: Response | Promise<Response>): Promise<[number, string]> {
  const response = await answer
  const body = (await response.json()) as { ok: boolean; error?: { code: string } }
  return [response.status, body.error?.code ?? 'ok']
}

const at = (path: string, init: RequestInit & { headers?: Record<string, string> } = {}) =>
  Promise.resolve(
    tester.app.request(`http://127.0.0.1/api/v1${path}`, { ...init, headers: { host: '127.0.0.1', ...init.headers } }),
  )

test('the probes answer flat, without credential', async () => {
  const status = (await (await at('/sandbox')).json()) as object
  expect(status).toEqual({
    ok: true,
    service: 'sotto',
    version: 'v1',
    environment: 'sandbox',
    timestamp: '2026-01-01T00:00:00.000Z',
  })
  for (const value of [null, 0, 'text', [1, { a: 2 }], { deep: { est: true } }]) {
    const headers = { 'content-type': 'application/json' }
    const echo = await at('/sandbox', { method: 'POST', body: JSON.stringify(value), headers })
    expect(await echo.json()).toEqual({ ...status, echo: value })
  }
})

test.each([
  ['no credential', {}, 401, 'unauthenticated'],
  ['another scheme', { authorization: 'Basic eDp5' }, 401, 'unauthenticated'],
  ['a malformed key', { authorization: 'Bearer nonsense' }, 401, 'invalid_api_key'],
  ['an unknown key', { authorization: `Bearer sotto_sk_${'a'.repeat(43)}` }, 401, 'invalid_api_key'],
])('%s is told apart', async (_, headers, status, code) => {
  expect(await codeOf(at('/wallets', { headers }))).toEqual([status, code])
})

test('the OpenAPI document is read, and nothing else is done to it', async () => {
  for (const method of ['POST', 'PUT', 'OPTIONS']) {
    const answer = await at('/openapi.json', { method })
    expect([answer.headers.get('allow'), ...(await codeOf(answer))]).toEqual(['GET', 405, 'method_not_allowed'])
  }
  expect((await at('/openapi.json')).status).toBe(200)
})

test('a disabled account is refused from the next request on', async () => {
  await setDisabled(world.db, world.keys, tester.accountId, world.clock.now())
  expect(await codeOf(tester.ask('GET', '/me'))).toEqual([403, 'account_disabled'])
})

test('an expired key is refused', async () => {
  const soon = await createTester(world, { expiresAt: world.clock.now() + 1_000 })
  expect((await soon.ask('GET', '/me')).status).toBe(200)
  world.clock.pass(1_000)
  expect(await codeOf(soon.ask('GET', '/me'))).toEqual([401, 'invalid_api_key'])
})

test('a missing scope is named', async () => {
  const reader = await createTester(world, { scopes: ['read'] })
  expect((await reader.ask('GET', '/wallets')).status).toBe(200)
  expect(await codeOf(reader.ask('POST', '/wallets', { type: 'custodial' }))).toEqual([403, 'insufficient_scope'])
  expect(await codeOf(reader.ask('POST', '/fund', { walletId: 'x' }))).toEqual([403, 'insufficient_scope'])
})

test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', ''])(
  'a body of type %j is 415 before anything else is looked at',
  async (type) => {
    const headers = type === '' ? {} : { 'content-type': type }
    const body = new Blob(['{}'])
    expect(await codeOf(at('/redeem', { method: 'POST', body, headers }))).toEqual([415, 'unsupported_media_type'])
  },
)

test.each([
  ['no body', undefined, {}, 'ok'],
  ['a body of a length of zero', '', { 'content-length': '0' }, 'ok'],
  ['a form', 'a=b', { 'content-length': '3', 'content-type': 'text/plain' }, 'unsupported_media_type'],
  ['a form in chunks', 'a=b', { 'transfer-encoding': 'chunked' }, 'unsupported_media_type'],
])('a write that asks for no body, sent with %s', async (_, body, headers, expected) => {
  const { wallet } = await tester.api.createWallet({ type: 'external', address: `0x${'1'.repeat(40)}` })
  const sent = { authorization: `Bearer ${tester.apiKey}`, ...headers }
  const init = { method: 'DELETE', headers: sent, ...(body === undefined ? {} : { body }) }
  expect((await codeOf(at(`/wallets/${wallet.id}`, init)))[1]).toBe(expected)
})

test.each([
  ['no body', undefined, {}, 'not_found'],
  ['a body of a length of zero', '', { 'content-length': '0' }, 'not_found'],
  ['an empty object', '{}', { 'content-length': '2', 'content-type': 'application/json' }, 'not_found'],
  ['a form', 'a=b', { 'content-length': '3', 'content-type': 'text/plain' }, 'unsupported_media_type'],
  ['text of no type', '{}', { 'content-length': '2', 'content-type': '' }, 'unsupported_media_type'],
  ['a field of its own', '{"a":1}', { 'content-length': '7', 'content-type': 'application/json' }, 'validation_error'],
])('a write whose body requires no field, sent with %s', async (_, body, headers, expected) => {
  const sent = { authorization: `Bearer ${tester.apiKey}`, ...headers }
  const init = { method: 'POST', headers: sent, ...(body === undefined ? {} : { body }) }
  expect((await codeOf(at('/batches/nothing/start', init)))[1]).toBe(expected)
})

test('parameters of the media type are allowed', async () => {
  const answer = tester.ask(
    'POST',
    '/wallets',
    { type: 'custodial' },
    { 'content-type': 'application/json; charset=utf-8' },
  )
  expect((await answer).status).toBe(201)
})

test('a body over 64 KiB is 413, malformed JSON 400', async () => {
  expect(await codeOf(tester.ask('POST', '/sandbox', 'x'.repeat(65 * 1024)))).toEqual([413, 'payload_too_large'])
  const headers = { 'content-type': 'application/json' }
  for (const body of ['{', '{"a":1,}', '\u0000', '']) {
    expect(await codeOf(at('/sandbox', { method: 'POST', body, headers }))).toEqual([400, 'validation_error'])
  }
})

test.each([
  ['somewhat', 100, 100],
  ['far', 1_000, 129],
])('of a body that is %s too large, %i KiB, %i are read before the answer', async (_, size, read) => {
  const kibibyte = new Uint8Array(1_024).fill(32)
  let given = 0
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (given === size) return controller.close()
        given += 1
        controller.enqueue(kibibyte)
      },
    },
    { highWaterMark: 0 },
  )
  const headers = { authorization: `Bearer ${tester.apiKey}`, 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body, duplex: 'half' as const }
  expect(await codeOf(at('/sandbox', init))).toEqual([413, 'payload_too_large'])
  expect(given).toBe(read)
})

test('an unknown field is named by its path', async () => {
  const answer = await tester.ask('POST', '/mint', { walletId: 'w', amount: '1', amout: '2' })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({
    ok: false,
    error: {
      code: 'validation_error',
      details: [{ path: 'amout', message: 'is not a known field: did you mean "amount"?' }],
    },
  })
})

test.each(['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', '[::2]', ''])(
  'host %j is misdirected',
  async (host) => {
    expect(await codeOf(at('/sandbox', { headers: { host } }))).toEqual([421, 'misdirected_request'])
  },
)

test.each(['localhost', 'localhost:7984', '127.0.0.1:1', '[::1]:7984'])('host %j is ours', async (host) => {
  expect((await at('/sandbox', { headers: { host } })).status).toBe(200)
})

test('a known path with another method names those allowed; an unknown path is not found', async () => {
  const answer = await tester.ask('PUT', '/wallets')
  expect(await codeOf(answer.clone())).toEqual([405, 'method_not_allowed'])
  expect(answer.headers.get('allow')).toBe('GET, POST')
  expect(await codeOf(tester.ask('GET', '/nothing'))).toEqual([404, 'not_found'])
})

test('every answer has a request ID; what is authenticated is not stored', async () => {
  const answer = await tester.ask('GET', '/me')
  expect(answer.headers.get('x-request-id')).toMatch(/^\w{20,}$/)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('access-control-allow-origin')).toBeNull()
})

test('thirty writes fit in any minute, the next is told when', async () => {
  for (let call = 0; call < 30; call++) {
    const answer = await tester.ask('PATCH', '/me', { name: 'Ada' })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('ratelimit')).toBe(`"writes";r=${29 - call};t=60`)
  }
  world.clock.pass(20_000)
  const refused = await tester.ask('PATCH', '/me', { name: 'Ada' })
  expect(await codeOf(refused.clone())).toEqual([429, 'rate_limited'])
  expect(refused.headers.get('retry-after')).toBe('40')
  expect(refused.headers.get('ratelimit-policy')).toBe('"writes";q=30;w=60')
  world.clock.pass(40_001)
  expect((await tester.ask('PATCH', '/me', { name: 'Ada' })).status).toBe(200)
})

test('a foreign wallet and an unknown one answer the same', async () => {
  const other = await createTester(world, {}, tester.app)
  const { wallet } = await other.api.createWallet({ type: 'custodial' })
  const answers = await Promise.all([wallet.id, 'unknown', '%00'].map((id) => tester.ask('GET', `/wallets/${id}`)))
  const bodies = await Promise.all(answers.map((answer) => answer.text()))
  expect(new Set(bodies).size).toBe(1)
  expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404])
})

test('a key limited to wallets sees no other', async () => {
  const [first, second] = await Promise.all([1, 2].map(() => tester.api.createWallet({ type: 'custodial' })))
  const { createApiKey } = await import('../auth/credentials/api-keys.ts')
  const walletIds = [first?.wallet.id ?? '']
  const { secret } = await createApiKey(world, { accountId: tester.accountId, label: 'one', walletIds })
  const headers = { authorization: `Bearer ${secret}` }
  const list = (await (await at('/wallets', { headers })).json()) as { data: { wallets: { id: string }[] } }
  expect(list.data.wallets.map((wallet) => wallet.id)).toEqual(walletIds)
  expect(await codeOf(at(`/wallets/${second?.wallet.id}`, { headers }))).toEqual([404, 'not_found'])
})

test('what the chain cannot answer is upstream_unavailable', async () => {
  const { wallet } = await tester.api.createWallet({ type: 'custodial' })
  world.chain.faults.chainAway = true
  for (const path of ['/balances', '/gas', `/wallets/${wallet.id}`]) {
    expect(await codeOf(tester.ask('GET', path))).toEqual([502, 'upstream_unavailable'])
  }
})

test('with the decryption service away, balances give the handle', async () => {
  const { wallet } = await tester.api.createWallet({ type: 'custodial' })
  world.chain.ledger.holder(wallet.address as `0x${string}`).handle = world.chain.ledger.ciphertexts.encrypt(5n)
  world.chain.faults.decryptionAway = true
  const { balances } = await tester.api.getBalances({})
  expect(balances[0]?.confidential).toMatchObject({ amount: null, encrypted: true })
  expect(balances[0]?.total.amount).toBeNull()
  world.chain.faults.decryptionAway = false
  expect((await tester.api.getBalances({})).balances[0]?.confidential.amount).toBe('0.000005')
})

test('the documentation asks for nothing from elsewhere, and its links lead somewhere', async () => {
  const ask = (path: string) =>
    Promise.resolve(tester.app.request(`http://127.0.0.1${path}`, { headers: { host: '127.0.0.1' } }))
  const html = await (await ask('/docs')).text()
  expect(html).not.toMatch(/(?:src|href)="(?:https?:)?\/\//)
  const paths = new Set([...html.matchAll(/(?:src|href)="(\/[^"]*)"/g)].map(([, path = '']) => path))
  // The page at `/` is for browsers.
  paths.delete('/')
  for (const path of paths) expect([path, (await ask(path)).status]).toEqual([path, 200])
  expect((await ask('/docs/none')).status).toBe(404)
})
