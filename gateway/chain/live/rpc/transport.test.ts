import { createServer, globalAgent, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { gzipSync } from 'node:zlib'
import { createPublicClient, HttpRequestError } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createPost } from './post.ts'
import { rpcTransport } from './transport.ts'

let answer: (tries: number, response: ServerResponse) => void
let requests: IncomingMessage[] = []
const server = createServer((request, response) => {
  requests.push(request)
  request.resume().once('end', () => answer(requests.length, response))
})
let url: URL
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  requests = []
})

const client = (address = url.href) => createPublicClient({ transport: rpcTransport(address), cacheTime: 0 })
const send = (response: ServerResponse, status: number, value: unknown) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
const result = { jsonrpc: '2.0', id: 1, result: '0x7' }
const error = (code: number, message = 'no') => ({ jsonrpc: '2.0', id: 1, error: { code, message } })

describe('what failed is asked three times in all', () => {
  test.each<[string, (response: ServerResponse) => unknown]>([
    ['a server that is busy', (response) => send(response, 503, {})],
    ['a page where an answer should be', (response) => response.writeHead(200).end('<h1>Welcome</h1>')],
    ['a connection that breaks', (response) => response.destroy()],
    ['an error within the node', (response) => send(response, 200, error(-32603))],
    ['a limit of the node', (response) => send(response, 200, error(-32005))],
  ])('%s', async (_, way) => {
    answer = (tries, response) => void (tries < 3 ? way(response) : send(response, 200, result))
    expect(await client().getBlockNumber()).toBe(7n)
    requests = []
    answer = (_tries, response) => void way(response)
    await expect(client().getBlockNumber()).rejects.toThrow()
    expect(requests).toHaveLength(3)
  })

  test.each([200, 400])('but not what the node refuses, whatever its status (%i)', async (status) => {
    answer = (_, response) => send(response, status, error(-32602, 'invalid block'))
    await expect(client().getBlockNumber()).rejects.toThrow('invalid block')
    expect(requests).toHaveLength(1)
  })

  test.each([
    ['86400', '2'],
    ['1', '1'],
    ['Wed, 21 Oct 2026 07:28:00 GMT', null],
  ])('after two seconds at most, where a busy server says %s', async (says, waited) => {
    answer = (_, response) => void response.writeHead(503, { 'retry-after': says }).end()
    const failure = await client()
      .request({ method: 'eth_blockNumber' }, { retryCount: 0 })
      .catch((cause: unknown) => cause)
    // By this header viem waits.
    expect((failure as HttpRequestError).headers?.get('retry-after') ?? null).toBe(waited)
  })

  test('and a sending once', async () => {
    answer = (_, response) => send(response, 503, {})
    const sending = client().request({ method: 'eth_sendRawTransaction', params: ['0x01'] }, { retryCount: 0 })
    await expect(sending).rejects.toMatchObject({ status: 503 })
    expect(requests).toHaveLength(1)
  })
})

test('a name and a password in the URL go as a header', async () => {
  answer = (_, response) => send(response, 200, result)
  const address = new URL(url)
  address.username = 'node'
  address.password = 'p@ss'
  expect(await client(address.href).getBlockNumber()).toBe(7n)
  expect(requests[0]?.headers.authorization).toBe(`Basic ${Buffer.from('node:p@ss').toString('base64')}`)
})

describe('an answer that comes packed', () => {
  const packed = (response: ServerResponse, bytes: Buffer) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(bytes)

  test('is read like one that does not', async () => {
    answer = (_, response) => packed(response, gzipSync(JSON.stringify(result)))
    expect(await client().getBlockNumber()).toBe(7n)
    expect(requests[0]?.headers['accept-encoding']).toBe('gzip')
  })

  test('is no longer than one that does not', async () => {
    answer = (_, response) => packed(response, gzipSync(`"${'0'.repeat(20_000_000)}"`))
    await expect(client().getBlockNumber()).rejects.toThrow('exceeded the size limit')
  })

  test.each([
    [401, 1],
    [503, 3],
  ])('and is empty has its status (%i)', async (status, asked) => {
    answer = (_, response) => void response.writeHead(status, { 'content-encoding': 'x-GZIP' }).end()
    await expect(client().getBlockNumber()).rejects.toMatchObject({ status })
    expect(requests).toHaveLength(asked)
  })

  test('and cannot be unpacked is none', async () => {
    answer = (_, response) => packed(response, Buffer.from(JSON.stringify(result)))
    await expect(client().getBlockNumber()).rejects.toThrow(HttpRequestError)
  })
})

describe('an answer of 12 megabytes', () => {
  const long = { jsonrpc: '2.0', id: 1, result: ['0'.repeat(12_000_000)] }
  const ask = (method: string, filter: unknown) => {
    answer = (_, response) => send(response, 200, long)
    return client().request({ method, params: [filter] } as never, { retryCount: 0 })
  }

  test.each([
    ['eth_getLogs', { fromBlock: '0x7', toBlock: '0x7' }],
    ['eth_getLogs', { blockHash: `0x${'b'.repeat(64)}` }],
    ['eth_getBlockReceipts', '0x7'],
  ])('is taken of one block: %s, %j', async (method, filter) => {
    expect(await ask(method, filter)).toEqual(long.result)
  })

  test.each([
    ['eth_getLogs', { fromBlock: '0x7', toBlock: '0x8' }],
    ['eth_getLogs', {}],
    ['eth_call', {}],
  ])('is too long of anything else: %s, %j', async (method, filter) => {
    await expect(ask(method, filter)).rejects.toThrow('exceeded the size limit')
  })
})

test('what was answered before it was sent to its end leaves no connection behind', async () => {
  // Answers at once, and never reads.
  const early = createTcpServer((socket) => {
    socket.on('error', () => {})
    socket.pause().write('HTTP/1.1 503 No\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}')
  })
  await new Promise<void>((resolve) => early.listen(0, '127.0.0.1', resolve))
  const { port } = early.address() as AddressInfo
  const post = createPost(`http://127.0.0.1:${port}`, { timeoutMs: 60_000, maxBytes: 1_000 })
  expect(await post(`"${'0'.repeat(30_000_000)}"`)).toMatchObject({ status: 503 })
  const busy = () => Object.keys(globalAgent.sockets).filter((name) => name.includes(`:${port}:`))
  await expect.poll(busy).toEqual([])
  early.close()
})

test('a connection that becomes another one is no answer', async () => {
  answer = (_, response) => void response.writeHead(101, { upgrade: 'h2c', connection: 'upgrade' }).end()
  // Not of the time limit, which has an error of its own.
  await expect(client().getBlockNumber()).rejects.toThrow(HttpRequestError)
})

test.each([301, 307, 308])('what is asked goes nowhere else (%i)', async (status) => {
  answer = (_, response) => void response.writeHead(status, { location: `${url}/elsewhere` }).end()
  await expect(client().getBlockNumber()).rejects.toThrow(`status ${status}`)
  expect(requests.map((request) => request.url)).toEqual(requests.map(() => '/'))
})

test('no error says what was asked', async () => {
  answer = (_, response) => send(response, 500, {})
  const asked = client().getBalance({ address: `0x${'5ec7e7'.repeat(6)}5ec7` })
  await expect(asked).rejects.toSatisfy((cause) => !String(cause).includes('5ec7e7'))
})
