import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Question } from '../archive/history.ts'
import type { Chain } from '../chain/chain.ts'
import { NodeGone, RpcError } from '../chain/rpc.ts'
import type { Server } from '../http/serve.ts'
import type { Entry } from '../journal/journal.ts'
import { createOwner } from '../setup/owner.ts'
import { rpc } from '../test-kit.ts'
import { startFront } from './front.ts'
import { createSubmitter } from './submitter.ts'

type Simulation = { blockStateCalls: [{ calls: [{ data: string }] }] }

/** A chain that notes what reaches it. */
const reached: string[] = []
const committed: Entry[] = []
const logged: string[] = []
const chain = {
  state: { height: 10, automine: true, pool: new Map(), time: 0 },
  floor: 8,
  answer: async ({ id, method }: Question) => {
    reached.push(method)
    if (method === 'eth_getCode') throw new NodeGone('test')
    if (method === 'eth_getStorageAt') throw new TypeError('the archive is damaged')
    return JSON.stringify({ jsonrpc: '2.0', id, result: method })
  },
  answerAll: async (questions: Question[]) => {
    const methods = questions.map(({ method }) => method)
    reached.push(methods.join())
    if (methods.includes('eth_getCode')) throw new NodeGone('test')
    return JSON.stringify(questions.map(({ id, method }) => ({ jsonrpc: '2.0', id, result: method })))
  },
  call: async (method: string, [{ blockStateCalls }]: [Simulation]) => {
    reached.push(method)
    if (blockStateCalls[0].calls[0].data === '0xdead') throw new NodeGone(new Error('gone'))
    return [{ calls: [{ status: '0x1', gasUsed: '0xa' }] }]
  },
  commit: async (make: (now: number) => Entry) => {
    const entry = make(1)
    committed.push(entry)
    return entry.is === 'send'
      ? entry.raws.map((raw) => (raw === '0xbad0' ? new RpcError(-32003, 'nonce too low') : raw))
      : []
  },
} as unknown as Chain

let front: Server
let url: string
beforeAll(async () => {
  const identity = () => ({ genesisHash: '0x1' })
  const submit = createSubmitter(chain)
  const owner = createOwner(chain, submit, `0x${'01'.repeat(32)}`)
  front = await startFront({
    port: 0,
    chain,
    owner,
    submit,
    secret: 'open sesame',
    identity,
    log: (line) => logged.push(line),
  })
  url = `http://127.0.0.1:${front.port}`
})
afterAll(() => front.close())

/** fetch does not let a test lie about Host and Origin; this does. */
function ask(
  headers: Record<string, string>,
  body = '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}',
  method = 'POST',
) {
  return new Promise<number | undefined>((resolve, reject) => {
    const outgoing = request(
      url,
      { method, headers: { 'content-type': 'application/json', ...headers } },
      (response) => {
        response.resume()
        resolve(response.statusCode)
      },
    )
    outgoing.on('error', reject)
    outgoing.end(method === 'POST' ? body : undefined)
  })
}

describe('who may ask', () => {
  test.each([
    ['a program', {}, 200],
    ['a program that says localhost', { host: 'localhost:8545' }, 200],
    ['a page behind a rebound name', { host: 'evil.example' }, 421],
    ['a name that begins like ours', { host: '127.0.0.1.evil.example' }, 421],
    ['a web page', { origin: 'https://evil.example' }, 403],
    ['a sandboxed web page', { origin: 'null' }, 403],
    ['a web page of this machine', { origin: 'http://127.0.0.1:3000' }, 403],
    ['a page without an origin header', { 'sec-fetch-site': 'cross-site' }, 403],
    ['a form', { 'content-type': 'text/plain' }, 415],
    ['nobody in particular', { 'content-type': '' }, 415],
  ])('%s', async (_, headers, status) => {
    expect(await ask(headers)).toBe(status)
  })

  test('only by POST, and never with CORS headers', async () => {
    expect(await ask({}, '', 'GET')).toBe(405)
    expect(await ask({ origin: 'https://evil.example' }, '', 'OPTIONS')).toBe(403)
    const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  })

  test('not with a body beyond the limit', async () => {
    expect(await ask({}, JSON.stringify({ x: 'x'.repeat(2_100_000) })).catch(() => 413)).toBe(413)
  })
})

