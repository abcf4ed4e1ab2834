import { connect } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTester, createTestWorld, type Tester, type TestWorld } from '../../testing/test-world.ts'
import { type Server, serve } from './serve.ts'

/** What reaches the gateway as bytes on a connection, which no well-behaved client sends. */
let world: TestWorld
let tester: Tester
let server: Server
let logged: string[]

beforeEach(async () => {
  world = await createTestWorld({ SOTTO_PORT: '0' })
  logged = []
  world.log = { ...world.log, error: (_, message) => logged.push(message) }
  tester = await createTester(world)
  server = await serve(world, world.config)
})

afterEach(() => server.close())

/** Sends bytes, half-closes where told so, and gives everything that comes back. */
function exchange(bytes: string, { hangUp = false } = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.once('error', reject)
    socket.once('close', () => resolve(text))
    socket.write(bytes, () => hangUp && setTimeout(() => socket.destroy(), 50))
  })
}

function read(answer: string): [number, string] {
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  const json = JSON.parse(/\{.*\}/s.exec(body)?.[0] ?? '{}') as { ok?: boolean; error?: { code: string } }
  expect(json.ok).toBe(false)
  expect(head).toMatch(/^content-type: application\/json/im)
  return [Number(head.split(' ')[1]), json.error?.code ?? '']
}

const get = (target: string, host: string) =>
  `GET ${target} HTTP/1.1\r\n${host === '' ? 'Host:' : `Host: ${host}`}\r\nConnection: close\r\n\r\n`

test.each(['evil.example', '127.0.0.1.evil.example', '[::2]', ''])(
  'a request for the host %j is misdirected',
  async (host) => {
    expect(read(await exchange(get('/api/v1/sandbox', host)))).toEqual([421, 'misdirected_request'])
  },
)

test.each(['a b', '127.0.0.1:99999', 'user@127.0.0.1', '127.0.0.1/x'])(
  'a request for %j, which is no host, is refused in the envelope',
  async (host) => {
    expect(read(await exchange(get('/api/v1/sandbox', host)))).toEqual([400, 'validation_error'])
  },
)

test.each(['/api/v1\\wallets', 'http://[/api/v1/wallets', '*'])(
  'a target that cannot be read, %j, is refused in the envelope',
  async (target) => {
    const [status] = read(await exchange(get(target, '127.0.0.1')))
    expect([400, 404]).toContain(status)
  },
)

test('a client that goes away in the middle of its body is no error of ours', async () => {
  const head = [
    'POST /api/v1/wallets HTTP/1.1',
    'Host: 127.0.0.1',
    `Authorization: Bearer ${tester.apiKey}`,
    'Content-Type: application/json',
    'Content-Length: 500',
  ]
  await exchange(`${head.join('\r\n')}\r\n\r\n{"type":`, { hangUp: true })
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(logged).toEqual([])
  expect((await tester.api.listWallets({})).wallets).toEqual([])
})
