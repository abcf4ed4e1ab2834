import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTester, createTestWorld, type Tester, type TestWorld } from '../../testing/test-world.ts'
import { type Server, serve } from './serve.ts'

let world: TestWorld
let tester: Tester
let server: Server
const sockets: Socket[] = []

beforeEach(async () => {
  world = await createTestWorld({ SOTTO_PORT: '0', SOTTO_PUBLIC_URL: 'https://pay.example.org' })
  tester = await createTester(world)
  server = await serve(world, world.config)
})

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await server.close()
})

function open(): Socket {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => {})
  return socket
}

function exchange(bytes: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = open()
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.once('close', () => resolve(text))
    socket.write(bytes)
  })
}

test('a thousand requests on one connection whose answers nobody reads take no memory', async () => {
  const socket = open()
  socket.pause()
  const one = 'GET /api/v1/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n'
  const before = process.memoryUsage().rss
  socket.write(one.repeat(1_000))
  let most = 0
  for (let times = 0; times < 30; times++) {
    await new Promise((resolve) => setTimeout(resolve, 50))
    most = Math.max(most, process.memoryUsage().rss - before)
  }
  expect(most / 1024 ** 2).toBeLessThan(150)
  expect(process.memoryUsage().external / 1024 ** 2).toBeLessThan(150)
})

test('a connection with more requests under way than an honest one is cut', async () => {
  const answers = await exchange('GET /api/v1/sandbox HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(1_000))
  expect(answers.match(/HTTP\/1\.1 200/g)?.length ?? 0).toBeLessThanOrEqual(32)
})

test('as many as an honest client pipelines are answered', async () => {
  const one = 'GET /api/v1/sandbox HTTP/1.1\r\nHost: localhost\r\n\r\n'
  const last = one.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')
  const answers = await exchange(one.repeat(15) + last)
  expect(answers.match(/HTTP\/1\.1 200/g)).toHaveLength(16)
})

test.each([
  ['GET http://evil.example/api/v1/sandbox HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n', 421],
  ['GET http://localhost/api/v1/sandbox HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n', 200],
  ['NONSENSE\r\n\r\n', 400],
  ['GET /api/v1/sandbox HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ['CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n', 405],
  ['GET /healthz HTTP/1.1\r\nHost: localhost\r\nExpect: tea\r\nConnection: close\r\n\r\n', 400],
  [`GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
])('%.60s', async (bytes, status) => {
  const answer = await exchange(bytes)
  expect(Number(answer.split(' ')[1])).toBe(status)
  expect(answer).toMatch(/^x-request-id: \w{20,}\r$/im)
  const body = JSON.parse(/\{.*\}/s.exec(answer.split('\r\n\r\n')[1] ?? '')?.[0] ?? '{}') as { ok?: boolean }
  expect(body.ok).toBe(status === 200)
})

test('a client that asks for a tunnel, and never closes, holds nothing', async () => {
  const { port } = new URL(server.url)
  const socket = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true })
  socket.write('CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\nmore')
  socket.resume()
  await once(socket, 'end')
  await server.close()
  socket.destroy()
})

test.each([
  '/api/v1/%2e%2e/%2e%2e/healthz',
  '/api/v1/.%2E/../healthz',
  '/api/v1/..\\..\\healthz',
  '/api/v1/%2e/sandbox',
  'http://localhost/api/v1/%2E%2E/%2e./healthz',
])('%s leads nowhere', async (target) => {
  const answer = await exchange(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
  expect(answer.split(' ')[1]).toBe('404')
  expect(answer).toContain('"code":"not_found"')
})

test('dots that are no segments of a path are answered', async () => {
  for (const target of ['/api/v1/sandbox/...', '/api/v1/sandbox?x=/../', '/api/v1/x..y']) {
    const answer = await exchange(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
    expect(answer).toContain('x-request-id')
  }
})

test('with an https address browsers are told to stay there', async () => {
  const { headers } = await tester.app.request('http://localhost:7984/healthz', { headers: { host: 'localhost' } })
  expect(headers.get('strict-transport-security')).toMatch(/^max-age=\d+$/)
})

test('what a credential is refused again and again stands in the log once a minute', async () => {
  const reader = await createTester(world, { scopes: ['read'] }, tester.app)
  for (let times = 0; times < 20; times++) await reader.ask('POST', '/fund', { walletId: 'x', amount: '1' })
  const count = async () =>
    (await world.db.selectFrom('events').select('id').where('accountId', '=', reader.accountId).execute()).length
  expect(await count()).toBe(1)
  world.clock.pass(61_000)
  await reader.ask('POST', '/fund', { walletId: 'x', amount: '1' })
  expect(await count()).toBe(2)
})

test('answers tell of the limit that counted: of a login, and of the account as a whole', async () => {
  const login = await tester.app.request('http://localhost:7984/api/v1/auth/login', {
    method: 'POST',
    headers: { host: 'localhost', 'content-type': 'application/json' },
    body: JSON.stringify({ email: tester.email, password: 'wrong but long enough' }),
  })
  expect(login.headers.get('ratelimit')).toMatch(/^"logins";r=9;t=\d+$/)
  expect(login.headers.get('ratelimit-policy')).toBe('"logins";q=10;w=900')

  world.config.SOTTO_LIMIT_READS = 120
  const { createApiKey } = await import('../../auth/credentials/api-keys.ts')
  const ask = (secret: string) => tester.ask('GET', '/me', undefined, { authorization: `Bearer ${secret}` })
  let last = ''
  for (let key = 0; key < 4; key++) {
    const { secret } = await createApiKey(world, { accountId: tester.accountId, label: 'x' })
    for (let times = 0; times < 115; times++) last = (await ask(secret)).headers.get('ratelimit') ?? ''
  }
  const { secret } = await createApiKey(world, { accountId: tester.accountId, label: 'x' })
  last = (await ask(secret)).headers.get('ratelimit') ?? ''
  expect(last).toMatch(/^"account-reads";r=19;/)
})
