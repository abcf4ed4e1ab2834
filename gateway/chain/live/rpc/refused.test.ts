import { createPublicClient, custom, ResponseBodyTooLargeError, RpcRequestError } from 'viem'
import { expect, test } from 'vitest'
import { isRefused } from './refused.ts'

/** What comes of a node's answer where viem has named it. */
async function failureOf(code: number, message: string): Promise<unknown> {
  const request = () => Promise.reject(new RpcRequestError({ body: {}, url: 'http://node', error: { code, message } }))
  const client = createPublicClient({ transport: custom({ request }, { retryCount: 0 }) })
  return client.request({ method: 'eth_getLogs', params: [{}] }).catch((error: unknown) => error)
}

test.each([
  [-32_005, 'query returned more than 10000 results'],
  [-32_005, 'eth_getLogs range is too large'],
  [-32_005, 'exceeds max block distance'],
  [-32_005, 'response size exceeded'],
  [-32_602, 'Log response size exceeded. You can make eth_getLogs requests with up to a 2K block range'],
  [-32_600, 'Under the Free tier plan, you can make eth_getLogs requests with up to a 10 block range.'],
  [-32_614, 'eth_getLogs is limited to a 10,000 range'],
  [-32_000, 'query exceeds max results 20000'],
  [-32_047, 'Invalid eth_getLogs request. Max range: 800'],
  [35, 'ranges over 10000 blocks are not supported'],
])('%i "%s" says that a question was too much', async (code, message) => {
  expect(isRefused(await failureOf(code, message))).toBe(true)
})

test.each([
  [429, 'Your app has exceeded its compute units per second capacity.'],
  [429, 'busy'],
  [-32_005, 'Too Many Requests'],
  [-32_005, 'daily request count exceeded, request rate limited'],
  [-32_007, '50/second request limit reached - reduce calls per second or upgrade your account'],
  [-32_016, 'over rate limit'],
  [-32_090, 'Too many requests, reason: call rate limit exhausted, retry in 10s'],
  [15, 'Too many request, try again later'],
  [-32_601, 'the method eth_getLogs does not exist/is not available'],
  [-32_000, 'header not found'],
  [-32_000, 'pruned history unavailable'],
])('%i "%s" does not', async (code, message) => {
  expect(isRefused(await failureOf(code, message))).toBe(false)
})

test('an answer that is too long does, and a node that is silent does not', () => {
  expect(isRefused(new ResponseBodyTooLargeError({ maxSize: 1, size: 2 }))).toBe(true)
  expect(isRefused(new Error('fetch failed'))).toBe(false)
})
