import { describe, expect, test } from 'vitest'
import { BrokenAnswer, createClient, readEvents } from './sotto-client.ts'

const origin = 'https://pay.example'

describe.each([
  ['createClient', (origin: string) => createClient({ origin })],
  ['readEvents', (origin: string) => readEvents({ origin, signal: new AbortController().signal })],
])('%s', (_, made) => {
  test.each(['/sotto', '/?a=1', '/?', '/#top', '/api/v1/'])('refuses an origin with %s', (rest) => {
    expect(() => made(origin + rest)).toThrow('such as https://pay.example, without user, path, query or fragment')
  })

  test.each(['https://user:word@pay.example', 'file:///tmp/sotto', 'localhost:7984'])('refuses %s', (text) => {
    expect(() => made(text)).toThrow('origin must be an origin such as https://pay.example,')
  })

  test.each([origin, `${origin}/`, 'http://127.0.0.1:7984', 'https://PAY.example:443'])('takes %s', (text) => {
    expect(() => made(text)).not.toThrow()
  })
})

test('an event whose data is not what the API says is a broken answer', async () => {
  const body = 'id: 1\nevent: balance\ndata: {"walletId":7}\n\n'
  const fetch = async () => new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  const failure = await readEvents({ origin, fetch, signal: new AbortController().signal })
    .next()
    .catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(BrokenAnswer)
  expect(failure).toMatchObject({ message: 'The answer to GET /events is not what the API says', status: 200 })
})
