import { createServer, type RequestListener, type Server } from 'node:http'
import {
  type AddressInfo,
  createServer as createSocketServer,
  type Socket,
  type Server as SocketServer,
} from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { message, post, refused } from './post-fixture.ts'
import type { Resolve } from './resolve-name.ts'

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

async function listening<S extends Server | SocketServer>(server: S): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  closers.push(() => server.close())
  return (server.address() as AddressInfo).port
}

/** A receiver on this machine, and how often it was reached. */
async function receiver(answer: RequestListener = (_, response) => response.end()) {
  const asked: { host: string | undefined; url: string | undefined; body: string }[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += chunk))
    request.on('end', () => {
      asked.push({ host: request.headers.host, url: request.url, body })
      answer(request, response)
    })
  })
  const port = await listening(server)
  closers.push(() => server.closeAllConnections())
  return { port, asked }
}

/** What never comes is waited for half a second. */
const within = (flaw: string) => (flaw === 'timeout' ? { timeoutMs: 500 } : {})

describe('a name server', () => {
  test('that changes its answer between check and connection is asked once', async () => {
    const { port, asked } = await receiver()
    let questions = 0
    const resolve: Resolve = async () => {
      questions += 1
      // The second time it would name this machine.
      return [{ address: questions === 1 ? '192.0.2.1' : '127.0.0.1', family: 4 }]
    }
    expect(await post(`http://shop.example.org:${port}/`, { resolve })).toEqual(refused)
    expect([questions, asked]).toEqual([1, []])
  })

  test('that is believed is believed once: the connection goes where the check has looked', async () => {
    const { port, asked } = await receiver()
    let questions = 0
    const resolve: Resolve = async () => {
      questions += 1
      return [{ address: questions === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }]
    }
    expect(await post(`http://shop.example.org:${port}/a?b`, { reach: 'loopback', resolve })).toEqual({
      is: 'answered',
      status: 200,
    })
    expect(asked).toEqual([{ host: `shop.example.org:${port}`, url: '/a?b', body: message.body }])
    expect(questions).toBe(1)
  })

  test('that names a forbidden address among others reaches none', async () => {
    const { port, asked } = await receiver()
    const resolve: Resolve = async () => [
      { address: '127.0.0.1', family: 4 },
      { address: '169.254.169.254', family: 4 },
    ]
    expect(await post(`http://shop.example.org:${port}/`, { reach: 'loopback', resolve })).toEqual(refused)
    expect(asked).toEqual([])
  })

  test.each([
    ['knows no such name', () => Promise.reject(new Error('ENOTFOUND')), 'not_resolved'],
    ['names nothing', async () => [], 'forbidden_address'],
    ['does not answer', () => new Promise<never>(() => {}), 'timeout'],
  ] as [string, Resolve, string][])('that %s', async (_, resolve, flaw) => {
    expect(await post('http://shop.example.org/', { resolve, ...within(flaw) })).toEqual({ is: 'unanswered', flaw })
  })
})

describe('a receiver', () => {
  test.each([301, 302, 303, 307, 308])('that redirects (%s) is not followed', async (status) => {
    const inner = await receiver()
    const outer = await receiver((_, response) =>
      response.writeHead(status, { location: `http://127.0.0.1:${inner.port}/` }).end(),
    )
    expect(await post(`http://127.0.0.1:${outer.port}/`, { reach: 'loopback' })).toEqual({ is: 'answered', status })
    expect([outer.asked.length, inner.asked]).toEqual([1, []])
  })

  test('that never ends its answer has answered, and is read to 4 KiB', async () => {
    let [sent, closed] = [0, false]
    const { port } = await receiver((_, response) => {
      response.writeHead(200)
      const more = setInterval(() => {
        sent += 1_024
        response.write(Buffer.alloc(1_024))
      }, 1)
      response.on('close', () => {
        closed = true
        clearInterval(more)
      })
    })
    expect(await post(`http://127.0.0.1:${port}/`, { reach: 'loopback' })).toEqual({ is: 'answered', status: 200 })
    await expect.poll(() => closed).toBe(true)
    expect(sent).toBeLessThan(256 * 1_024)
  })

  test('that announces more than it sends has answered, is not waited for, and is left at the end of the time', async () => {
    let closed = false
    const { port } = await receiver((_, response) => {
      response.on('close', () => (closed = true))
      response.writeHead(200, { 'content-length': '1000' })
      response.write('x')
    })
    const reached = await post(`http://127.0.0.1:${port}/`, { reach: 'loopback', timeoutMs: 5_000 })
    expect([reached, closed]).toEqual([{ is: 'answered', status: 200 }, false])
    await expect.poll(() => closed).toBe(true)
  })

  const raw = async (said: (socket: Socket) => void, flaw: string) => {
    const sockets = new Set<Socket>()
    const server = createSocketServer((socket) => {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.once('data', () => said(socket))
    })
    const port = await listening(server)
    closers.push(() => {
      for (const socket of sockets) socket.destroy()
    })
    return post(`http://127.0.0.1:${port}/`, { reach: 'loopback', ...within(flaw) })
  }

  test.each([
    ['says nothing', () => {}, 'timeout'],
    ['says a letter now and then', (s: Socket) => void setInterval(() => s.write('H'), 50).unref(), 'no_http'],
    ['hangs up', (s: Socket) => s.end(), 'unreachable'],
    ['resets', (s: Socket) => s.resetAndDestroy(), 'unreachable'],
    ['speaks something else', (s: Socket) => s.write('220 mail.example.org ESMTP\r\n'), 'no_http'],
    [
      'sends two lengths',
      (s: Socket) => s.write('HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nx'),
      'no_http',
    ],
    [
      'sends endless headers',
      (s: Socket) => s.write(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(100_000)}\r\n\r\n`),
      'no_http',
    ],
    [
      'switches protocols',
      (s: Socket) => s.write('HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
      'no_http',
    ],
    ['only promises', (s: Socket) => s.write('HTTP/1.1 102 Processing\r\n\r\n'), 'timeout'],
  ] as [string, (socket: Socket) => void, string][])('that %s', async (_, said, flaw) => {
    expect(await raw(said, flaw)).toEqual({ is: 'unanswered', flaw })
  })

  test('that is not there', async () => {
    const server = createSocketServer()
    const port = await listening(server)
    server.close()
    expect(await post(`http://127.0.0.1:${port}/`, { reach: 'loopback' })).toEqual({
      is: 'unanswered',
      flaw: 'unreachable',
    })
  })

  test('without TLS where the address says so', async () => {
    const { port } = await receiver()
    const { is } = await post(`https://127.0.0.1:${port}/`, { reach: 'loopback' })
    expect(is).toBe('unanswered')
  })
})
