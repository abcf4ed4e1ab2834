import { createServer, type RequestListener, type Server } from 'node:http'
import {
  type AddressInfo,
  createServer as createSocketServer,
  type Socket,
  type Server as SocketServer,
} from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { readConfig, webhookReach } from '../../config/config.ts'
import { addressIn, isAllowed, type Reach } from './addresses.ts'
import { createPost, type Resolve } from './post.ts'

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

const bounds = { timeoutMs: 500, maxBytes: 4_096 }
const message = { headers: { 'content-type': 'application/json' }, body: '{"type":"webhook.test"}' }
const post = (url: string, reach: Reach = 'public', resolve?: Resolve) =>
  createPost({ ...bounds, reach }, resolve)(url, message)
const refused = { is: 'unanswered', flaw: 'forbidden_address' }

/** Each may be what a host name stands for, or be written in an address. */
const forbidden = [
  ['loopback', '127.0.0.1'],
  ['loopback, elsewhere in it', '127.8.9.10'],
  ['this host', '0.0.0.0'],
  ['this network', '0.1.2.3'],
  ['private, a', '10.1.2.3'],
  ['private, b', '172.16.0.1'],
  ['private, the end of b', '172.31.255.255'],
  ['private, c', '192.168.1.1'],
  ['shared, of a provider', '100.64.0.1'],
  ['metadata', '169.254.169.254'],
  ['metadata of containers', '169.254.170.2'],
  ['metadata, Alibaba', '100.100.100.200'],
  ['metadata, Azure', '168.63.129.16'],
  ['metadata, Oracle', '192.0.0.192'],
  ['link-local', '169.254.1.1'],
  ['multicast', '224.0.0.1'],
  ['multicast, its end', '239.255.255.255'],
  ['broadcast', '255.255.255.255'],
  ['reserved', '240.0.0.1'],
  ['benchmarks', '198.18.0.1'],
  ['documentation', '192.0.2.1'],
  ['loopback, IPv6', '::1'],
  ['no address, IPv6', '::'],
  ['mapped loopback', '::ffff:127.0.0.1'],
  ['mapped loopback, in hexadecimal', '::ffff:7f00:1'],
  ['mapped metadata', '::ffff:a9fe:a9fe'],
  ['mapped private', '::ffff:10.0.0.1'],
  ['compatible loopback', '::7f00:1'],
  ['translated loopback (NAT64)', '64:ff9b::7f00:1'],
  ['translated metadata (NAT64)', '64:ff9b::a9fe:a9fe'],
  ['translated private (NAT64)', '64:ff9b::c0a8:101'],
  ['translated, local (NAT64)', '64:ff9b:1::a00:1'],
  ['translated (SIIT)', '::ffff:0:7f00:1'],
  ['6to4 of loopback', '2002:7f00:1::'],
  ['6to4 of metadata', '2002:a9fe:a9fe::'],
  ['6to4 of private', '2002:c0a8:101::1'],
  ['Teredo', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
  ['unique local', 'fd12:3456:789a::1'],
  ['unique local, fc', 'fc00::1'],
  ['metadata, IPv6', 'fd00:ec2::254'],
  ['metadata, IPv6, Google', 'fd20:ce::254'],
  ['link-local, IPv6', 'fe80::1'],
  ['site-local', 'fec0::1'],
  ['multicast, IPv6', 'ff02::1'],
  ['documentation, IPv6', '2001:db8::1'],
  ['discarded', '100::1'],
  ['not given out', '4000::1'],
] as const

const bracketed = (address: string) => (address.includes(':') ? `[${address}]` : address)

test.each(forbidden)('nothing goes to %s: %s', async (_, address) => {
  expect(isAllowed(address, 'public')).toBe(false)
  expect(await post(`http://${bracketed(address)}/`)).toEqual(refused)
  const family = address.includes(':') ? 6 : 4
  expect(await post('http://shop.example.org/', 'public', async () => [{ address, family }])).toEqual(refused)
})

test.each(['1.1.1.1', '93.184.215.14', '172.32.0.1', '2606:4700:4700::1111', '2a00:1450:4001:80b::200e'])(
  'what is public is not refused: %s',
  (address) => {
    expect(isAllowed(address, 'public')).toBe(true)
  },
)

test.each([
  ['decimal', 'http://2130706433/'],
  ['hexadecimal', 'http://0x7f000001/'],
  ['octal', 'http://017700000001/'],
  ['octal parts', 'http://0177.0.0.1/'],
  ['hexadecimal parts', 'http://0x7f.0.0.0x1/'],
  ['two parts', 'http://127.1/'],
  ['three parts', 'http://127.0.1/'],
  ['zero', 'http://0/'],
  ['a point behind it', 'http://127.0.0.1./'],
  ['full-width digits', 'http://１２７.０.０.１/'],
  ['circled digits', 'http://①②⑦.⓪.⓪.①/'],
  ['escaped', 'http://%31%32%37.0.0.1/'],
  ['metadata, decimal', 'http://2852039166/'],
  ['metadata, octal parts', 'http://0251.0376.0251.0376/'],
  ['metadata, hexadecimal', 'http://0xa9fea9fe/'],
  ['private, decimal', 'http://3232235777/'],
  ['IPv6, long', 'http://[0:0:0:0:0:0:0:1]/'],
  ['IPv6, mapped', 'http://[::ffff:127.0.0.1]/'],
])('an address in another spelling is what it is: %s', async (_, url) => {
  expect(addressIn(new URL(url))).toBeDefined()
  expect(await post(url)).toEqual(refused)
})

test.each(['fe80::1%eth0', '127.0.0.1 ', 'localhost', '', '1.2.3', '::1/128'])(
  'what is no address is forbidden: “%s”',
  (address) => {
    expect(isAllowed(address, 'private')).toBe(address === '1.2.3' ? isAllowed('1.2.0.3', 'private') : false)
  },
)

describe('what each reach adds', () => {
  test.each([
    ['loopback', '127.0.0.1', true],
    ['loopback', '::1', true],
    ['loopback', '::ffff:127.0.0.1', true],
    ['loopback', '10.0.0.1', false],
    ['loopback', '0.0.0.0', false],
    ['private', '127.0.0.1', true],
    ['private', '10.0.0.1', true],
    ['private', 'fd12::1', true],
    ['private', '100.64.0.1', true],
    ['private', '169.254.169.254', false],
    ['private', 'fd00:ec2::254', false],
    ['private', '100.100.100.200', false],
    ['private', 'fe80::1', false],
    ['private', '224.0.0.1', false],
    ['private', '0.0.0.0', false],
  ] as const)('%s: %s %s', (reach, address, allowed) => {
    expect(isAllowed(address, reach)).toBe(allowed)
  })

  test.each([
    [{ SOTTO_NETWORK: 'offline' }, 'loopback'],
    [{ SOTTO_NETWORK: 'sepolia' }, 'public'],
    [{ SOTTO_NETWORK: 'sepolia', SOTTO_WEBHOOK_PRIVATE: '1' }, 'private'],
    [{ SOTTO_NETWORK: 'offline', SOTTO_WEBHOOK_PRIVATE: 'on' }, 'private'],
  ])('%o is %s', (settings, reach) => {
    expect(webhookReach(readConfig(settings))).toBe(reach)
  })
})

describe('a name server', () => {
  test('that changes its answer between check and connection is asked once', async () => {
    const { port, asked } = await receiver()
    let questions = 0
    const resolve: Resolve = async () => {
      questions += 1
      // The second time it would name this machine.
      return [{ address: questions === 1 ? '192.0.2.1' : '127.0.0.1', family: 4 }]
    }
    expect(await post(`http://shop.example.org:${port}/`, 'public', resolve)).toEqual(refused)
    expect([questions, asked]).toEqual([1, []])
  })

  test('that is believed is believed once: the connection goes where the check has looked', async () => {
    const { port, asked } = await receiver()
    let questions = 0
    const resolve: Resolve = async () => {
      questions += 1
      return [{ address: questions === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }]
    }
    expect(await post(`http://shop.example.org:${port}/a?b`, 'loopback', resolve)).toEqual({
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
    expect(await post(`http://shop.example.org:${port}/`, 'loopback', resolve)).toEqual(refused)
    expect(asked).toEqual([])
  })

  test.each([
    ['knows no such name', () => Promise.reject(new Error('ENOTFOUND')), 'not_resolved'],
    ['names nothing', async () => [], 'forbidden_address'],
    ['does not answer', () => new Promise<never>(() => {}), 'timeout'],
  ] as [string, Resolve, string][])('that %s', async (_, resolve, flaw) => {
    expect(await post('http://shop.example.org/', 'public', resolve)).toEqual({ is: 'unanswered', flaw })
  })
})

describe('a receiver', () => {
  test.each([301, 302, 303, 307, 308])('that redirects (%s) is not followed', async (status) => {
    const inner = await receiver()
    const outer = await receiver((_, response) =>
      response.writeHead(status, { location: `http://127.0.0.1:${inner.port}/` }).end(),
    )
    expect(await post(`http://127.0.0.1:${outer.port}/`, 'loopback')).toEqual({ is: 'answered', status })
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
    expect(await post(`http://127.0.0.1:${port}/`, 'loopback')).toEqual({ is: 'answered', status: 200 })
    await expect.poll(() => closed).toBe(true)
    expect(sent).toBeLessThan(256 * 1_024)
  })

  test('that announces more than it sends has answered, and is not waited for', async () => {
    let closed = false
    const { port } = await receiver((_, response) => {
      response.on('close', () => (closed = true))
      response.writeHead(204 - 4, { 'content-length': '1000' })
      response.write('x')
    })
    const begun = performance.now()
    expect(await post(`http://127.0.0.1:${port}/`, 'loopback')).toEqual({ is: 'answered', status: 200 })
    expect(performance.now() - begun).toBeLessThan(bounds.timeoutMs)
    await expect.poll(() => closed).toBe(true)
  })

  const raw = async (said: (socket: Socket) => void) => {
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
    return post(`http://127.0.0.1:${port}/`, 'loopback')
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
    expect(await raw(said)).toEqual({ is: 'unanswered', flaw })
  })

  test('that is not there', async () => {
    const server = createSocketServer()
    const port = await listening(server)
    server.close()
    expect(await post(`http://127.0.0.1:${port}/`, 'loopback')).toEqual({ is: 'unanswered', flaw: 'unreachable' })
  })

  test('without TLS where the address says so', async () => {
    const { port } = await receiver()
    const { is } = await post(`https://127.0.0.1:${port}/`, 'loopback')
    expect(is).toBe('unanswered')
  })
})
