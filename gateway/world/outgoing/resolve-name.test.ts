import { createSocket } from 'node:dgram'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createResolve } from './resolve-name.ts'

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

const A = 1
const NO_SUCH_NAME = 0x8183
const FOUND = 0x8180

/** A name server that says nothing, knows nothing, or knows one IPv4 address of each name. */
async function nameServer(says: 'nothing' | 'no such name' | 'an address'): Promise<string[]> {
  const socket = createSocket('udp4')
  closers.push(() => socket.close())
  socket.on('message', (question, { port, address }) => {
    if (says === 'nothing') return
    const end = question.indexOf(0, 12) + 5
    const has = says === 'an address' && question.readUInt16BE(end - 4) === A
    const head = Buffer.from(question.subarray(0, 12))
    head.writeUInt16BE(says === 'an address' ? FOUND : NO_SUCH_NAME, 2)
    head.writeUInt16BE(has ? 1 : 0, 6)
    head.writeUInt32BE(0, 8)
    const record = has ? Buffer.from('c00c000100010000003c0004c0000207', 'hex') : Buffer.alloc(0)
    socket.send(Buffer.concat([head, question.subarray(12, end), record]), port, address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  return [`127.0.0.1:${(socket.address() as AddressInfo).port}`]
}

const never = new AbortController().signal
const neighbour = [{ address: '10.0.0.7', family: 4 }]
const machine = async () => neighbour

test('a name is resolved by name servers', async () => {
  const resolve = createResolve('public', await nameServer('an address'), machine)
  expect(await resolve('shop.example.org', never)).toEqual([{ address: '192.0.2.7', family: 4 }])
})

test('the machine is asked where its neighbours may be reached, and nowhere else', async () => {
  const servers = await nameServer('no such name')
  expect(await createResolve('private', servers, machine)('receiver', never)).toEqual(neighbour)
  await expect(createResolve('public', servers, machine)('receiver', never)).rejects.toMatchObject({
    code: 'ENOTFOUND',
  })
})

test('a name that no server answers is rejected in time, and the machine is not asked', async () => {
  let asked = 0
  const resolve = createResolve('public', await nameServer('nothing'), async () => {
    asked += 1
    return neighbour
  })
  const names = Array.from({ length: 20 }, (_, at) => resolve(`${at}.example.org`, AbortSignal.timeout(200)))
  const ended = await Promise.allSettled(names)
  expect(new Set(ended.map(({ status }) => status))).toEqual(new Set(['rejected']))
  expect(asked).toBe(0)
})

test.each(['localhost', 'shop.localhost', 'localhost.'])(
  '%s is this machine, and no name server is asked',
  async (name) => {
    const resolve = createResolve('public', [], async () => neighbour)
    expect((await resolve(name, never)).map(({ address }) => address)).toEqual(['127.0.0.1', '::1'])
  },
)
