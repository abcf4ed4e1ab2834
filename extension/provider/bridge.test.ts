import { beforeEach, describe, expect, test, vi } from 'vitest'
import { connectBridge, type Door } from './bridge.ts'
import { type FakeWindow, fakeWindow, settled } from './fake-window.ts'
import { type BridgeMessage, type BridgeReply, codes, REQUEST_MAX, type WorkerMessage } from './protocol.ts'

const ORIGIN = 'https://shop.example'
const enabled: BridgeReply = { is: 'enabled', connect: { chainId: '0x1' } }
const CONNECT = { sotto: 'event', name: 'connect', value: { chainId: '0x1' } }

/** A worker that answers each kind of message as it is told to. */
function fakeDoor() {
  const sent: BridgeMessage[] = []
  let hears: (message: WorkerMessage) => boolean = () => false
  const replies = {
    hello: async (): Promise<BridgeReply | null | undefined> => enabled,
    question: async (_: Extract<BridgeMessage, { key: string }>): Promise<BridgeReply | null | undefined> => ({
      is: 'waiting',
    }),
  }
  const door: Door = {
    send: (message) => {
      sent.push(message)
      if ('hello' in message) return replies.hello()
      return 'key' in message ? replies.question(message) : Promise.resolve(null)
    },
    onMessage: (heard) => {
      hears = heard
    },
  }
  const questions = () => sent.flatMap((message) => ('key' in message ? [message] : []))
  return { door, sent, replies, questions, tell: (message: WorkerMessage) => hears(message) }
}

let page: FakeWindow
let worker: ReturnType<typeof fakeDoor>

beforeEach(() => {
  page = fakeWindow(ORIGIN)
  worker = fakeDoor()
})

const connected = async () => {
  await connectBridge(worker.door, page.window)
  await settled()
  page.posted.length = 0
}
const ask = async (part: Record<string, unknown> = {}) => {
  page.window.postMessage({ sotto: 'ask', id: 'q1', method: 'sotto_getInfo', params: null, ...part }, ORIGIN)
  await settled()
}
/** What the page was told, its own messages left out. */
const told = () => page.posted.filter((each) => (each as { sotto?: string }).sotto !== 'ask')
const failed = (code: number, id = 'q1') => ({ sotto: 'answer', id, failure: expect.objectContaining({ code }) })

describe('on a site that is not enabled', () => {
  test.each<[string, BridgeReply | null | undefined]>([
    ['says so', null],
    ['is not there', undefined],
    ['says something else', { is: 'waiting' }],
  ])('a worker that %s leaves the page without a trace', async (_, reply) => {
    worker.replies.hello = async () => reply
    const whether = connectBridge(worker.door, page.window)
    await ask()
    expect(await whether).toBe(false)
    await ask({ id: 'q2' })
    worker.tell({ to: 'bridge', origin: ORIGIN, event: 'connect', value: {} })
    expect(told()).toEqual([])
    expect(worker.questions()).toEqual([])
    expect(page.listening()).toBe(0)
  })
})

describe('on an enabled site', () => {
  test('the page hears of the connection, and what it asked meanwhile is asked then', async () => {
    const whether = connectBridge(worker.door, page.window)
    await ask()
    expect(await whether).toBe(true)
    await settled()
    expect(told()[0]).toEqual(CONNECT)
    expect(worker.questions()).toMatchObject([{ method: 'sotto_getInfo', params: null }])
  })

  test.each<[string, () => Promise<BridgeReply | null | undefined>, unknown]>([
    ['a value', async () => ({ is: 'value', value: { a: 1 } }), { sotto: 'answer', id: 'q1', value: { a: 1 } }],
    ['a failure', async () => ({ is: 'failure', failure: { code: codes.notGranted, message: '' } }), failed(4100)],
    ['not enabled any more', async () => null, failed(codes.away)],
    ['nothing', async () => undefined, failed(codes.away)],
    ['an error, twice', () => Promise.reject(new Error('no receiver')), failed(codes.away)],
    [
      'an exception, as once the extension was updated',
      () => {
        throw new Error('Extension context invalidated')
      },
      failed(codes.away),
    ],
  ])('a worker that answers %s', async (_, reply, heard) => {
    await connected()
    worker.replies.question = reply
    await ask()
    expect(told()).toEqual([heard])
  })

  test('a worker that was ended while it answered is asked again, under the same key', async () => {
    await connected()
    worker.replies.question = vi
      .fn(async (): Promise<BridgeReply> => ({ is: 'value', value: 5 }))
      .mockRejectedValueOnce(new Error('The message port closed'))
    await ask()
    expect(told()).toEqual([{ sotto: 'answer', id: 'q1', value: 5 }])
    const [first, second] = worker.questions()
    expect(second?.key).toBe(first?.key)
  })

  test('what a person has to say comes later, and once', async () => {
    await connected()
    await ask()
    expect(told()).toEqual([])
    const key = worker.questions()[0]?.key ?? ''
    expect(worker.tell({ to: 'bridge', still: key })).toBe(true)
    expect(worker.tell({ to: 'bridge', key, value: 'card' })).toBe(true)
    expect(worker.tell({ to: 'bridge', key, value: 'card' })).toBe(false)
    expect(worker.tell({ to: 'bridge', key, failure: { code: codes.refused, message: '' } })).toBe(false)
    expect(worker.tell({ to: 'bridge', still: key })).toBe(false)
    expect(told()).toEqual([{ sotto: 'answer', id: 'q1', value: 'card' }])
  })

  test('an answer that overtakes the word that it will come is taken', async () => {
    await connected()
    worker.replies.question = async ({ key }) => {
      worker.tell({ to: 'bridge', key, value: 'card' })
      return { is: 'waiting' }
    }
    await ask()
    expect(told()).toEqual([{ sotto: 'answer', id: 'q1', value: 'card' }])
  })

  test('an answer that is for another page is not', async () => {
    await connected()
    await ask()
    expect(worker.tell({ to: 'bridge', key: 'somebody q1', value: 'card' })).toBe(false)
    expect(told()).toEqual([])
  })

  test.each([
    [ORIGIN, true],
    ['https://other.example', false],
    ['https://shop.example.evil', false],
  ])('an event for %s is for this page: %s', async (origin, is) => {
    await connected()
    expect(worker.tell({ to: 'bridge', origin, event: 'disconnect', value: 1 })).toBe(is)
    expect(told()).toHaveLength(is ? 1 : 0)
  })

  test('a page that goes away is answered, and the worker learns whose questions nobody waits for', async () => {
    await connected()
    await ask()
    page.tell('pagehide', { source: null, data: null })
    expect(told()).toEqual([failed(codes.away)])
    const gone = worker.sent.find((message) => 'gone' in message)
    expect(worker.questions()[0]?.key).toBe(`${(gone as { gone: string }).gone} q1`)
    expect(worker.tell({ to: 'bridge', key: worker.questions()[0]?.key ?? '', value: 'card' })).toBe(false)
  })

  test('a page that comes back from the cache goes on', async () => {
    await connected()
    page.tell('pagehide', { source: null, data: null })
    await ask({ id: 'q2' })
    expect(worker.questions()).toHaveLength(1)
  })
})

