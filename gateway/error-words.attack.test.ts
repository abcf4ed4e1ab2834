import { HttpRequestError, RpcRequestError } from 'viem'
import { describe, expect, test } from 'vitest'
import { wordsOf } from './chain/live/zama/failures.ts'
import { within } from './chain/live/zama/within.ts'
import { reason } from './cli/doctor/finding.ts'
import { withoutNode } from './cli/doctor/report.ts'
import { explain } from './cli/explain.ts'
import { errorWords } from './error-words.ts'
import { failure } from './http/failure.ts'

const KEY = 'a-key-to-a-node'
const urls = [
  `https://sepolia.infura.io/v3/${KEY}`,
  `HTTPS://SEPOLIA.INFURA.IO/v3/${KEY}`,
  `https://somebody:${KEY}@node.example/`,
  `https://${KEY}@node.example:8545`,
  `https://node.example/?apikey=${KEY}&more=1`,
  `https://node.example/#${KEY}`,
  `https://node.example/it's/(${KEY})/v3`,
  `wss://node.example/ws/${KEY}`,
]

/** As ethers 6 writes it, in the SDK; as viem does; and in prose, cut off, or behind a word. */
const texts: [string, (url: string) => string][] = [
  [
    'ethers',
    (url) =>
      `server response 401 Unauthorized (request={  }, response={  }, error=null, info={ "requestUrl": ${JSON.stringify(url)}, "responseStatus": "401 Unauthorized" }, code=SERVER_ERROR, version=6.16.0)`,
  ],
  ['JSON in JSON', (url) => JSON.stringify(JSON.stringify({ url }))],
  ['viem', (url) => new HttpRequestError({ url, status: 429 }).message],
  ['prose', (url) => `cannot reach ${url}, tried 3 times`],
  ['a word before it', (url) => `url=${url}; (${url})`],
]

const cases = urls.flatMap((url) => texts.map(([name, text]): [string, string, string] => [name, url, text(url)]))

describe('the key to a node', () => {
  test.each(cases)('is in no words of an error: %s of %s', async (_, url, text) => {
    const error = new Error(text)
    const kept = [errorWords(error), errorWords(text), wordsOf(error), reason(error)]
    const failed = await within(1_000, 'decryption', () => Promise.reject(error)).catch(({ message }: Error) => message)
    const cause = new RpcRequestError({ body: {}, error: { code: -32000, message: text }, url })
    const told = [explain(new Error('The chain did not answer', { cause }), false), explain(error, true)]
    for (const words of [...kept, failed, ...told]) {
      expect(words).not.toContain(KEY)
      expect(words).toContain('(URL)')
    }
  })

  test.each(urls)('is in no log of a request that failed: %s', async (url) => {
    const logged: string[] = []
    const note = (fields: object) => void logged.push(JSON.stringify(fields))
    const log = { debug: note, info: note, warn: note, error: note }
    const context = { get: () => 'id', header() {}, res: new Response(), body: () => new Response() }
    failure({ log, drained: new AbortController().signal }, new HttpRequestError({ url }), context as never)
    expect(logged).toHaveLength(1)
    expect(logged[0]).toContain('(URL)')
    expect(logged[0]).not.toContain(KEY)
  })

  test('is in no word beyond the 200 that are kept of an error, however it is cut', async () => {
    const long = new Error(`${'x'.repeat(180)} https://node.example/v3/${KEY}`)
    const failed = within(1_000, 'decryption', () => Promise.reject(long))
    await expect(failed).rejects.toThrow(/x \(URL\)$/)
  })
})

describe('a report that is pasted into an issue', () => {
  const rpcUrl = 'https://Somebody:Secret%21word@Node.Example:8545/v3/the-key-of-one?token=of-somebody#fragment'
  test.each([
    rpcUrl,
    new URL(rpcUrl).href,
    'Node.Example:8545',
    'node.example',
    'NODE.EXAMPLE',
    'Secret%21word',
    'Secret!word',
    'Somebody',
    'invalid project ID: the-key-of-one',
    '/v3/THE-KEY-OF-ONE',
    'token of-somebody',
    'fragment',
  ])('has no part of the address of its node: %s', (said) => {
    const words = withoutNode(rpcUrl, `it says ${said}.`)
    expect(words).toMatch(/^it says /)
    expect(words).not.toMatch(/somebody|secret|node\.example|the-key-of-one|fragment/i)
  })

  test('keeps every other word', () => {
    expect(withoutNode('https://127.0.0.1/v3/', 'block 7 of v3 / 5 s')).toBe('block 7 of v3 / 5 s')
  })
})

test('places in a stack stay, and a long text takes no time', () => {
  expect(errorWords('at file:///srv/sotto/main.js:1:2')).toBe('at file:///srv/sotto/main.js:1:2')
  const long = 'a.b-'.repeat(500_000)
  expect(errorWords(long)).toBe(long)
})
