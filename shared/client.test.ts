import { describe, expect, test } from 'vitest'
import { createClient } from './client.ts'
import { NotAnAnswer, UnfamiliarRefusal } from './client-errors.ts'
import { Refused } from './refusal-codes.ts'

/** A client of a gateway that always answers this. */
function answering(body: string, init: ResponseInit = {}) {
  const asked: { url: string; init: RequestInit }[] = []
  const client = createClient({
    origin: 'http://localhost:7984',
    apiKey: 'sotto_sk_test',
    fetch: async (url, request) => {
      asked.push({ url, init: request })
      return new Response(body, init)
    },
  })
  return { client, asked }
}

const failure = (error: unknown, init: ResponseInit = { status: 400 }) =>
  answering(JSON.stringify({ ok: false, error }), init)
    .client.getTransaction({ id: 'x' })
    .then(
      () => expect.fail('no failure'),
      (reason: unknown) => reason,
    )

test('path parameters are escaped, the key never follows a redirect', async () => {
  const { client, asked } = answering('{}')
  await client.getTransaction({ id: '../wallets?x=1' }).catch(() => {})
  expect(asked[0]?.url).toBe('http://localhost:7984/api/v1/transactions/..%2Fwallets%3Fx%3D1')
  expect(asked[0]?.init).toMatchObject({ redirect: 'error', headers: { authorization: 'Bearer sotto_sk_test' } })
})

test('what an endpoint does not ask for stands in no address: a transaction names itself alone', async () => {
  const { client, asked } = answering('{}')
  const transaction = { id: 'x', amount: '125.5', note: 'rent' }
  await client.getTransaction(transaction).catch(() => {})
  await client.getWalletNota({ id: 'w', label: 'true' }).catch(() => {})
  const base = 'http://localhost:7984/api/v1'
  expect(asked.map(({ url }) => url)).toEqual([`${base}/transactions/x`, `${base}/wallets/w/nota?label=true`])
})

test('a client of the session sends the cookie and no key, and still decides over method and redirects itself', async () => {
  const asked: RequestInit[] = []
  const client = createClient({
    origin: 'http://localhost:7984',
    // A caller without types may give more than it should.
    request: { credentials: 'include', cache: 'no-store', redirect: 'follow', method: 'PUT' } as object,
    fetch: async (_, init) => {
      asked.push(init)
      return new Response('{}')
    },
  })
  await client.logout({}).catch(() => {})
  expect(asked[0]).toMatchObject({ method: 'POST', credentials: 'include', cache: 'no-store', redirect: 'error' })
  expect(asked[0]?.headers).not.toHaveProperty('authorization')
})

describe('a failure', () => {
  test('of the catalogue is a refusal, with details and Retry-After', async () => {
    const headers = { 'retry-after': '7' }
    const error = await failure({ code: 'rate_limited', message: 'slow', details: [1] }, { status: 429, headers })
    expect(error).toBeInstanceOf(Refused)
    expect(error).toMatchObject({
      code: 'rate_limited',
      message: 'slow',
      details: [1],
      headers: { 'retry-after': '7' },
    })
  })

  test.each(['a_code_of_next_year', 'constructor', '__proto__'])(
    'with the code %s keeps what the gateway says',
    async (code) => {
      const error = await failure({ code, message: 'Update your wallet.' }, { status: 418 })
      expect(error).toBeInstanceOf(UnfamiliarRefusal)
      expect(error).toMatchObject({ status: 418, code, message: 'Update your wallet.' })
    },
  )

  test.each([undefined, null, 'text', 7, {}, { code: 7, message: 'x' }, { code: 'not_found' }])(
    'without code or message is no answer: %j',
    async (error) => {
      expect(await failure(error)).toBeInstanceOf(NotAnAnswer)
    },
  )

  test.each(['<h1>502</h1>', '', 'null', '[]', '"ok"', '{"status":"up"}'])('%j is no answer', async (body) => {
    const { client } = answering(body, { status: 502 })
    await expect(client.getTransaction({ id: 'x' })).rejects.toThrow(NotAnAnswer)
  })
})

test.each([
  ['is cut', new TypeError('terminated'), 201],
  ['takes too long', new DOMException('late', 'TimeoutError'), 201],
  ['is cut', new TypeError('terminated'), 502],
])('an answer whose body %s rejects with the cause: it may have paid', async (_, cause, status) => {
  const body = new ReadableStream({
    pull(controller) {
      controller.error(cause)
    },
  })
  const client = createClient({ origin: 'http://localhost:7984', fetch: async () => new Response(body, { status }) })
  await expect(client.redeem({ walletId: 'w', amount: '1' })).rejects.toBe(cause)
})

test('data that the schema does not know as such is never handed on', async () => {
  const { client } = answering(JSON.stringify({ ok: true, data: { transaction: { id: 7 } } }))
  await expect(client.getTransaction({ id: 'x' })).rejects.toThrow()
})
