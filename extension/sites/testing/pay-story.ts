import { beforeEach, expect, vi } from 'vitest'
import { calm } from '../../testing/calm.ts'
import type { FakePage } from './fake-page.ts'
import { active, beginAnew, GATEWAY, gateway, prompt, SHOP, waiting, world } from './site-story.ts'

export const NOTA = 'eyJr.of.28'
export const address = `0x${'1'.repeat(40)}`

/** What the gateway says of the request and does with its payment. */
type Gateway = {
  subject: Record<string, unknown>
  trust: string
  broken: boolean
  ended: boolean
  /** How the page of the request says that it stands. */
  page: { state: string; open: string | null } | string
  paid: Record<string, unknown>[]
  /** Keeps the gateway from answering a payment. */
  hold: Promise<void>
  outcome: 'SETTLED' | 'PENDING' | 'FAILED' | 'refused'
}
export let at: Gateway

const anew = (): Gateway => ({
  subject: {
    id: 'r1',
    address,
    token: 'cSTABLE',
    amount: '28',
    label: 'Shop',
    memo: 'Order 1042',
    url: `${GATEWAY}/pay/token`,
    expiresAt: null,
    chainId: 11155111,
    network: 'offline',
    stable: address,
    cstable: address,
  },
  trust: 'this_gateway',
  broken: false,
  ended: false,
  page: { state: 'open', open: '28' },
  paid: [],
  hold: Promise.resolve(),
  outcome: 'SETTLED',
})

/** Before each test: a gateway with one request that is open. */
export function beginPaying(): void {
  beginAnew()
  beforeEach(() => {
    at = anew()
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => answer(new URL(url), init))
  })
}

async function answer(url: URL, init: RequestInit): Promise<Response> {
  const { pathname, searchParams } = url
  if (pathname === '/pay/token/status')
    return typeof at.page === 'string' ? new Response(at.page) : Response.json(at.page)
  if (pathname === '/pay/token/request.nota') return new Response(NOTA, { status: at.ended ? 409 : 200 })
  if (pathname === '/api/v1/nota/verify') return Response.json({ ok: true, data: verdict() })
  if (pathname === '/api/v1/transfer') {
    const made = transfer(JSON.parse(String(init.body)))
    await at.hold
    return made
  }
  if (pathname === '/api/v1/transactions') return found(searchParams.get('externalId'))
  if (pathname.endsWith('/nota')) return Response.json({ ok: true, data: { nota: 'the receipt' } })
  return gateway.answer(url)
}

const verdict = () => ({
  type: 'request',
  subject: at.subject,
  issuedAt: '2027-01-31T12:00:00.000Z',
  issuer: { fingerprint: 'f', trust: at.trust },
  valid: at.trust !== 'unknown',
  checks: at.broken ? [{ name: 'signature', result: 'failed', detail: 'It is of another file.' }] : [],
})

/** Under the key of a payment that it has, the gateway makes no other. */
function transfer(body: Record<string, unknown>): Response {
  if (at.outcome === 'refused')
    return Response.json({ ok: false, error: { code: 'request_ended', message: 'Over.' } }, { status: 409 })
  if (!at.paid.some(({ externalId }) => externalId === body.externalId)) at.paid.push(body)
  return Response.json({ ok: true, data: { transaction: transactionOf(body) } }, { status: 201 })
}

const transactionOf = ({ amount, externalId }: Record<string, unknown>) => ({
  id: 'tz4a98xxat96iws9zmbrgj3a',
  type: 'TRANSFER',
  status: at.outcome,
  amount,
  token: 'cSTABLE',
  txHash: null,
  settlementTxHash: null,
  walletId: 'w1',
  createdAt: '2027-01-31T12:00:00.000Z',
  updatedAt: '2027-01-31T12:00:00.000Z',
  to: address,
  waitingFor: null,
  externalId,
})

function found(externalId: string | null): Response {
  const items = at.paid.filter((body) => body.externalId === externalId).map(transactionOf)
  return Response.json({ ok: true, data: { items, page: 1, pageSize: 1, total: items.length } })
}

export function asksFor(amount: string): void {
  at.subject.amount = amount
  at.page = { state: 'open', open: amount }
}

/** Sealing and hashing take as long as they take, however many turns of the loop go by: the limit is for hangs. */
export const until = (check: () => unknown) => vi.waitFor(check, { timeout: 240_000, interval: 2 })
export const shown = { requestId: 'r1', address, amount: '28', token: 'cSTABLE', trust: 'this_gateway' }
export const consent = async (part: Record<string, unknown> = {}) => {
  const { id } = await prompt()
  const input = { id, allow: true, profileId: await active(), walletId: 'w1', shown, receipt: false, ...part }
  return world.ask('approval.decide', input)
}
/** A question of a page, once it waits for the person or is answered. */
export const ask = async (page: FakePage, params: unknown, method = 'sotto_requestPayment') => {
  const answer = page.ask(method, params)
  const [name = ''] = [...page.answers.keys()].slice(-1)
  await until(async () => {
    const isWaiting = (await waiting()).some(({ waiters }) => waiters.some(({ key }) => key.endsWith(name)))
    expect(isWaiting || page.answers.get(name)?.length === 1).toBe(true)
  })
  return { answer }
}
export const opened = async (origin = SHOP) => {
  await world.ask('site.enable', { origin })
  const page = world.open(origin)
  await calm()
  return page
}
export const asked = async (origin = SHOP, request = NOTA) => {
  const page = await opened(origin)
  return { page, ...(await ask(page, [{ request }])) }
}
export const paidOnce = async () => {
  const { page, answer } = await asked()
  await consent()
  expect((await answer).value).toEqual({ status: 'settled' })
  return page
}
