import { describe, expect, test, vi } from 'vitest'
import { connectBridge } from './bridge.ts'
import { type BridgeReply, codes } from './protocol.ts'
import { ask, connected, failed, ORIGIN, openAnew, page, told, worker } from './testing/bridge-page.ts'
import { settled } from './testing/fake-window.ts'

const CONNECT = { sotto: 'event', name: 'connect', value: { chainId: '0x1' } }

openAnew()

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

  const gone = { sotto: 'event', name: 'disconnect', value: expect.objectContaining({ code: codes.away }) }
  test.each<[string, () => Promise<BridgeReply | null | undefined>, ...unknown[]]>([
    ['a value', async () => ({ is: 'value', value: { a: 1 } }), { sotto: 'answer', id: 'q1', value: { a: 1 } }],
    ['a failure', async () => ({ is: 'failure', failure: { code: codes.notGranted, message: '' } }), failed(4100)],
    ['not enabled any more', async () => null, failed(codes.away)],
    ['nothing', async () => undefined, failed(codes.away)],
    ['an error, to whatever it is asked', () => Promise.reject(new Error('no receiver')), failed(codes.away), gone],
    [
      'an exception, as once the extension was updated',
      () => {
        throw new Error('Extension context invalidated')
      },
      failed(codes.away),
      gone,
    ],
  ])('a worker that answers %s', async (_, reply, ...heard) => {
    await connected()
    worker.replies.question = reply
    await ask()
    expect(told()).toEqual(heard)
  })

  test('a worker that is ended twice by a question is not gone', async () => {
    await connected()
    worker.replies.question = async ({ method }) => {
      if (method === 'sotto_getInfo') throw new Error('The message port closed')
      return { is: 'value', value: [] }
    }
    await ask()
    expect(told()).toEqual([failed(codes.away)])
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
