import { get } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Order } from './order.ts'
import { openShop, type Shop } from './shop.ts'
import { requestsOnly } from './till-fixture.ts'

const page = { '/': { type: 'text/html', bytes: new Uint8Array([60]) } }
const gateway = requestsOnly()
let shop: Shop

beforeAll(async () => {
  shop = await openShop(gateway.till, page, 0)
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
  expect(placed).toMatchObject({ total: '64.5', payment: { state: 'waiting', received: null }, refund: null })
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
  const { id } = await paidOrder()
  expect(await problemIn(await post(`/api/orders/${id}/refund`, {}))).toEqual([400, 'bad_request'])
  expect(await problemIn(await post(`/api/orders/${id}/refund`, { nota: 'card' }))).toEqual([502, 'gateway_refused'])
})

async function placeOrder(): Promise<{ id: string; requestId: string; read(): Promise<Order> }> {
  const { id, payment } = (await (await post('/api/orders', { pieces: ['cup'] })).json()) as Order
  const read = async () => (await (await fetch(`${shop.url}/api/orders/${id}`)).json()) as Order
  return { id, requestId: payment.url.split('/').at(-1) ?? '', read }
}

async function paidOrder() {
  const order = await placeOrder()
  gateway.paid(order.requestId, '28')
  expect((await gateway.tell(order.requestId)).status).toBe(204)
  return order
}

describe('an order is paid', () => {
  test('once the gateway has told the shop and says it again when asked; then there is a receipt', async () => {
    const { id, requestId, read } = await placeOrder()
    const receipt = () => fetch(`${shop.url}/api/orders/${id}/receipt.nota`)
    expect(await problemIn(await receipt())).toEqual([409, 'not_paid'])
    // A true message that came too early, or is sent again later, changes nothing.
    expect((await gateway.tell(requestId)).status).toBe(204)
    expect((await read()).payment.state).toBe('waiting')
    gateway.paid(requestId, '30')
    for (let times = 0; times < 2; times++) expect((await gateway.tell(requestId)).status).toBe(204)
    expect((await read()).payment).toMatchObject({ state: 'paid', received: '30' })
    expect(await (await receipt()).text()).toBe('receipt of first')
  })

  test('not where another key has signed the message, or none', async () => {
    const { requestId, read } = await placeOrder()
    gateway.paid(requestId, '28')
    expect((await gateway.tell(requestId, `whsec_${Buffer.alloc(32).toString('base64')}`)).status).toBe(400)
    expect((await post('/hooks/sotto', { type: 'request.paid', data: { id: requestId } })).status).toBe(400)
    expect((await read()).payment.state).toBe('waiting')
  })

  test('before anything is paid back', async () => {
    const { id } = await placeOrder()
    expect(await problemIn(await post(`/api/orders/${id}/refund`, { nota: 'card' }))).toEqual([409, 'not_paid'])
  })

  test('by a request of another order not at all, and a message about an unknown one is taken', async () => {
    const { read } = await placeOrder()
    expect((await gateway.tell('request-of-another-shop')).status).toBe(204)
    expect((await read()).payment.state).toBe('waiting')
  })
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
