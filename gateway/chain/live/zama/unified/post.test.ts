import { afterAll, beforeAll, expect, test } from 'vitest'
import { RelayerRefused } from '../failures.ts'
import { type Asked, type Fate, refusal, startMiddleman } from '../relayer-fixture.ts'
import { postUnified, type UnifiedRequest } from './post.ts'

let relayer: Awaited<ReturnType<typeof startMiddleman>>
beforeAll(async () => {
  relayer = await startMiddleman('http://127.0.0.1:9')
})
afterAll(() => relayer.close())

const queued = { status: 202, body: { status: 'queued', result: { jobId: 'job-1' } } }
const share = { payload: '0xab', signature: 'cd' }
const done = { status: 200, body: { status: 'succeeded', result: { result: [share] } } }

const isPost = ({ method }: Asked) => method === 'POST'

function ask(fate: (asked: Asked) => Fate, signal = new AbortController().signal) {
  relayer.asked.length = 0
  relayer.fate = fate
  const permit = { user: '0x1', publicKey: '0x2', contracts: ['0x3'], start: 1, seconds: 60 } as const
  const request: UnifiedRequest = {
    url: `${relayer.origin}/v3`,
    handles: ['0x4'],
    contract: '0x3',
    permit,
    signature: '0x',
  }
  return postUnified(request, signal)
}

test('it is asked once, polled, and its shares come without 0x', async () => {
  expect(await ask((asked) => (isPost(asked) ? queued : done))).toEqual([{ payload: 'ab', signature: 'cd' }])
  expect(relayer.asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /v3/user-decrypt',
    'GET /v3/user-decrypt/job-1',
  ])
})

test.each<[string, (asked: Asked) => Fate]>([
  ['a job that is a path', () => ({ status: 202, body: { result: { jobId: '../../keys/crs' } } })],
  ['no job', () => ({ status: 202, body: {} })],
  ['no shares', (asked) => (isPost(asked) ? queued : { status: 200, body: { result: { result: [] } } })],
  [
    'shares that are no bytes',
    (asked) =>
      isPost(asked) ? queued : { status: 200, body: { result: { result: [{ payload: 'xyz', signature: '' }] } } },
  ],
])('%s is no answer', async (_, fate) => {
  await expect(ask(fate)).rejects.toThrow('with something else')
})

test('an answer without an end is not read to its end', async () => {
  await expect(ask(() => ({ status: 202, body: 'x'.repeat(5_000_000) }))).rejects.toThrow('too much')
})

test('a redirect takes no permit elsewhere', async () => {
  const elsewhere = { status: 307, body: {}, headers: { location: '/elsewhere' } }
  await expect(ask(({ path }) => (path === '/elsewhere' ? done : elsewhere))).rejects.toThrow('fetch failed')
  expect(relayer.asked).toHaveLength(1)
})

test.each<[string, (asked: Asked) => Fate, { status: number; label: string | undefined }]>([
  ['a refusal', () => refusal(400, 'validation_failed'), { status: 400, label: 'validation_failed' }],
  [
    'one while it is polled',
    (asked) => (isPost(asked) ? queued : refusal(503, 'response_timed_out')),
    { status: 503, label: 'response_timed_out' },
  ],
  ['a proxy', () => ({ status: 502, body: '<html>' }), { status: 502, label: undefined }],
  ['an answer at once', () => done, { status: 200, label: undefined }],
])('%s is told as it is', async (_, fate, told) => {
  const asked = ask(fate)
  await expect(asked).rejects.toBeInstanceOf(RelayerRefused)
  await expect(asked).rejects.toMatchObject(told)
})

test('a relayer that says nothing is left when the caller has gone', async () => {
  const patience = new AbortController()
  const asked = ask(() => {
    setImmediate(() => patience.abort(new Error('the caller has gone')))
    return 'never'
  }, patience.signal)
  await expect(asked).rejects.toThrow('the caller has gone')
})
