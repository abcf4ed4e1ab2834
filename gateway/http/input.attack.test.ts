import { beforeAll, describe, expect, test } from 'vitest'
import { forge, headerOf, newForger } from '../testing/nota-fixture.ts'
import { createTester, createTestWorld, type Tester, type TestWorld, walletWithMoney } from '../testing/test-world.ts'

let world: TestWorld
let tester: Tester
let walletId: string

beforeAll(async () => {
  world = await createTestWorld({ SOTTO_LIMIT_WRITES: '10000', SOTTO_LIMIT_READS: '10000' })
  tester = await createTester(world)
  walletId = (await walletWithMoney(tester)).id
})

async function told(answer: Promise<Response> | Response) {
  const { error } = (await (await answer).json()) as { error?: { code: string; details?: { path: string }[] } }
  return [error?.code ?? 'ok', error?.details?.[0]?.path]
}

/** Sent as it stands: what no serializer writes. */
const raw = (method: string, path: string, body: string) =>
  tester.app.request(`http://localhost:7984/api/v1${path}`, {
    method,
    headers: {
      host: 'localhost:7984',
      authorization: `Bearer ${tester.apiKey}`,
      'content-type': 'application/json',
      'content-length': String(body.length),
    },
    body,
  })

describe('every input is parsed by one rule', () => {
  test.each([
    ['GET', '/wallets?walletId=x', 'walletId'],
    ['GET', '/me?fields=email', 'fields'],
    ['GET', '/auth/session?x', 'x'],
    ['GET', '/transactions?page=01', 'page'],
    ['GET', `/transactions?externalId=${'x'.repeat(101)}`, 'externalId'],
    ['GET', '/transactions?walletid=x', 'walletid'],
  ])('%s %s', async (method, path, flaw) => {
    expect(await told(tester.ask(method, path))).toEqual(['validation_error', flaw])
  })

  test('a body where none is taken', async () => {
    expect(await told(raw('DELETE', '/wallets/none', '{"really":true}'))).toEqual(['validation_error', ''])
    expect(await told(raw('POST', '/transactions/none/cancel', '{}'))).toEqual(['validation_error', ''])
  })

  test.each(['{"walletId":"W","amount":"1","amount":"100"}', '{"walletId":"W","amount":"1","am\\u006funt":"100"}'])(
    'a member that stands twice: %s',
    async (body) => {
      expect(await told(raw('POST', '/mint', body.replace('W', walletId)))).toEqual(['validation_error', 'amount'])
    },
  )

  test('an externalId of null is what an answer prints', async () => {
    const { transaction } = await tester.api.fund({ walletId, amount: '1', externalId: null })
    expect(transaction.externalId).toBeNull()
  })

  test('a nota with a line break after it is the same nota', async () => {
    const { nota } = await tester.api.getWalletNota({ id: walletId })
    expect((await tester.api.verifyNota({ nota: `${nota}\r\n` })).valid).toBe(true)
  })

  test.each([
    ['zero-width', '\u200b\u200b'],
    ['Hangul filler', '\u3164'],
    ['Braille without dots', '\u2800'],
    ['joined by a joiner', '\u200d \u200d'],
  ])('a label of nothing that can be seen is refused: %s', async (_, label) => {
    expect(await told(tester.ask('POST', '/wallets', { type: 'custodial', label }))).toEqual([
      'validation_error',
      'label',
    ])
  })

  test.each(['☕', '日本', 'Ünï', '👩‍👩‍👧'])('a label that can is taken: %s', async (label) => {
    expect(await told(tester.ask('PATCH', `/wallets/${walletId}`, { label }))).toEqual(['ok', undefined])
  })

  test('a byte order mark before a body is no JSON', async () => {
    expect(await told(raw('POST', '/sandbox', '\uFEFF{"a":1}'))).toEqual(['validation_error', ''])
    expect(await told(raw('POST', '/sandbox', '{"a":"\uFEFF"}'))).toEqual(['ok', undefined])
  })

  test.each(['9007199254740993', '{"a":[1e400]}', '{"a":{"b":-9007199254740992}}'])(
    'a number that would not come back as it is: %s',
    async (body) => {
      expect(await told(raw('POST', '/sandbox', body))).toEqual(['validation_error', ''])
    },
  )

  test.each(['9007199254740991', '{"a":[0.5,null,"9007199254740993"]}'])('what comes back: %s', async (body) => {
    const { echo } = (await (await raw('POST', '/sandbox', body)).json()) as { echo: unknown }
    expect(JSON.stringify(echo)).toBe(body)
  })

  test.each([
    ['12345', 'validation_error'],
    ['1234567', 'invalid_totp'],
    ['123 456', 'invalid_totp'],
    ['ABCDE-fghjk', 'invalid_totp'],
  ])('a code that is too short is no wrong one: %s', async (code, refusal) => {
    const challengeId = 'x'
    expect((await told(tester.ask('POST', '/auth/totp', { challengeId, code })))[0]).toBe(refusal)
  })

  test('a card of the zero address is no card', async () => {
    const forger = newForger()
    const iat = Math.floor(world.clock.now() / 1000)
    const content = { v: 1, iat, address: `0x${'0'.repeat(40)}`, chainId: 11155111, network: 'offline' }
    const nota = forge(forger, headerOf(forger, 'address-card'), content)
    for (const [path, body] of [
      ['/wallets', { type: 'external', nota }],
      ['/nota/verify', { nota }],
      ['/transfer', { walletId, nota, amount: '1', acceptUnverified: true }],
    ] as const)
      expect(await told(tester.ask('POST', path, body))).toEqual(['invalid_nota', undefined])
  })
})
