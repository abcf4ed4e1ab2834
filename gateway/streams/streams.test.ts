import { beforeEach, describe, expect, test } from 'vitest'
import { readEvents } from '#shared/event-stream.ts'
import { EVENTS_KEPT_MS, STREAM_COMMENT_MS, STREAMS_MAX } from '#shared/limits.ts'
import type { StreamEvent } from '#shared/model/stream-event.ts'
import { findAccount } from '../accounts/store.ts'
import { createApp } from '../app.ts'
import type { Caller } from '../auth/caller.ts'
import { findApiKey, revokeApiKey } from '../auth/credentials/api-keys.ts'
import { atomically } from '../db/database.ts'
import { forgetNews } from '../outbox/keep-forgetting.ts'
import { append, type News, newsAfter } from '../outbox/store.ts'
import {
  createTester,
  createTestWorld,
  PASSWORD,
  type Tester,
  type TestWorld,
  walletWithMoney,
} from '../testing/test-world.ts'
import { inSession, signedIn, type Visitor } from '../testing/visitor.ts'
import { notifierOf } from './notifier.ts'
import { openStream } from './open-stream.ts'

let world: TestWorld
let alice: Tester

beforeEach(async () => {
  world = await createTestWorld({ SOTTO_RECEIPT_WAIT_MS: '2000', SOTTO_LIMIT_READS: '10000' })
  alice = await createTester(world)
})

type Listening = { events: AsyncGenerator<StreamEvent>; next(): Promise<StreamEvent>; stop(): void }

function listen({ app, apiKey }: Pick<Tester, 'app' | 'apiKey'>, lastEventId?: string): Listening {
  const abort = new AbortController()
  const events = readEvents({
    origin: 'http://localhost:7984',
    apiKey,
    fetch: async (url, init) =>
      app.request(url, { ...init, headers: { ...init.headers, host: 'localhost:7984' } } as RequestInit),
    signal: abort.signal,
    ...(lastEventId === undefined ? {} : { lastEventId }),
  })
  const next = async () => {
    const { value, done } = await events.next()
    if (done) throw new Error('the stream ended')
    return value as StreamEvent
  }
  return { events, next, stop: () => void events.return(undefined) }
}

/** Until there is one of a transaction, which it returns. */
async function nextTransaction({ next }: Listening) {
  for (;;) {
    const { event, data } = await next()
    if (event === 'transaction') return data
  }
}

const balances = (accountId: string, walletId: string, count: number) =>
  atomically(world.db, (trx) =>
    append(
      trx,
      Array.from({ length: count }, () => ({
        accountId: accountId,
        walletId: walletId,
        kind: 'balance' as const,
        subject: walletId,
      })),
      world.clock.now(),
    ),
  )

async function callerOf({ accountId, apiKey }: Tester): Promise<Caller> {
  const account = await findAccount(world.db, world.keys, accountId)
  const found = await findApiKey(world, apiKey)
  if (account === undefined || found === undefined) throw new Error('nobody')
  return { account, credential: found.credential, extensionOrigin: null }
}

/** A stream of a session, whose first event was read. */
async function read(visitor: Visitor) {
  const reader = (await visitor.ask('GET', '/events')).body?.getReader()
  expect(new TextDecoder().decode((await reader?.read())?.value)).toContain('event: ready')
  const end = async () => {
    while ((await reader?.read())?.done === false);
  }
  return { end, cancel: () => reader?.cancel() }
}

const change = async (id: string, to: { expiresAt: number }) =>
  void (await world.db.updateTable('sessions').set(to).where('id', '=', id).execute())

const setAccount = (to: { mustChangePassword: number } | { disabledAt: number }) =>
  world.db.updateTable('accounts').set(to).execute()

const idle = async () => {
  for (let turns = 0; turns < 200 && notifierOf(world).size() > 0; turns++)
    await new Promise((resolve) => setTimeout(resolve, 5))
  return notifierOf(world).size()
}

