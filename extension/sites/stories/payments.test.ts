import { beforeEach, describe, expect, test, vi } from 'vitest'
import { intents } from '../../intents/kept.ts'
import { codes } from '../../provider/protocol.ts'
import { connectGateway, unlock } from '../../testing/open-wallet.ts'
import { grants } from '../grants.ts'
import type { FakePage } from '../testing/fake-page.ts'
import {
  active,
  answers,
  asking,
  beginAnew,
  calm,
  GATEWAY,
  gateway,
  OTHER,
  prompt,
  refuse,
  SHOP,
  waiting,
  world,
} from '../testing/site-story.ts'

const NOTA = 'request.of.28'
const address = `0x${'1'.repeat(40)}`

/** What the gateway says of the request, and does with its payment. */
let subject: Record<string, unknown>
let trust: string
let broken: boolean
let page: { state: string; open: string | null } | string
let paid: Record<string, unknown>[]
/** Keeps the gateway from answering. */
let hold: Promise<void>
let outcome: 'SETTLED' | 'PENDING' | 'FAILED' | 'refused'

beginAnew()
beforeEach(() => {
  subject = {
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
  }
  trust = 'this_gateway'
  broken = false
  page = { state: 'open', open: '28' }
  paid = []
  hold = Promise.resolve()
  outcome = 'SETTLED'
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const { pathname, searchParams } = new URL(url)
    if (pathname === '/pay/token/status') return typeof page === 'string' ? new Response(page) : Response.json(page)
    if (pathname === '/pay/token/request.nota') return new Response(NOTA)
    if (pathname === '/api/v1/nota/verify') return Response.json({ ok: true, data: verdict() })
    if (pathname === '/api/v1/transfer') {
      const made = transfer(JSON.parse(String(init.body)))
      await hold
      return made
    }
    if (pathname === '/api/v1/transactions') return found(searchParams.get('externalId'))
    if (pathname.endsWith('/nota')) return Response.json({ ok: true, data: { nota: 'the receipt' } })
    return gateway.answer(new URL(url))
  })
})

const verdict = () => ({
  type: 'request',
  subject,
  issuedAt: '2027-01-31T12:00:00.000Z',
  issuer: { fingerprint: 'f', trust },
  valid: trust !== 'unknown',
  checks: broken ? [{ name: 'signature', result: 'failed', detail: 'It is of another file.' }] : [],
})

/** Under the key of a payment that it has, the gateway makes no other. */
function transfer(body: Record<string, unknown>): Response {
  if (outcome === 'refused')
    return Response.json({ ok: false, error: { code: 'request_ended', message: 'Over.' } }, { status: 409 })
  if (!paid.some(({ externalId }) => externalId === body.externalId)) paid.push(body)
  return Response.json({ ok: true, data: { transaction: transactionOf(body) } }, { status: 201 })
}

