import { afterEach, describe, expect, test, vi } from 'vitest'
import { failureOf } from '#shared/client-failure.ts'
import { readEvents } from '#shared/event-stream.ts'
import { streamEvents } from '#shared/model/stream-event.ts'
import { keyClient, moneyClient } from './key-client.ts'
import { sessionClient } from './session-client.ts'
import { streamTransport, transport } from './transport.ts'

const ORIGIN = 'https://pay.example.org'
const KEY = 'sotto_sk_test'

afterEach(() => vi.unstubAllGlobals())

function answering(answer: () => Response | Promise<Response>) {
  const fetched = vi.fn<typeof fetch>(async () => answer())
  vi.stubGlobal('fetch', fetched)
  return fetched
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'answered',
    (error: unknown) => failureOf(error).code,
  )

test.each([
  ['another host', 'https://evil.example/api/v1/me'],
  ['another port', 'https://pay.example.org:8443/api/v1/me'],
  ['another scheme', 'http://pay.example.org/api/v1/me'],
  ['a longer host', 'https://pay.example.org.evil.example/api/v1/me'],
])('a client asks its own origin and never %s', async (_, url) => {
  const fetched = answering(() => new Response('{}'))
  const ask = transport({ origin: ORIGIN, credentials: 'omit', timeoutMs: 1_000 })
  await expect(ask(url, {})).rejects.toThrow('another gateway')
  expect(fetched).not.toHaveBeenCalled()
})

describe('two clients', () => {
  const sent = async (client: { getSession(input: object): Promise<unknown> }) => {
    const fetched = answering(() => new Response('{}'))
    await client.getSession({}).catch(() => undefined)
    return fetched.mock.calls[0]?.[1]
  }
  const settled = { redirect: 'error', cache: 'no-store', referrerPolicy: 'no-referrer' }

  test('the ordinary one sends the key and no cookie', async () => {
    const init = await sent(keyClient(ORIGIN, KEY))
    expect(init).toMatchObject({ ...settled, credentials: 'omit', headers: { authorization: `Bearer ${KEY}` } })
  })

  test('the session’s sends the cookie and no key', async () => {
    const init = await sent(sessionClient(ORIGIN))
    expect(init).toMatchObject({ ...settled, credentials: 'include' })
    expect(JSON.stringify(init?.headers)).not.toMatch(/authorization|bearer/i)
  })
})

describe('a broken gateway is told from a missing one', () => {
  const me = () => codeOf(keyClient(ORIGIN, KEY).getSession({}))
  test.each<[string, () => Response | Promise<Response>, string]>([
    ['nobody there', () => Promise.reject(new TypeError('Failed to fetch')), 'unreachable'],
    ['nobody answers in time', () => Promise.reject(new DOMException('', 'TimeoutError')), 'timeout'],
    ['an answer that falls silent', () => new Response(failing(new DOMException('', 'TimeoutError'))), 'timeout'],
    ['a page', () => new Response('<!doctype html>'), 'not_sotto'],
    ['an empty answer', () => new Response(null, { status: 204 }), 'not_sotto'],
    ['an answer that is garbled', () => new Response(failing(new TypeError('network error'))), 'not_sotto'],
    ['an answer without end', () => new Response(endless()), 'not_sotto'],
    ['the wrong shape', () => new Response('{"ok":true,"data":{"user":7}}'), 'broken_answer'],
    ['a refusal without a code', () => new Response('{"ok":false,"error":{}}', { status: 400 }), 'not_sotto'],
  ])('%s', async (_, answer, code) => {
    answering(answer)
    expect(await me()).toBe(code)
  })

  test('a money call reads less: one transaction is small, and what is kept of it shares its room', async () => {
    const long = JSON.stringify({ ok: false, error: { code: 'x', message: 'y'.repeat(40_000) } })
    answering(() => new Response(long, { status: 400 }))
    expect(await codeOf(moneyClient(ORIGIN, KEY).getTransaction({ id: 't' }))).toBe('not_sotto')
    expect(await codeOf(keyClient(ORIGIN, KEY).getTransaction({ id: 't' }))).toBe('x')
  })
})

describe('a stream', () => {
  const events = { headers: { 'content-type': 'text/event-stream' } }
  const taken = async (heard = () => undefined as undefined) => {
    const signal = new AbortController().signal
    const names: string[] = []
    const stream = readEvents(streamEvents, {
      origin: ORIGIN,
      apiKey: KEY,
      fetch: streamTransport(ORIGIN, heard),
      signal,
    })
    for await (const { event } of stream) names.push(event)
    return names
  }

  test('is asked for with the key and no cookie, and of its own origin alone', async () => {
    const fetched = answering(() => new Response('', events))
    await taken()
    const bound = { redirect: 'error', cache: 'no-store', referrerPolicy: 'no-referrer', credentials: 'omit' }
    expect(fetched.mock.calls[0]?.[1]).toMatchObject({ ...bound, headers: { authorization: `Bearer ${KEY}` } })
    await expect(streamTransport(ORIGIN, () => undefined)('https://evil.example/', {})).rejects.toThrow(
      'another gateway',
    )
    expect(fetched).toHaveBeenCalledTimes(1)
  })

  test('is heard of by every piece, comments included; events that are not known are passed over', async () => {
    const heard = vi.fn()
    const ready = 'id: 1\nevent: ready\ndata: {"resumed":false}\n\n'
    answering(() => new Response(pieces(':\n\n', ready, 'id: 2\nevent: later\ndata: {}\n\n'), events))
    expect(await taken(heard)).toEqual(['ready'])
    expect(heard).toHaveBeenCalledTimes(3)
  })

  test.each<[string, () => Response, string]>([
    ['a refusal', () => Response.json({ ok: false, error: { code: 'x', message: 'y' } }, { status: 400 }), 'x'],
    ['a page without end in its place', () => new Response(endless()), 'not_sotto'],
    ['a refusal without end', () => new Response(endless(), { status: 500 }), 'not_sotto'],
    ['an event without end', () => new Response(endless(), events), 'not_sotto'],
    ['a cut', () => new Response(failing(new TypeError('network error')), events), 'unreachable'],
  ])('%s ends it', async (_, answer, code) => {
    answering(answer)
    expect(await codeOf(taken())).toBe(code)
  })
})

function pieces(...texts: string[]): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    pull: (controller) => {
      const next = texts.shift()
      if (next === undefined) controller.close()
      else controller.enqueue(encoder.encode(next))
    },
  })
}

function endless(): ReadableStream<Uint8Array> {
  const chunk = new Uint8Array(1024 * 1024).fill(0x20)
  return new ReadableStream({ pull: (controller) => controller.enqueue(chunk) })
}

function failing(error: Error): ReadableStream<Uint8Array> {
  return new ReadableStream({ pull: (controller) => controller.error(error) })
}
