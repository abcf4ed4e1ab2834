import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Client } from '#shared/client.ts'
import { NotAnAnswer } from '#shared/client-errors.ts'
import { failureOf } from '#shared/client-failure.ts'
import { clientFor, connectionOf, withGateway } from './connection.ts'

const KEY = `sotto_sk_${'a'.repeat(43)}`
const OTHER = `sotto_sk_${'b'.repeat(43)}`
let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'sotto-home-'))
})
afterEach(() => rmSync(home, { recursive: true }))

function kept(text: string, mode = 0o600): string {
  mkdirSync(join(home, '.config', 'sotto'), { recursive: true })
  const file = join(home, '.config', 'sotto', 'gateway')
  writeFileSync(file, text)
  chmodSync(file, mode)
  return file
}
const whole = `# mine\nSOTTO_GATEWAY_URL=https://pay.example.org\nSOTTO_API_KEY="${KEY}"\n`

test('where nothing else is named, this machine; options over the environment over the file', () => {
  expect(connectionOf({}, { SOTTO_API_KEY: KEY }, home)).toEqual({ origin: 'http://127.0.0.1:7984', apiKey: KEY })
  const file = kept(whole)
  expect(connectionOf({}, {}, home)).toEqual({ origin: 'https://pay.example.org', apiKey: KEY })
  const env = { SOTTO_API_KEY: OTHER, SOTTO_GATEWAY_URL: 'localhost:1', SOTTO_GATEWAY_FILE: file }
  expect(connectionOf({ gateway: 'http://localhost:2' }, env, home)).toEqual({
    origin: 'http://localhost:2',
    apiKey: OTHER,
  })
  expect(connectionOf({ gateway: 'example.org/path' }, env, home).origin).toBe('https://example.org')
})

test.each(['127.0.0.1:7984', 'localhost:1', '[::1]:1', '127.0.0.1'])(
  '%s, without a scheme, is plain http',
  (gateway) => {
    expect(connectionOf({ gateway }, { SOTTO_API_KEY: KEY }, home).origin).toBe(`http://${gateway}`)
  },
)

test.each(['example.org:1', '127.0.0.1.example.org', 'localhost.example.org'])('%s is https', (gateway) => {
  expect(connectionOf({ gateway }, { SOTTO_API_KEY: KEY }, home).origin).toBe(`https://${gateway}`)
})

test('a file may hold the key alone, as "sotto api-key create" prints it', () => {
  kept(`${KEY}\n`)
  expect(connectionOf({}, {}, home).apiKey).toBe(KEY)
})

test.each([0o644, 0o640, 0o604])('a file of mode %o is refused, whatever is in it', (mode) => {
  kept(whole, mode)
  expect(() => connectionOf({}, { SOTTO_API_KEY: OTHER }, home)).toThrow(/can be read by other users.*chmod 600/)
})

test('without a key it is said where one belongs', () => {
  expect(() => connectionOf({}, { SOTTO_API_KEY: ' ' }, home)).toThrow(
    /SOTTO_API_KEY.*\.config\/sotto\/gateway.*mode 600/,
  )
})

test.each([
  ['http://pay.example.org', /show the API key/],
  ['http://127.0.0.1.example.org', /show the API key/],
  ['ftp://pay.example.org', /no address/],
  ['https://', /no address/],
  ['https://ada:secret@pay.example.org', /name or a password/],
])('%s is refused', (gateway, message) => {
  expect(() => connectionOf({ gateway }, { SOTTO_API_KEY: KEY }, home)).toThrow(message)
  expect(() => connectionOf({ gateway }, { SOTTO_API_KEY: KEY }, home)).not.toThrow('secret')
})

test.each(['café☃', 'sotto_sk_a\nb', 'sotto_sk_a b', 'sotto_sk_\u{7f}'])(
  'a key that no header can carry (%j) is refused before anything is sent, by its place',
  (key) => {
    expect(() => connectionOf({}, { SOTTO_API_KEY: key }, home)).toThrow('SOTTO_API_KEY holds no API key')
    expect(() => connectionOf({}, { SOTTO_API_KEY: key }, home)).not.toThrow(key)
    const file = kept(`SOTTO_API_KEY="${key}"\n`)
    expect(() => connectionOf({}, {}, home)).toThrow(`${file} holds no API key`)
  },
)

test('a file with the key of another alphabet alone is refused, too', () => {
  const file = kept('café☃\n')
  expect(() => connectionOf({}, {}, home)).toThrow(`${file} holds no API key`)
})

/** A server of someone else, for one question. */
async function elsewhere<T>(answer: RequestListener, ask: (url: string, api: Client) => Promise<T>): Promise<T> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    return await ask(url, clientFor(withGateway(new Command()), { SOTTO_API_KEY: KEY, SOTTO_GATEWAY_URL: url }))
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

test.each(['', '{"ok":true,'])('a gateway that has sent %j and then nothing for a minute is given up', async (sent) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const asked = Promise.withResolvers<void>()
  const begin: RequestListener = (_, response) => {
    if (sent !== '') response.writeHead(200, { 'content-type': 'application/json' }).write(sent)
    asked.resolve()
  }
  try {
    await elsewhere(begin, async (url, api) => {
      const answer = expect(api.listWallets({})).rejects.toThrow(`The gateway at ${url} did not answer within 60 s.`)
      await asked.promise
      await vi.advanceTimersByTimeAsync(60_000)
      await answer
    })
  } finally {
    vi.useRealTimers()
  }
})

const down = 'no Sotto gateway, or a proxy whose gateway is down (502)'

test.each<[string, number, Record<string, string>, string, string]>([
  ['a proxy whose gateway is down', 502, { 'content-type': 'text/html' }, '<h1>Bad Gateway</h1>', down],
  ['one that says nothing', 502, {}, '', down],
  ['a page of another server', 200, { 'content-type': 'text/html' }, '<p>', 'no Sotto gateway (200)'],
])('%s is no gateway, and is told with its address', async (_, status, headers, body, what) => {
  await elsewhere(
    (_request, response) => response.writeHead(status, headers).end(body),
    async (url, api) => {
      const error = await api.listWallets({}).catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(NotAnAnswer)
      expect(failureOf(error)).toEqual({
        code: 'not_sotto',
        status,
        message: `What answers at ${url} is ${what}.`,
      })
    },
  )
})

test('a redirect is told as one: the key is not sent on', async () => {
  await elsewhere(
    (_request, response) => response.writeHead(301, { location: 'https://pay.example.org/' }).end(),
    async (url, api) => {
      await expect(api.listWallets({})).rejects.toThrow(
        `${url} redirects to another address: name that of the gateway itself.`,
      )
    },
  )
})
