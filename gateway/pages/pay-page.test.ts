import { beforeEach, expect, test } from 'vitest'
import { PAGES_OF_ADDRESS_MAX } from '#shared/limits.ts'
import type { Address } from '#shared/model/ids.ts'
import { createApp } from '../app.ts'
import { ask, buyer, settle, setUpEach, shop, stranger, world } from '../collections/requests-fixture.ts'
import { COMMENT } from '../http/stream.ts'
import { findRequest } from '../requests/store.ts'
import { openPages } from '../streams/open-pages.ts'
import { createTester, createTestWorld } from '../testing/test-world.ts'
import { watchOf } from './pay-stream.ts'

setUpEach({ SOTTO_LIMIT_READS: '40' })
let get: (path: string, method?: string) => Promise<Response>
beforeEach(() => {
  const app = createApp(world)
  get = async (path, method = 'GET') =>
    app.request(`http://localhost:7984${path}`, { method, headers: { host: 'localhost:7984' } })
})

const pathOf = ({ url }: { url: string }) => new URL(url).pathname

test('the page has all that it takes to pay without a script, and nobody keeps it', async () => {
  const memo = 'Order <b>1042</b>, '.repeat(20).trim()
  const request = await ask({ amount: '1234.5', memo, label: 'Café "Nord"' })
  const answer = await get(pathOf(request))
  const html = await answer.text()
  expect(answer.status).toBe(200)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
  expect(answer.headers.get('x-robots-tag')).toBe('noindex, nofollow')
  expect(answer.headers.get('content-security-policy')).not.toMatch(/unsafe|https?:|\*/)
  expect(html).toContain(request.address)
  expect(html).toContain('1\u202f234.50 ')
  expect(html).not.toContain('<b>')
  expect(html).toContain('<svg class="qr"')
  expect(html).not.toContain('ethereum:')
  expect(html).not.toMatch(/<style|\sstyle=|<script(?![^>]*\ssrc=)|\son\w+=/)
  const files = await Promise.all(
    ['tokens.css', 'pay.css', 'pay.js'].map(async (name) => (await get(`/pay/${name}`)).text()),
  )
  expect(html.length + files.join('').length).toBeLessThan(30_000)
})

test('in public the link says the amount, as EIP-681 has it', async () => {
  const request = await ask({ token: 'STABLE' })
  const { stable } = world.chain.tokens
  expect(await (await get(pathOf(request))).text()).toContain(
    `ethereum:${stable.address}@11155111/transfer?address=${request.address}&#38;uint256=5000000`,
  )
})

test('a request at the address of its wallet names none to send to, and other gateways refuse its file', async () => {
  const request = await ask({ token: 'STABLE', address: 'wallet' })
  const html = await (await get(pathOf(request))).text()
  expect(html).toContain('an account of this gateway')
  expect(html).not.toMatch(/0x[0-9a-f]{40}|ethereum:|class="qr"/i)
  const nota = await (await get(`${pathOf(request)}/request.nota`)).text()
  expect(await buyer.api.verifyNota({ nota })).toMatchObject({ valid: true, subject: { byName: true } })
  const elsewhere = await createTester(await createTestWorld())
  const { valid, checks } = await elsewhere.api.verifyNota({ nota })
  const failed = checks.filter(({ result }) => result === 'failed').map(({ detail }) => detail)
  expect([valid, failed]).toEqual([false, [expect.stringContaining('Only accounts of the gateway that made it')]])
})

test('the page says that money of another token came in', async () => {
  const [request, other] = [await ask(), await ask()]
  stranger.pay(request.address as Address, 5_000_000n)
  await settle()
  expect(await (await get(pathOf(request))).text()).toContain('Money of another token came in')
  expect(await (await get(pathOf(other))).text()).not.toContain('another token')
})

test('dust hides no receipt', async () => {
  const request = await ask({ token: 'STABLE' })
  for (let times = 0; times < 20; times++) stranger.pay(request.address as Address, 1n)
  stranger.pay(request.address as Address, 5_000_000n)
  await settle()
  const nota = await (await get(`${pathOf(request)}/receipt-1.nota`)).text()
  expect(await shop.api.verifyNota({ nota })).toMatchObject({ valid: true, subject: { amount: '5' } })
  expect((await get(`${pathOf(request)}/receipt-20.nota`)).status).toBe(200)
})

test('paid, expired and cancelled requests say so, and offer nothing to pay', async () => {
  const [paid, late, taken] = [await ask(), await ask({ expiresAt: soon() }), await ask()]
  stranger.payHidden(paid.address as Address, 5_000_000n)
  await shop.api.cancelRequest({ id: taken.id })
  world.clock.pass(120_000)
  await settle()
  for (const [request, title] of [
    [paid, 'Paid'],
    [late, 'Expired'],
    [taken, 'Cancelled'],
  ] as const) {
    const html = await (await get(pathOf(request))).text()
    expect(html).toContain(`<h2 id="state" tabindex="-1">${title}</h2>`)
    expect(html).not.toContain('class="qr"')
    expect((await get(`${pathOf(request)}/request.nota`)).status).toBe(409)
  }
  const receipt = await (await get(`${pathOf(paid)}/receipt-1.nota`)).text()
  expect(await shop.api.verifyNota({ nota: receipt })).toMatchObject({ type: 'receipt', valid: true })
  expect((await get(`${pathOf(late)}/receipt-1.nota`)).status).toBe(404)
})

