import { afterEach, expect, test, vi } from 'vitest'
import { type Probe, probe } from './probe.ts'

const ORIGIN = 'https://pay.example.org'
const sotto = {
  ok: true,
  service: 'sotto',
  version: 'v1',
  environment: 'sandbox',
  timestamp: '2027-01-31T12:00:00.000Z',
}

afterEach(() => vi.unstubAllGlobals())

function answering(answer: () => Response | Promise<Response>) {
  const fetched = vi.fn<typeof fetch>(async () => answer())
  vi.stubGlobal('fetch', fetched)
  return fetched
}

const json = (status: number, body: unknown) => () => new Response(JSON.stringify(body), { status })
const text = (status: number, body: string) => () => new Response(body, { status })
const envelope = (code: string) => ({ ok: false, error: { code, message: 'No.' } })

test.each<[string, () => Response, Probe]>([
  ['a gateway', json(200, sotto), { is: 'gateway', environment: 'sandbox' }],
  ['a gateway that says more', json(200, { ...sotto, extra: 1 }), { is: 'gateway', environment: 'sandbox' }],
  ['a gateway of another version', json(200, { ...sotto, version: 'v2' }), { is: 'other_version', version: 'v2' }],
  ['some other service', json(200, { ...sotto, service: 'soprano' }), { is: 'not_sotto' }],
  ['a page', text(200, '<!doctype html><h1>Welcome'), { is: 'not_sotto' }],
  ['nothing', text(200, ''), { is: 'not_sotto' }],
  ['a list', json(200, []), { is: 'not_sotto' }],
  ['null', json(200, null), { is: 'not_sotto' }],
  ['no body at all', () => new Response(null, { status: 204 }), { is: 'not_sotto' }],
  ['a stranger’s 404', text(404, 'Not Found'), { is: 'not_sotto' }],
  ['a proxy whose gateway is away', text(502, 'Bad Gateway'), { is: 'unavailable', status: 502 }],
  ['a gateway that is not configured', json(503, envelope('not_configured')), { is: 'unavailable', status: 503 }],
  ['a proxy that gave up', text(504, ''), { is: 'unavailable', status: 504 }],
  ['a broken server', text(500, 'Oops'), { is: 'not_sotto' }],
  ['a gateway under another name', json(421, envelope('misdirected_request')), { is: 'misdirected' }],
  ['a stranger’s 421', text(421, 'Misdirected'), { is: 'not_sotto' }],
  ['an answer of 65 KB', text(200, `${' '.repeat(65 * 1024)}${JSON.stringify(sotto)}`), { is: 'not_sotto' }],
])('%s', async (_, answer, outcome) => {
  answering(answer)
  expect(await probe(ORIGIN)).toEqual(outcome)
})

test('what it says of itself is cut to what a line holds', async () => {
  answering(json(200, { ...sotto, environment: 'x'.repeat(1_000) }))
  expect(await probe(ORIGIN)).toEqual({ is: 'gateway', environment: 'x'.repeat(40) })
  answering(json(200, { ...sotto, version: 'v'.repeat(1_000) }))
  expect(await probe(ORIGIN)).toEqual({ is: 'other_version', version: 'v'.repeat(20) })
})

test('a redirect is told and not followed', async () => {
  const fetched = answering(() => Object.defineProperty(new Response(null), 'type', { value: 'opaqueredirect' }))
  expect(await probe(ORIGIN)).toEqual({ is: 'redirected' })
  expect(fetched).toHaveBeenCalledTimes(1)
})

test.each([
  ['before the first byte', () => Promise.reject(timedOut())],
  ['in the middle of its answer', () => new Response(failing(timedOut()))],
])('a server that falls silent %s ran out of time', async (_, answer) => {
  answering(answer)
  expect(await probe(ORIGIN)).toEqual({ is: 'timeout' })
})

test('an answer that breaks off is none of a gateway', async () => {
  answering(() => new Response(failing(new TypeError('network error'))))
  expect(await probe(ORIGIN)).toEqual({ is: 'not_sotto' })
})

test('an answer without end is cut off', async () => {
  let sent = 0
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 1024
      controller.enqueue(new Uint8Array(1024).fill(0x20))
    },
  })
  answering(() => new Response(endless))
  expect(await probe(ORIGIN)).toEqual({ is: 'not_sotto' })
  expect(sent).toBeLessThan(256 * 1024)
})

test('where nothing answers, the cause is looked for', async () => {
  answering(() => Promise.reject(new TypeError('Failed to fetch')))
  expect(await probe('http://localhost:7984')).toEqual({ is: 'refused' })
})

test('nothing of the person’s is sent: one GET without cookie, referrer or cache', async () => {
  const fetched = answering(json(200, sotto))
  await probe(ORIGIN)
  const [url, init] = fetched.mock.calls[0] ?? []
  expect(url).toBe(`${ORIGIN}/api/v1/sandbox`)
  expect(init).toMatchObject({
    credentials: 'omit',
    redirect: 'manual',
    cache: 'no-store',
    referrerPolicy: 'no-referrer',
  })
  expect(init).not.toHaveProperty('headers')
  expect(init).not.toHaveProperty('body')
})

const timedOut = () => new DOMException('signal timed out', 'TimeoutError')

/** A body that begins well and then fails. */
function failing(error: Error): ReadableStream<Uint8Array> {
  let begun = false
  return new ReadableStream({
    pull(controller) {
      if (begun) return controller.error(error)
      begun = true
      controller.enqueue(new TextEncoder().encode('{"ok":'))
    },
  })
}
