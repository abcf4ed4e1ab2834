import { describe, expect, test } from 'vitest'
import { EVENTS_KEPT_MS, STREAM_COMMENT_MS } from '#shared/limits.ts'
import { findAccount } from '../accounts/store.ts'
import type { Caller } from '../auth/caller.ts'
import { apiKeyIn, findApiKey } from '../auth/credentials/api-keys.ts'
import type { Sealed } from '../crypto/keyring.ts'
import { atomically } from '../db/database.ts'
import { forgetNews } from '../outbox/keep-forgetting.ts'
import { append, type News, newsAfter } from '../outbox/store.ts'
import { createTester, type Tester, walletWithMoney } from '../testing/test-world.ts'
import { openStream } from './open-stream.ts'
import { alice, balances, idAt, idle, type Listening, listen, numberIn, setUpEach, world } from './streams-fixture.ts'

setUpEach()

/** Until there is one of a transaction, which it returns. */
async function nextTransaction({ next }: Listening) {
  for (;;) {
    const { event, data } = await next()
    if (event === 'transaction') return data
  }
}

async function callerOf({ accountId, apiKey }: Tester): Promise<Caller> {
  const account = await findAccount(world.db, world.keys, accountId)
  const found = await findApiKey(world, apiKey)
  if (account === undefined || found === undefined) throw new Error('nobody')
  return { account, credential: apiKeyIn(found), extensionOrigin: null, policy: null }
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
    expect(told.map((event) => numberIn(event.id))).toEqual([1, 2, 3])
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
    const six = await idAt(6)
    for (const last of [undefined, '', '-1', '1.5', '007', '999', '5', `${six}0`, `0${six}`, 'x', '9'.repeat(30)]) {
      const stream = listen(alice, last)
      expect(await stream.next()).toEqual({ id: six, event: 'ready', data: { resumed: false } })
      stream.stop()
    }
    expect(await idle()).toBe(0)
    expect((await listen(alice, await idAt(5)).next()).data).toEqual({ resumed: true })
    await balances(alice.accountId, id, 1)
    expect((await listen(alice, six).next()).data).toEqual({ resumed: true })
  })

  test('cannot be resumed from before what is kept', async () => {
    const { id } = await walletWithMoney(alice)
    const [five, six] = [await idAt(5), await idAt(6)]
    world.clock.pass(EVENTS_KEPT_MS + 1)
    await balances(alice.accountId, id, 1)
    await forgetNews(world)
    expect((await listen(alice, five).next()).data).toEqual({ resumed: false })
    const resumed = listen(alice, six)
    expect((await resumed.next()).data).toEqual({ resumed: true })
    expect((await resumed.next()).id).toBe(await idAt(7))
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
    let last = await idAt(3)
    let cuts = 0
    const writing = write()
    for (; heard.length < 2_000; cuts++) {
      const stream = listen(alice, last)
      expect((await stream.next()).data).toEqual({ resumed: true })
      const most = cuts < 100 ? random(20) : 2_000
      for (let count = 0; count < most && heard.length < 2_000; count++) {
        const { id, event } = await stream.next()
        heard.push(`${numberIn(id)} ${event}`)
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
    const six = await idAt(6)
    const stream = await openStream(world, await callerOf(alice), undefined)
    const { messages } = stream
    expect(new TextDecoder().decode((await messages.next()).value)).toContain(`id: ${six}\nevent: ready`)
    await balances(alice.accountId, id, 3)
    world.clock.pass(EVENTS_KEPT_MS + 1)
    if (kept > 0) await balances(alice.accountId, id, kept)
    await forgetNews(world)
    expect(await messages.next()).toEqual({ done: true, value: undefined })
    expect(await idle()).toBe(0)
    expect((await listen(alice, six).next()).data).toEqual({ resumed: false })
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

test('a payment and a request that somebody has altered go unsaid, and keep no stream from what follows', async () => {
  const { id: walletId } = await walletWithMoney(alice)
  const from = await idAt(1)
  const fund = async () => (await alice.api.fund({ walletId, amount: '5' })).transaction.id
  const altered = await fund()
  const request = (await alice.api.createRequest({ walletId, amount: '1' })).request.id
  await world.db
    .updateTable('transactions')
    .set({ amount: 'altered' as Sealed })
    .where('id', '=', altered)
    .execute()
  await world.db
    .updateTable('requests')
    .set({ content: 'altered' as Sealed })
    .where('id', '=', request)
    .execute()
  const news: News = { accountId: alice.accountId, walletId, kind: 'request', subject: request, status: 'paid' }
  await atomically(world.db, (trx) => append(trx, [news], world.clock.now()))
  const later = await fund()
  const stream = listen(alice, from)
  expect((await stream.next()).data).toEqual({ resumed: true })
  const heard = new Set<string>()
  while (!heard.has(later)) heard.add((await nextTransaction(stream)).id)
  stream.stop()
  expect(heard.has(altered)).toBe(false)
})