describe('a stream', () => {
  test('tells of a payment from its beginning to its end, and of the balance, as a read prints it', async () => {
    const stream = listen(alice)
    expect(await stream.next()).toEqual({ id: '0', event: 'ready', data: { resumed: false } })
    const { id } = (await alice.api.createWallet({ type: 'custodial' })).wallet
    const { transaction } = await alice.api.fund({ walletId: id, amount: '5' })
    const told = [await stream.next(), await stream.next(), await stream.next()]
    expect(told.map(({ event }) => event)).toEqual(['transaction', 'transaction', 'balance'])
    expect(told[1]?.data).toEqual((await alice.api.getTransaction({ id: transaction.id })).transaction)
    expect(told[2]?.data).toEqual({ walletId: id })
    expect(told.map((event) => event.id)).toEqual(['1', '2', '3'])
    stream.stop()
    expect(await idle()).toBe(0)
  })

  test('says that it is still there while nothing happens', async () => {
    const answer = await alice.ask('GET', '/events')
    expect(answer.headers.get('content-type')).toBe('text/event-stream')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const begun = world.clock.elapsed()
    const reader = answer.body?.getReader()
    const read = async () => new TextDecoder().decode((await reader?.read())?.value)
    expect(await read()).toBe('id: 0\nevent: ready\ndata: {"resumed":false}\n\n')
    expect(await read()).toBe(':\n\n')
    expect(world.clock.elapsed() - begun).toBeGreaterThanOrEqual(STREAM_COMMENT_MS)
    expect(world.clock.elapsed() - begun).toBeLessThan(STREAM_COMMENT_MS * 1.2)
    await reader?.cancel()
    expect(await idle()).toBe(0)
  })

  test('begins now without the ID of a last event, or with one that names nothing', async () => {
    const { id } = await walletWithMoney(alice)
    for (const last of [undefined, '', '-1', '1.5', '007', '999', 'x', '9'.repeat(30)]) {
      const stream = listen(alice, last)
      expect(await stream.next()).toEqual({ id: '6', event: 'ready', data: { resumed: false } })
      stream.stop()
    }
    expect(await idle()).toBe(0)
    expect((await listen(alice, '5').next()).data).toEqual({ resumed: true })
    await balances(alice.accountId, id, 1)
    expect((await listen(alice, '6').next()).data).toEqual({ resumed: true })
  })

  test('cannot be resumed from before what is kept', async () => {
    const { id } = await walletWithMoney(alice)
    world.clock.pass(EVENTS_KEPT_MS + 1)
    await balances(alice.accountId, id, 1)
    await forgetNews(world)
    expect((await listen(alice, '5').next()).data).toEqual({ resumed: false })
    const resumed = listen(alice, '6')
    expect((await resumed.next()).data).toEqual({ resumed: true })
    expect((await resumed.next()).id).toBe('7')
  })

  test('that is cut a hundred times during 2,000 changes and resumed tells every one once, in order', async () => {
    const { id: walletId } = (await alice.api.createWallet({ type: 'custodial' })).wallet
    const { transaction } = await alice.api.fund({ walletId, amount: '5' })
    const random = (below: number) => Math.floor(Math.random() * below)
    const one = { accountId: alice.accountId, walletId }
    const any = (): News =>
      random(2) === 0
        ? { ...one, kind: 'balance', subject: walletId }
        : { ...one, kind: 'transaction', subject: transaction.id, status: 'SETTLED' }
    const write = async () => {
      for (let left = 2_000; left > 0; ) {
        const some = Array.from({ length: Math.min(left, 1 + random(30)) }, any)
        await atomically(world.db, (trx) => append(trx, some, world.clock.now()))
        left -= some.length
      }
    }
    const heard: string[] = []
    let last = '3'
    let cuts = 0
    const writing = write()
    for (; heard.length < 2_000; cuts++) {
      const stream = listen(alice, last)
      expect((await stream.next()).data).toEqual({ resumed: true })
      const most = cuts < 100 ? random(20) : 2_000
      for (let count = 0; count < most && heard.length < 2_000; count++) {
        const { id, event } = await stream.next()
        heard.push(`${id} ${event}`)
        last = id
      }
      stream.stop()
    }
    await writing
    const told = await newsAfter(world.db, alice.accountId, 3, 10_000)
    expect(heard).toEqual(told.map(({ sequence, kind }) => `${sequence} ${kind}`))
    expect(told).toHaveLength(2_000)
    expect(cuts).toBeGreaterThan(100)
    expect(await idle()).toBe(0)
  })

  test.each([
    ['some of them', 1],
    ['all of them', 0],
  ])('ends where its client was too slow for what is kept: %s is forgotten', async (_, kept) => {
    const { id } = await walletWithMoney(alice)
    const stream = await openStream(world, await callerOf(alice), undefined)
    const messages = stream.messages[Symbol.asyncIterator]()
    expect((await messages.next()).value).toMatchObject({ event: 'ready', id: '6' })
    await balances(alice.accountId, id, 3)
    world.clock.pass(EVENTS_KEPT_MS + 1)
    if (kept > 0) await balances(alice.accountId, id, kept)
    await forgetNews(world)
    expect(await messages.next()).toEqual({ done: true, value: undefined })
    expect(await idle()).toBe(0)
    expect((await listen(alice, '6').next()).data).toEqual({ resumed: false })
  })
})

