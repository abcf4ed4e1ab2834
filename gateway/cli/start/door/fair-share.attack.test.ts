import { connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createTestWorld } from '../../../testing/test-world.ts'
import { type Server, serve } from '../serve.ts'
import { OF_ADDRESS_MAX, shareFairly } from './fair-share.ts'

let server: Server
const sockets: Socket[] = []

async function begin(settings: Record<string, string> = {}): Promise<void> {
  const world = await createTestWorld({ SOTTO_PORT: '0', ...settings })
  server = await serve(world, world.config)
}

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await server.close()
})

function open(localAddress: string): Promise<Socket> {
  const socket = connect({ port: Number(new URL(server.url).port), host: '127.0.0.1', localAddress })
  sockets.push(socket)
  socket.on('error', () => {})
  return new Promise((resolve) => socket.once('connect', () => resolve(socket)))
}

async function exchange(localAddress: string, headers = ''): Promise<string> {
  const socket = await open(localAddress)
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  socket.write(`GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${headers}\r\n`)
  await new Promise((resolve) => socket.once('close', resolve))
  return text
}

/** Connections that send half a header, and so hold their places until it is too late. */
async function half(localAddress: string, count: number, headers = ''): Promise<void> {
  for (const socket of await Promise.all(Array.from({ length: count }, () => open(localAddress))))
    socket.write(`GET /healthz HTTP/1.1\r\n${headers}X: `)
}

test('one address with half a header on each of its connections turns nobody else away', async () => {
  await begin()
  await half('127.0.0.2', OF_ADDRESS_MAX)
  expect(await exchange('127.0.0.2')).toMatch(/^HTTP\/1.1 503 [\s\S]*"code":"overloaded"/)
  expect(await exchange('127.0.0.3')).toMatch(/^HTTP\/1.1 200/)
  sockets[0]?.destroy()
  await expect.poll(() => exchange('127.0.0.2')).toMatch(/^HTTP\/1.1 200/)
})

test('a request whose client has gone before it was read is not taken for one from this machine', () => {
  const heard: string[] = []
  const { onRequest } = shareFairly(() => void heard.push('listener'), ['127.0.0.1'])
  const socket = { remoteAddress: undefined, destroy: () => void heard.push('destroyed') }
  onRequest({ socket, headers: {} } as never, {} as never)
  expect(heard).toEqual(['destroyed'])
})

test('behind a configured proxy the address that it names counts, by its requests under way', async () => {
  await begin({ SOTTO_TRUSTED_PROXIES: '127.0.0.2', SOTTO_LIMIT_WRITES: '10000' })
  const from = (address: string) => `X-Forwarded-For: ${address}\r\n`
  const body = 'POST /api/v1/sandbox HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'
  for (let count = 0; count < OF_ADDRESS_MAX; count++) {
    const socket = await open('127.0.0.2')
    socket.write(`${body}Content-Length: 9\r\n${from('203.0.113.7')}\r\n{`)
  }
  await expect
    .poll(() => exchange('127.0.0.2', from('203.0.113.7')))
    .toMatch(/^HTTP\/1.1 503 [\s\S]*"code":"overloaded"/)
  expect(await exchange('127.0.0.2', from('203.0.113.8'))).toMatch(/^HTTP\/1.1 200/)
})
