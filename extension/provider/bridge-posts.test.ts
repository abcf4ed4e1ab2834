import { beforeEach, describe, expect, test } from 'vitest'
import { codes, REQUEST_MAX } from './protocol.ts'
import { ask, connected, failed, ORIGIN, openAnew, page, told, worker } from './testing/bridge-page.ts'
import { fakeWindow, settled } from './testing/fake-window.ts'

openAnew()

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