const transactionOf = ({ amount, externalId }: Record<string, unknown>) => ({
  id: 'tz4a98xxat96iws9zmbrgj3a',
  type: 'TRANSFER',
  status: outcome,
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
  const items = paid.filter((body) => body.externalId === externalId).map(transactionOf)
  return Response.json({ ok: true, data: { items, page: 1, pageSize: 1, total: items.length } })
}

function asksFor(amount: string): void {
  subject.amount = amount
  page = { state: 'open', open: amount }
}

/** Sealing and hashing take as long as they take, however many turns of the loop go by. */
const until = (check: () => unknown) => vi.waitFor(check, { timeout: 5_000, interval: 2 })
const shown = { requestId: 'r1', address, amount: '28', token: 'cSTABLE', trust: 'this_gateway' }
const consent = async (part: Record<string, unknown> = {}) => {
  const { id } = await prompt()
  const input = { id, allow: true, profileId: await active(), walletId: 'w1', shown, receipt: false, ...part }
  return world.ask('approval.decide', input)
}
/** A question of a page, once it waits for the person or is answered. */
const ask = async (page: FakePage, params: unknown, method = 'sotto_requestPayment') => {
  const answer = page.ask(method, params)
  const [name = ''] = [...page.answers.keys()].slice(-1)
  await until(async () => {
    const isWaiting = (await waiting()).some(({ waiters }) => waiters.some(({ key }) => key.endsWith(name)))
    expect(isWaiting || page.answers.get(name)?.length === 1).toBe(true)
  })
  return { answer }
}
const opened = async (origin = SHOP) => {
  await world.ask('site.enable', { origin })
  const page = world.open(origin)
  await calm()
  return page
}
const asked = async (origin = SHOP, request = NOTA) => {
  const page = await opened(origin)
  return { page, ...(await ask(page, [{ request }])) }
}
const paidOnce = async () => {
  const { page, answer } = await asked()
  await consent()
  expect((await answer).value).toEqual({ status: 'settled' })
  return page
}

describe('a page that asks for a payment', () => {
  test('is told that it is settled, and nothing else; the site is known from then on', async () => {
    const { page, answer } = await asked()
    expect([await prompt(), world.windows.size]).toMatchObject([{ request: NOTA, purpose: null }, 1])
    expect(await consent()).toMatchObject({ ok: true })
    expect((await answer).value).toEqual({ status: 'settled' })
    expect(paid).toMatchObject([{ walletId: 'w1', amount: '28', token: 'cSTABLE', requestId: 'r1' }])
    expect(paid[0]).not.toHaveProperty('to')
    expect(await grants.get()).toMatchObject([{ origin: SHOP, capability: 'sotto_payments', walletId: 'w1' }])
    expect(await (await ask(page, null, 'sotto_getAddressCard')).answer).toMatchObject({ failure: { code: 4100 } })
    expect([await waiting(), world.windows.size]).toEqual([[], 0])
  })

  test('gets the receipt where the person ticked it', async () => {
    const { answer } = await asked()
    await consent({ receipt: true })
    expect((await answer).value).toEqual({ status: 'settled', receipt: 'the receipt' })
  })

  test.each([
    ['PENDING', 'submitted'],
    ['FAILED', 'refused'],
    ['refused', 'refused'],
  ] as const)('whose payment is %s is told %s', async (comes, status) => {
    outcome = comes
    const { answer } = await asked()
    await consent({ receipt: true })
    expect((await answer).value).toEqual({ status })
    // A site that was not paid is not known.
    expect(await grants.get()).toHaveLength(status === 'refused' ? 0 : 1)
  })

  test('by the address of the request’s page pays the same', async () => {
    const { answer } = await asked(SHOP, `${GATEWAY}/pay/token`)
    await consent()
    expect((await answer).value).toEqual({ status: 'settled' })
  })

  test('gets 4001 where the person refuses, and nothing is paid', async () => {
    const { answer } = await asked()
    await refuse()
    expect((await answer).failure?.code).toBe(codes.refused)
    expect([paid, await intents.get(), await grants.get()]).toEqual([[], [], []])
  })

  test.each([
    ['an amount beside the request', [{ request: NOTA, amount: '1' }]],
    ['a receiver beside it', [{ request: NOTA, to: address }]],
    ['an address alone', [{ request: address }]],
    ['a page with a query', [{ request: `${GATEWAY}/pay/token?amount=1` }]],
    ['nothing', []],
    ['two requests', [{ request: NOTA }, { request: NOTA }]],
  ])('with %s is not heard', async (_, params) => {
    const page = await opened()
    expect((await (await ask(page, params)).answer).failure?.code).toBe(codes.badParameters)
    expect(world.windows.size).toBe(0)
  })
})

describe('once paid', () => {
  test('asked again, from another tab too and by another file of the request, it is not paid again', async () => {
    await paidOnce()
    const second = world.open(SHOP)
    await calm()
    for (const request of [NOTA, 'request.of.28-again', `${GATEWAY}/pay/token`])
      expect((await (await ask(second, [{ request }])).answer).value).toEqual({ status: 'settled' })
    expect([paid.length, world.windows.size]).toEqual([1, 0])
  })

  test.each([
    ['the same file', NOTA, 1],
    ['the file and the address of the page', `${GATEWAY}/pay/token`, 2],
  ])('two tabs that ask at once with %s are one payment', async (_, text, questions) => {
    const { page: first, answer } = await asked()
    const { answer: second } = await ask(world.open(SHOP), [{ request: text }])
    expect(await waiting()).toHaveLength(questions)
    expect(await consent()).toMatchObject({ ok: true })
    expect((await answer).value).toEqual({ status: 'settled' })
    if (questions === 1) expect((await second).value).toEqual({ status: 'settled' })
    else expect(await consent()).toMatchObject({ ok: false, failure: { code: 'request_paid' } })
    expect([paid.length, answers(first).length]).toEqual([1, 1])
  })

  test('another site is asked about anew, and its consent pays nothing', async () => {
    await paidOnce()
    await asked(OTHER)
    expect(await consent()).toMatchObject({ ok: false, failure: { code: 'request_paid' } })
    expect(paid).toHaveLength(1)
  })

  test('two consents to one question are one payment', async () => {
    const { answer } = await asked()
    const { id } = await prompt()
    const input = { id, allow: true, profileId: await active(), walletId: 'w1', shown, receipt: false }
    await Promise.all([world.ask('approval.decide', input), world.ask('approval.decide', input)])
    expect((await answer).value).toEqual({ status: 'settled' })
    expect(paid).toHaveLength(1)
  })

  test('while the wallet is locked, the site is told after the unlock, and nobody is asked', async () => {
    const page = await paidOnce()
    await world.ask('vault.lock')
    const { answer: again } = await ask(page, [{ request: NOTA }])
    expect(await waiting()).toHaveLength(1)
    await unlock()
    const { answerGranted } = await import('../approvals/decide.ts')
    await answerGranted()
    expect((await again).value).toEqual({ status: 'settled' })
    expect(paid).toHaveLength(1)
  })

  test('a lock that comes while the gateway has it leaves the site to know that it was submitted', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    hold = promise
    const { answer } = await asked()
    await consent()
    await until(() => expect(paid).toHaveLength(1))
    await world.ask('vault.lock')
    resolve()
    expect((await answer).value).toEqual({ status: 'submitted' })
  })

  test('a site that floods with it is told to wait', async () => {
    const page = await paidOnce()
    const said = []
    for (let at = 0; at < 30; at++) said.push(await (await ask(page, [{ request: NOTA }])).answer)
    expect(said.filter(({ failure }) => failure?.code === codes.tooMany).length).toBeGreaterThan(5)
  })
})