describe('what may be asked', () => {
  test.each(['eth_call', 'eth_getLogs', 'eth_getTransactionReceipt', 'eth_feeHistory', 'net_version'])(
    '%s',
    async (method) => {
      expect((await rpc(url, method)).body).toMatchObject({ result: method })
    },
  )

  test.each([
    'anvil_setBalance',
    'anvil_impersonateAccount',
    'evm_mine',
    'hardhat_setCode',
    'eth_sendTransaction',
    'eth_sign',
    'eth_accounts',
    'debug_traceTransaction',
    'txpool_content',
    'constructor',
    '__proto__',
  ])('not %s', async (method) => {
    const before = reached.length
    expect((await rpc(url, method)).body.error?.code).toBe(-32601)
    expect(reached.length).toBe(before)
  })

  test('a request that hides a second method is read once, and passed on as it was read', async () => {
    const body = '{"jsonrpc":"2.0","id":1,"method":"anvil_setBalance","method":"eth_chainId","params":[]}'
    expect(await ask({}, body)).toBe(200)
    expect(reached.at(-1)).toBe('eth_chainId')
  })

  const item = (id: number, method: string) => ({ jsonrpc: '2.0', id, method, params: [] })
  async function batch(...items: object[]): Promise<unknown> {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(items) }
    return (await fetch(url, init)).json()
  }

  test('batches of reads, which go on as one', async () => {
    expect(await batch(item(1, 'eth_chainId'), item(2, 'eth_call'))).toMatchObject([
      { id: 1, result: 'eth_chainId' },
      { id: 2, result: 'eth_call' },
    ])
    expect(reached.at(-1)).toBe('eth_chainId,eth_call')
    expect(await batch(item(1, 'eth_chainId'), item(2, 'eth_getCode'))).toMatchObject([
      { id: 1, error: { code: -32000 } },
      { id: 2, error: { code: -32000 } },
    ])
  })

  test('batches with an estimate, each request for itself', async () => {
    const of = (id: number, data: string) => ({ ...item(id, 'eth_estimateGas'), params: [{ data }] })
    reached.length = 0
    expect(await batch(of(1, '0x1234'), item(2, 'eth_chainId'), of(3, '0xdead'), of(4, '0x'))).toEqual([
      { jsonrpc: '2.0', id: 1, result: `0x${Math.floor(((10 + 2_300) * 64) / 63).toString(16)}` },
      { jsonrpc: '2.0', id: 2, result: 'eth_chainId' },
      { jsonrpc: '2.0', id: 3, error: expect.objectContaining({ code: -32000 }) },
      { jsonrpc: '2.0', id: 4, result: 'eth_estimateGas' },
    ])
    expect(reached.toSorted()).toEqual(['eth_chainId', 'eth_estimateGas', ...Array(3).fill('eth_simulateV1')])
  })

  test('batches of reads and others, each request for itself', async () => {
    const mixed = [item(1, 'eth_chainId'), item(2, 'anvil_reset'), { id: 3 }, item(4, 'sotto_testnet')]
    expect(await batch(...mixed)).toMatchObject([
      { id: 1, result: 'eth_chainId' },
      { id: 2, error: { code: -32601 } },
      { id: null, error: { code: -32600 } },
      { id: 4, result: { genesisHash: '0x1' } },
    ])
  })

  test('while the node is away, the answer says so', async () => {
    expect((await rpc(url, 'eth_getCode')).body.error).toMatchObject({ code: -32000 })
    expect(logged).toEqual([])
  })

  test('the log alone says what an unexpected error was', async () => {
    expect((await rpc(url, 'eth_getStorageAt')).body.error).toEqual({
      code: -32603,
      message: 'internal error of the test-net',
    })
    expect(logged.splice(0)).toEqual([expect.stringContaining('the archive is damaged')])
  })
})

describe('raw transactions', () => {
  test('are journaled in the order of arrival, together where they wait together', async () => {
    committed.length = 0
    const raws = ['0x01', '0x02', '0x03', '0x04']
    await Promise.all(raws.map((raw) => rpc(url, 'eth_sendRawTransaction', [raw])))
    expect(committed.flatMap((entry) => (entry.is === 'send' ? entry.raws : [])).sort()).toEqual(raws)
  })

  test("a node's refusal is passed on", async () => {
    const { body } = await rpc(url, 'eth_sendRawTransaction', ['0xbad0'])
    expect(body.error).toMatchObject({ code: -32003, message: 'nonce too low' })
  })

  test.each([[[]], [['abc']], [['0xabc']], [[`0x${'00'.repeat(131_073)}`]]])(
    'malformed ones are not journaled: %#',
    async (params) => {
      committed.length = 0
      expect((await rpc(url, 'eth_sendRawTransaction', params)).body.error?.code).toBe(-32602)
      expect(committed).toEqual([])
    },
  )
})

describe('controls', () => {
  const open = { 'x-sotto-testnet-secret': 'open sesame' }

  test.each([
    ['sotto_mine', [3], 10],
    ['sotto_setAutomine', [false], false],
    ['sotto_rollback', [2], 10],
    ['sotto_setBalance', [`0x${'11'.repeat(20)}`, '0x1'], true],
  ])('%s', async (method, params, result) => {
    expect((await rpc(url, method, params, open)).body.result).toBe(result)
    expect((await rpc(url, method, params)).body.error?.code).toBe(-32001)
    expect((await rpc(url, method, ['nonsense'], open)).body.error?.code).toBe(-32602)
  })

  test.each([
    ['sotto_upgrade', ['0.13'], ['0.12']],
    ['sotto_setHcuPerBlock', [1], [2 ** 48]],
    ['sotto_snapshot', [], undefined],
  ])('%s needs the secret', async (method, params, wrong) => {
    expect((await rpc(url, method, params)).body.error?.code).toBe(-32001)
    if (wrong) expect((await rpc(url, method, wrong, open)).body.error?.code).toBe(-32602)
  })

  test('a rollback stops where the replay would begin', async () => {
    expect((await rpc(url, 'sotto_rollback', [3], open)).body.error?.message).toContain('beyond block 8')
  })
})