describe('who hears', () => {
  test('a fifth stream of a credential is refused, until one of the four is closed', async () => {
    const open = Array.from({ length: STREAMS_MAX }, () => listen(alice))
    for (const stream of open) await stream.next()
    await expect(listen(alice).next()).rejects.toMatchObject({ code: 'rate_limited', headers: { 'retry-after': '20' } })
    const bob = await createTester(world, {}, alice.app)
    expect((await listen(bob).next()).event).toBe('ready')
    open[0]?.stop()
    for (let turns = 0; turns < 200 && notifierOf(world).size() > STREAMS_MAX; turns++)
      await new Promise((resolve) => setTimeout(resolve, 5))
    expect((await listen(alice).next()).event).toBe('ready')
  })

  test.each([
    ['is revoked', async (id: string) => void (await revokeApiKey(world.db, world.keys, alice.accountId, id, 1))],
    [
      'is of an account that is disabled',
      async () => void (await world.db.updateTable('accounts').set({ disabledAt: 1 }).execute()),
    ],
    [
      'expires',
      async (id: string) =>
        void (await world.db.updateTable('apiKeys').set({ expiresAt: 1 }).where('id', '=', id).execute()),
    ],
  ])('a stream ends within a second when its key %s', async (_, endIt) => {
    const stream = listen(alice)
    await stream.next()
    const { id } = await world.db.selectFrom('apiKeys').select('id').executeTakeFirstOrThrow()
    await endIt(id)
    const begun = world.clock.elapsed()
    expect(await stream.events.next()).toEqual({ done: true, value: undefined })
    expect(world.clock.elapsed() - begun).toBeLessThanOrEqual(1_000)
    expect(await idle()).toBe(0)
  })

  test.each([
    ['signs out', async (visitor: Visitor) => void (await visitor.ask('POST', '/auth/logout'))],
    ['expires', (_: Visitor, id: string) => change(id, { expiresAt: 1 })],
    ['has to change the password', async () => void (await setAccount({ mustChangePassword: 1 }))],
    ['is of an account that is disabled', async () => void (await setAccount({ disabledAt: 1 }))],
  ])('a stream of a session ends within a second when it %s', async (name, endIt) => {
    const visitor = await inSession(world, alice)
    const { id } = await world.db.selectFrom('sessions').select('id').executeTakeFirstOrThrow()
    const other = await inSession(world, alice)
    const [stream, beside] = [await read(visitor), await read(other)]
    await endIt(visitor, id)
    const begun = world.clock.elapsed()
    await stream.end()
    expect(world.clock.elapsed() - begun).toBeLessThanOrEqual(1_000)
    const isAlone = name === 'signs out' || name === 'expires'
    expect(notifierOf(world).size()).toBe(isAlone ? 1 : 0)
    await beside.cancel()
    expect(await idle()).toBe(0)
  })

  test('streams of all other sessions end when the password is changed, and that of the one that changed it stays', async () => {
    const [visitor, other] = [await signedIn(alice), await signedIn(alice)]
    const [stays, stream] = [await read(visitor), await read(other)]
    const change = { currentPassword: PASSWORD, newPassword: 'another long pass phrase' }
    expect((await visitor.tell('POST', '/me/password', change)).status).toBe(200)
    await stream.end()
    expect(notifierOf(world).size()).toBe(1)
    await stays.cancel()
  })

  test('streams end when the gateway does', async () => {
    const closing = new AbortController()
    world.closing = closing.signal
    const app = createApp(world)
    const stream = listen({ ...alice, app })
    await stream.next()
    closing.abort()
    expect(await stream.events.next()).toEqual({ done: true, value: undefined })
  })

  test('a key that is limited to a wallet hears of that one alone', async () => {
    const { id } = await walletWithMoney(alice)
    const other = await walletWithMoney(alice)
    const limited = await createTester(world, { accountId: alice.accountId, walletIds: [other.id] }, alice.app)
    const stream = listen({ app: alice.app, apiKey: limited.apiKey }, '0')
    await stream.next()
    await balances(alice.accountId, id, 1)
    await balances(alice.accountId, other.id, 1)
    const heard: StreamEvent[] = []
    for (let count = 0; count < 7; count++) heard.push(await stream.next())
    expect(heard.map(({ data }) => (data as { walletId: string }).walletId)).toEqual(Array(7).fill(other.id))
  })

  test('what another process has written is heard too', async () => {
    const { id } = (await alice.api.createWallet({ type: 'custodial' })).wallet
    const stream = listen(alice)
    await stream.next()
    const waiting = stream.next()
    await balances(alice.accountId, id, 1)
    expect(await waiting).toMatchObject({ event: 'balance', data: { walletId: id } })
  })
})

test('what came in is told to the receiver as it is told to the sender', async () => {
  const { id } = await walletWithMoney(alice)
  const bob = await createTester(world, {}, alice.app)
  const { wallet } = await bob.api.createWallet({ type: 'custodial' })
  const stream = listen(bob)
  await stream.next()
  await alice.api.transfer({ walletId: id, amount: '2.5', to: wallet.address })
  expect(await nextTransaction(stream)).toMatchObject({ type: 'RECEIVE', amount: '2.5', walletId: wallet.id })
  expect((await stream.next()).data).toEqual({ walletId: wallet.id })
})