describe('nothing is paid', () => {
  test.each<[string, () => unknown, string]>([
    ['expires', () => (subject.expiresAt = '2020-01-01T00:00:00.000Z'), 'request_expired'],
    ['is paid by somebody else', () => (page = { state: 'paid', open: '0' }), 'request_paid'],
    ['is cancelled', () => (page = { state: 'cancelled', open: '28' }), 'request_paid'],
    ['is paid in part', () => (page = { state: 'part', open: '20' }), 'request_changed'],
    ['asks for more', () => asksFor('29'), 'request_changed'],
    ['asks for another currency', () => (subject.token = 'STABLE'), 'request_changed'],
    ['names another receiver', () => (subject.address = `0x${'2'.repeat(40)}`), 'request_changed'],
    ['is another one', () => (subject.id = 'r2'), 'request_changed'],
    ['is signed by somebody whom the gateway trusts no more', () => (trust = 'unknown'), 'request_changed'],
    ['is found to be broken', () => (broken = true), 'not_a_request'],
  ])('where the request %s while it is looked at', async (_, meanwhile, code) => {
    await asked()
    meanwhile()
    expect(await consent()).toMatchObject({ ok: false, failure: { code } })
    expect([paid, await intents.get()]).toEqual([[], []])
    expect(await waiting()).toHaveLength(1)
  })

  test('by a page’s address where the gateway did not sign what is behind it, or it is another gateway’s', async () => {
    trust = 'unknown'
    await asked(SHOP, `${GATEWAY}/pay/token`)
    expect(await consent()).toMatchObject({ ok: false, failure: { code: 'request_changed' } })
    await asked(OTHER, 'https://elsewhere.example/pay/token')
    const [, second] = await waiting()
    expect(await consent({ id: second?.id })).toMatchObject({ ok: false, failure: { code: 'other_gateway' } })
    expect(paid).toEqual([])
  })

  test('by a consent to an address card, nor is a card given by a consent to a payment', async () => {
    await asked()
    const { id } = await prompt()
    const card = { id, allow: true, profileId: await active(), walletId: 'w1', days: null }
    expect(await world.ask('approval.decide', card)).toMatchObject({ ok: false, failure: { code: 'not_allowed' } })
    await refuse()
    await asking(OTHER)
    expect(await consent()).toMatchObject({ ok: false, failure: { code: 'not_allowed' } })
    expect([paid, await grants.get()]).toEqual([[], []])
  })

  test.each<[string, () => Promise<unknown>]>([
    ['the wallet is locked', () => world.ask('vault.lock')],
    ['another gateway is chosen', () => connectGateway()],
    ['the site is disabled', () => world.ask('site.disable', { origin: SHOP })],
  ])('where %s while it waits', async (_, meanwhile) => {
    const { page } = await asked()
    await meanwhile()
    await until(() => expect(answers(page)).toMatchObject([{ failure: { code: codes.away } }]))
    expect([paid, await waiting()]).toEqual([[], []])
  })

  test('to a page that crashed', async () => {
    const { page } = await asked()
    page.leave(true)
    expect(await consent()).toMatchObject({ ok: false, failure: { code: 'unknown_approval' } })
    expect(paid).toEqual([])
  })
})