describe('what a page posts', () => {
  beforeEach(connected)

  test.each<[string, unknown]>([
    ['text', 'sotto'],
    ['nothing', null],
    ['an answer of its own making', { sotto: 'answer', id: 'q1', value: 1 }],
    ['an event of its own making', { sotto: 'event', name: 'connect', value: 1 }],
    ['a message to the worker', { to: 'worker', name: 'vault.lock', input: {} }],
    ['a message to the bridge', { to: 'bridge', key: 'q1', value: 1 }],
    ['a question without a name', { sotto: 'ask', method: 'sotto_getInfo' }],
    ['a question whose name is no text', { sotto: 'ask', id: 7, method: 'sotto_getInfo' }],
    ['a question with a name of any length', { sotto: 'ask', id: 'x'.repeat(65), method: 'sotto_getInfo' }],
  ])('%s is not heard', async (_, data) => {
    page.window.postMessage(data, ORIGIN)
    await settled()
    expect(page.posted).toEqual([data])
    expect(worker.questions()).toEqual([])
  })

  const cyclic: Record<string, unknown> = {}
  cyclic.self = cyclic
  test.each<[string, Record<string, unknown>]>([
    ['a method of any length', { method: 'x'.repeat(101) }],
    ['a method that is none', { method: { toString: 'x' } }],
    ['more than anybody needs', { params: 'x'.repeat(REQUEST_MAX) }],
    ['what JSON cannot hold', { params: 5n }],
    ['what has no end', { params: cyclic }],
  ])('%s is refused, and the worker never sees it', async (_, part) => {
    await ask(part)
    expect(told()).toEqual([failed(codes.badParameters)])
    expect(worker.questions()).toEqual([])
  })

  test('only plain JSON goes on', async () => {
    await ask({ params: { at: new Date(0), set: new Set([1]), none: undefined }, key: 'forged', origin: 'https://x' })
    const [question] = worker.questions()
    expect(question).toEqual({
      to: 'provider',
      method: 'sotto_getInfo',
      params: { at: '1970-01-01T00:00:00.000Z', set: {} },
      key: expect.stringMatching(/^[0-9a-f-]{36} q1$/),
    })
  })

  test('a frame that posts to its parent is not the page', async () => {
    const question = { sotto: 'ask', id: 'q1', method: 'sotto_getInfo', params: null }
    page.tell('message', { source: fakeWindow(ORIGIN).window, data: question })
    page.tell('message', { source: null, data: question })
    await settled()
    expect(worker.questions()).toEqual([])
  })

  test('the same name twice is one question', async () => {
    await ask()
    await ask()
    expect(worker.questions()).toHaveLength(1)
  })

  test('beyond 64 at once it is told to wait', async () => {
    for (let at = 0; at < 65; at++) page.window.postMessage({ sotto: 'ask', id: `q${at}`, method: 'm' }, ORIGIN)
    await settled()
    expect(worker.questions()).toHaveLength(64)
    expect(told()).toEqual([failed(codes.tooMany, 'q64')])
  })
})