test('where a request has ended, nothing of it is still open', async () => {
  const [late, taken] = [await ask({ expiresAt: soon() }), await ask()]
  for (const { address } of [late, taken]) stranger.payHidden(address as Address, 2_000_000n)
  await settle()
  const pageOf = async (request: { url: string }) => (await get(pathOf(request))).text()
  expect(await pageOf(taken)).toContain('Still open')
  await shop.api.cancelRequest({ id: taken.id })
  world.clock.pass(60_000)
  const lapsing = await pageOf(late)
  world.clock.pass(60_000)
  await settle()
  for (const html of [lapsing, await pageOf(late), await pageOf(taken)]) {
    expect(html).toMatch(/Do not pay/)
    expect(html).toContain('<dt>Received</dt>')
    expect(html).not.toContain('Still open')
  }
})

test('a payer whose address has asked too often is told so on a page, which is as private', async () => {
  const path = pathOf(await ask())
  const asked = await Promise.all(Array.from({ length: 45 }, () => get(path)))
  const answer = asked.find(({ status }) => status === 429)
  expect(answer?.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(answer?.headers.get('cache-control')).toBe('no-store')
  expect(Number(answer?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await answer?.text()).toContain('Open the page again in a minute')
  const status = await get(`${path}/status`)
  expect([status.status, status.headers.get('cache-control')]).toEqual([429, 'no-store'])
})

const soon = () => new Date(world.clock.now() + 60_000).toISOString()

test('the file of a request says what it asks for, under the key of this gateway', async () => {
  const request = await ask({ memo: 'Order 1042' })
  const nota = await (await get(`${pathOf(request)}/request.nota`)).text()
  const verdict = await shop.api.verifyNota({ nota })
  expect(verdict).toMatchObject({ type: 'request', valid: true, issuer: { trust: 'this_gateway' } })
  const { id, address, url } = request
  expect(verdict.subject).toMatchObject({ id, address, url, amount: '5', memo: 'Order 1042', label: null })
})

/** What a page hears, one by one; `undefined` at the end. */
async function hear(path: string) {
  const answer = await get(`${path}/events`)
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  return { answer, next: async () => (await reader?.read())?.value, leave: () => reader?.cancel() }
}

test('an open page hears how its request stands, at once and whenever that changes, until it has ended', async () => {
  const request = await ask()
  const { answer, next } = await hear(pathOf(request))
  expect(answer.headers.get('content-type')).toBe('text/event-stream')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const status = (state: string, received: string, open: string) =>
    `data: ${JSON.stringify({ state, received, open })}\n\n`
  expect(await next()).toBe(status('open', '0', '5'))
  const html = await (await get(pathOf(request))).text()
  expect(html).toContain(
    'data-status="{&#34;state&#34;:&#34;open&#34;,&#34;received&#34;:&#34;0&#34;,&#34;open&#34;:&#34;5&#34;}"',
  )
  for (const [units, state, received, open] of [
    [2_000_000n, 'part', '2', '3'],
    [3_000_000n, 'paid', '5', '0'],
  ] as const) {
    stranger.payHidden(request.address as Address, units)
    await settle()
    let heard = await next()
    // Time flies in a test: a stream says now and then that it is there.
    while (heard === COMMENT) heard = await next()
    expect(heard).toBe(status(state, received, open))
  }
  expect(await next()).toBeUndefined()
  expect(openPages(world).size).toBe(0)
})

test('pages that have gone are forgotten, and one address has so many at a time', async () => {
  const { id } = await ask()
  const request = await findRequest(world.db, world.keys, id)
  if (request === undefined) throw new Error('there is none')
  const { open } = watchOf(world)
  const size = () => openPages(world).size
  const streams = Array.from({ length: PAGES_OF_ADDRESS_MAX }, () => open(request, '192.0.2.1'))
  expect(() => open(request, '192.0.2.1')).toThrow(expect.objectContaining({ code: 'rate_limited' }))
  streams.push(open(request, '192.0.2.2'))
  for (const { close } of streams) close()
  expect(size()).toBe(0)
})

test('a request without a reader takes no place among the open pages', async () => {
  const path = pathOf(await ask())
  const answer = await get(`${path}/events`, 'HEAD')
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET'])
  expect(openPages(world).size).toBe(0)
  expect((await get(`${path}/status`, 'HEAD')).status).toBe(200)
})

test('made-up, cut and odd links are answered alike, and so many from one address', async () => {
  const { url } = await ask()
  const links = ['A'.repeat(22), new URL(url).pathname.slice(5, -1), 'x', '%00', 'constructor']
  const answers = await Promise.all(links.map(async (link) => (await get(`/pay/${link}`)).text()))
  expect(new Set(answers).size).toBe(1)
  for (const link of links)
    for (const more of ['status', 'events']) expect((await get(`/pay/${link}/${more}`)).status).toBe(404)
  const statuses = []
  for (let tries = 0; tries < 40; tries++) statuses.push((await get(`/pay/${'B'.repeat(22)}`)).status)
  expect(statuses.at(-1)).toBe(429)
})

test('neither a link nor an amount is in a log', async () => {
  const lines: string[] = []
  world.log.debug = (fields, message) => void lines.push(JSON.stringify(fields) + message)
  const request = await ask({ amount: '4321' })
  await get(pathOf(request))
  await get(`${pathOf(request)}/status`)
  expect(lines.join()).toContain('/pay/…')
  expect(lines.join()).not.toContain(pathOf(request).slice(5))
  expect(lines.join()).not.toContain('4321')
})
