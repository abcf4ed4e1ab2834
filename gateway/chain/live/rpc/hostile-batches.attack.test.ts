import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { HttpRequestError, ResponseBodyTooLargeError } from 'viem'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createAsker } from './batches.ts'
import { createPost, type Post } from './post.ts'

type Asked = { id: number; method: string }
type Answer = Record<string, unknown>

/** How the node answers a batch; a single question is answered by the name of its method. */
let onBatch: (questions: Asked[], response: ServerResponse) => void
let bodies: (Asked | Asked[])[]
let server: Server
let ask: ReturnType<typeof createAsker>
let url: string
let time = 0

const truth = ({ id, method }: Asked): Answer => ({ jsonrpc: '2.0', id, result: `true ${method}` })
const lie = (id: unknown): Answer => ({ jsonrpc: '2.0', id, result: 'a lie' })
const send = (response: ServerResponse, status: number, value: unknown) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
const answering = (answers: (questions: Asked[]) => unknown): typeof onBatch => {
  return (questions, response) => send(response, 200, answers(questions))
}

beforeEach(async () => {
  bodies = []
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = JSON.parse(Buffer.concat(chunks).toString()) as Asked | Asked[]
    bodies.push(body)
    if (Array.isArray(body)) onBatch(body, response)
    else send(response, 200, truth(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  ask = askerWith(10_000)
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const askerWith = (timeoutMs: number) => createAsker(url, createPost(url, { timeoutMs, maxBytes: 2_000 }), () => time)

const METHODS = ['eth_a', 'eth_b', 'eth_c']
const askAll = () => Promise.all(METHODS.map((method) => ask({ method })))
const results = async () => (await askAll()).map(({ result }) => result)
const TRUE = METHODS.map((method) => `true ${method}`)
/** How many questions each request held; what went singly went at the same time. */
const sizes = () => bodies.map((body) => (Array.isArray(body) ? body.length : 1))

describe('what is asked in one turn goes as one request', () => {
  test('and each question has its own answer, in whatever order they come', async () => {
    onBatch = answering((questions) => questions.map(truth).reverse())
    expect(await results()).toEqual(TRUE)
    expect(sizes()).toEqual([3])
  })

  test('and an error is that of its question alone', async () => {
    const error = { code: 3, message: 'execution reverted', data: '0x08' }
    onBatch = answering(([a, b, c]) => [truth(c as Asked), { id: b?.id, error }, truth(a as Asked)])
    expect(await askAll()).toMatchObject([{ result: TRUE[0] }, { error }, { result: TRUE[2] }])
  })

  test('but not beside a sending, which may wait for a block', async () => {
    onBatch = answering((questions) => questions.map(truth))
    await Promise.all(['eth_sendRawTransaction', 'eth_a', 'eth_b'].map((method) => ask({ method })))
    expect(sizes().sort()).toEqual([1, 2])
  })

  test('of a bounded number of questions and characters', async () => {
    onBatch = answering((questions) => questions.map(({ id }) => ({ id, result: 1 })))
    await Promise.all(Array.from({ length: 70 }, () => ask({ method: 'eth_a' })))
    expect(sizes().sort()).toEqual([10, 30, 30])
    bodies = []
    await Promise.all([1, 2, 3].map(() => ask({ method: 'eth_a', params: ['0'.repeat(90_000)] })))
    expect(sizes().sort()).toEqual([1, 2])
  })
})

describe('a node that answers a batch otherwise is believed nothing of it, and asked singly', () => {
  test.each<[string, (questions: Asked[]) => unknown]>([
    ['one question twice', ([a, b]) => [truth(a as Asked), lie(a?.id), truth(b as Asked)]],
    ['one question twice beside all the others', (all) => [...all.map(truth), lie(all[0]?.id)]],
    ['by the numbers of others', (all) => all.map(({ id }) => lie(id + 1))],
    ['by numbers that are texts', (all) => all.map(({ id }) => lie(String(id)))],
    ['what was never asked', (all) => [...all.map(truth), lie(999)]],
    ['without numbers', (all) => all.map(() => lie(null))],
    ['not all of it', (all) => all.slice(1).map(truth)],
    ['with neither result nor error', (all) => all.map(({ id }) => ({ id }))],
    ['with an error that is none', (all) => all.map(({ id }) => ({ id, error: 'no' }))],
    ['with things that are no answers', () => [null, 7, 'no']],
    ['with an error for all', () => ({ jsonrpc: '2.0', id: null, error: { code: -32600, message: 'no batches' } })],
    ['with nothing', () => []],
    ['with one answer', (all) => truth(all[0] as Asked)],
  ])('%s', async (_, answers) => {
    onBatch = answering(answers)
    expect(await results()).toEqual(TRUE)
    expect(sizes()).toEqual([3, 1, 1, 1])
  })

  test.each([400, 401, 404, 405, 413, 500, 501])('with status %i', async (status) => {
    onBatch = (_, response) => send(response, status, { error: 'no batches' })
    expect(await results()).toEqual(TRUE)
  })

  test('and for a while all that is asked later, then together again', async () => {
    onBatch = answering(() => [])
    await askAll()
    onBatch = answering((questions) => questions.map(truth))
    time += 5 * 60_000 - 1
    bodies = []
    expect(await results()).toEqual(TRUE)
    expect(sizes()).toEqual([1, 1, 1])
    time += 1
    bodies = []
    expect(await results()).toEqual(TRUE)
    expect(sizes()).toEqual([3])
  })
})

describe('where a batch has no answer, every question fails, and is asked singly when it is asked again', () => {
  test.each<[string, typeof onBatch, new (...args: never[]) => Error]>([
    ['a connection that breaks', (_, response) => response.destroy(), HttpRequestError],
    ['a server that is busy', (_, response) => send(response, 429, {}), HttpRequestError],
    ['an answer that is too long', answering(() => ['x'.repeat(2_000)]), ResponseBodyTooLargeError],
  ])('%s', async (_, way, kind) => {
    onBatch = way
    const failures = await Promise.allSettled(METHODS.map((method) => ask({ method })))
    for (const failure of failures) {
      expect(failure).toMatchObject({ status: 'rejected', reason: expect.any(kind) })
    }
    expect(await results()).toEqual(TRUE)
  })

  test('but a busy server no longer than until it was asked again: singly is many times the requests', async () => {
    onBatch = (_, response) => send(response, 429, {})
    await Promise.allSettled(METHODS.map((method) => ask({ method })))
    onBatch = answering((questions) => questions.map(truth))
    bodies = []
    expect(await results()).toEqual(TRUE)
    time += 5_000
    expect(await results()).toEqual(TRUE)
    expect(sizes()).toEqual([1, 1, 1, 3])
  })

  test('silence', async () => {
    onBatch = () => {}
    let timeoutMs = 50
    const post: Post = (json) => createPost(url, { timeoutMs, maxBytes: 2_000 })(json)
    ask = createAsker(url, post, () => time)
    const failures = await Promise.allSettled(METHODS.map((method) => ask({ method })))
    expect(failures.map((failure) => failure.status === 'rejected' && failure.reason.name)).toEqual([
      'TimeoutError',
      'TimeoutError',
      'TimeoutError',
    ])
    // A busy machine sends nothing within that time, and a batch has no answer within any.
    timeoutMs = 60_000
    expect(await results()).toEqual(TRUE)
  })
})
