import { get } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Order } from './order.ts'
import { openShop, type Shop } from './shop.ts'

const page = { '/': { type: 'text/html', bytes: new Uint8Array([60]) } }
let shop: Shop

beforeAll(async () => {
  const none = () => Promise.reject(new TypeError('fetch failed'))
  shop = await openShop({ api: { verifyNota: none, transfer: none, getTransaction: none }, walletId: 'till' }, page, 0)
})
afterAll(() => shop.close())

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(shop.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

const problemIn = async (answer: Response) => [
  answer.status,
  ((await answer.json()) as { error: { code: string } }).error.code,
]

test('an order is placed, and read again by its ID', async () => {
  const placed = (await (await post('/api/orders', { pieces: ['cup', 'bowl'] })).json()) as Order
  expect(placed).toMatchObject({ total: '64.5', refund: null })
  expect(await (await fetch(`${shop.url}/api/orders/${placed.id}`)).json()).toEqual(placed)
})

test.each([
  ['nothing', '/api/orders', { pieces: [] }, 400, 'bad_request'],
  ['what is not sold', '/api/orders', { pieces: ['moon'] }, 400, 'bad_request'],
  ['a refund of no order', '/api/orders/none/refund', { nota: 'card' }, 404, 'unknown_order'],
])('%s is refused', async (_, path, body, status, code) => {
  expect(await problemIn(await post(path, body))).toEqual([status, code])
})

test('a refund needs a card, and says so where the gateway does not answer', async () => {
  const { id } = (await (await post('/api/orders', { pieces: ['cup'] })).json()) as Order
  expect(await problemIn(await post(`/api/orders/${id}/refund`, {}))).toEqual([400, 'bad_request'])
  expect(await problemIn(await post(`/api/orders/${id}/refund`, { nota: 'card' }))).toEqual([502, 'gateway_refused'])
})

test('a page of another site places no order, and nobody reaches the shop under another name', async () => {
  expect((await post('/api/orders', { pieces: ['cup'] }, { origin: 'https://elsewhere.example' })).status).toBe(400)
  expect((await post('/api/orders', { pieces: ['cup'] }, { 'content-type': 'text/plain' })).status).toBe(400)
  expect(await statusUnder('shop.example')).toBe(421)
})

function statusUnder(host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(shop.url, { headers: { host } }, (answer) => resolve(answer.resume().statusCode)).once('error', reject)
  })
}

test('its page runs no foreign script and cannot be framed', async () => {
  const policy = (await fetch(shop.url)).headers.get('content-security-policy') ?? ''
  expect(policy).toContain("script-src 'self'")
  expect(policy).toContain("frame-ancestors 'none'")
})