test('a request of a signer whom nobody knows is paid at its address, once a person allowed it', async () => {
  trust = 'unknown'
  const { answer } = await asked()
  await consent({ shown: { ...shown, trust } })
  expect((await answer).value).toEqual({ status: 'settled' })
  expect(paid).toMatchObject([{ to: address, amount: '28' }])
  expect(paid[0]).not.toHaveProperty('requestId')
})

describe('the page of a request that does not tell the truth', () => {
  test.each<[string, () => unknown]>([
    ['that more is open than the request asks for', () => (page = { state: 'part', open: '9999' })],
    ['no amount at all', () => (page = { state: 'open', open: null })],
    ['an amount that is none', () => (page = { state: 'open', open: '-1' })],
    ['nothing that can be read', () => (page = '<h1>Paid')],
    ['more than anybody reads', () => (page = 'x'.repeat(1_000_000))],
  ])('and says %s changes nothing of what is paid', async (_, lie) => {
    lie()
    const { answer } = await asked()
    expect(await consent()).toMatchObject({ ok: true })
    expect((await answer).value).toEqual({ status: 'settled' })
    expect(paid).toMatchObject([{ amount: '28', requestId: 'r1' }])
  })

  test('and names an amount where the payer chooses changes nothing of that either', async () => {
    subject.amount = null
    page = { state: 'open', open: '9999' }
    const { answer } = await asked()
    await consent({ shown: { ...shown, amount: '7' } })
    await answer
    expect(paid).toMatchObject([{ amount: '7' }])
  })
})

describe('a worker that is ended', () => {
  /** One question and one consent, in which the worker ends at one of its calls and starts again. */
  const story = async (call: number, is: 'before' | 'after') => {
    const { page } = await asked()
    const { id } = await prompt()
    const input = { id, allow: true, profileId: await active(), walletId: 'w1', shown, receipt: false }
    world.doom({ call, is })
    await until(async () => {
      await world.worker()
      // The person presses again where nothing came of it; what was begun is taken up by the worker that starts.
      if ((await waiting()).length > 0) await world.ask('approval.decide', input).catch(() => undefined)
      expect(answers(page)).toHaveLength(1)
    })
    return page
  }

  const moments = Array.from({ length: 16 }, (_, at) => [at + 1, 'before' as const] as const)
  test.each([...moments, ...moments.map(([call]) => [call, 'after' as const] as const)])(
    'at call %d, just %s it: the gateway is given one payment, and the page one answer',
    async (call, is) => {
      const page = await story(call, is)
      expect(answers(page)).toMatchObject([{ value: { status: 'settled' } }])
      expect(paid).toHaveLength(1)
      expect(await grants.get()).toHaveLength(1)
      expect(await waiting()).toEqual([])
    },
  )

  test('has no more calls in this story than were tried', async () => {
    await story(1_000, 'before')
    expect(world.marks()).toBeLessThanOrEqual(16)
  })
})

test('what the site was paid is taken back by itself, apart from the address card', async () => {
  const page = await paidOnce()
  await (await ask(page, [{ sotto_addressCard: {} }], 'sotto_revokePermissions')).answer
  expect(await grants.get()).toHaveLength(1)
  await (await ask(page, [{ sotto_payments: {} }], 'sotto_revokePermissions')).answer
  expect(await grants.get()).toEqual([])
})

test('fifty requests at once are three questions in one window', async () => {
  const { page } = await asked()
  for (let at = 0; at < 50; at++) await ask(page, [{ request: `other.request.${at}` }])
  expect([(await waiting()).length, world.windows.size]).toEqual([3, 1])
})
