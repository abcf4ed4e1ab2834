import { createHash } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { readEvents } from '#shared/event-stream.ts'
import type { Address } from '#shared/model/ids.ts'
import { type StreamEvent, streamEvents } from '#shared/model/stream-event.ts'
import { placeOf } from '../outbox/place.ts'
import { newsAfter } from '../outbox/store.ts'
import { createOutsider } from '../testing/outsider.ts'
import { createTester, createTestWorld, type Tester, type TestWorld } from '../testing/test-world.ts'
import { arrivalId } from '../transactions/arrivals/arrival.ts'
import { look } from '../transactions/arrivals/look-fixture.ts'

/** What another account receives is nobody's to know: not by list, stream, ID, number or answer. */
let world: TestWorld
let victim: Tester
let thief: Tester
let ids: string[]

beforeEach(async () => {
  world = await createTestWorld({ SOTTO_LIMIT_READS: '100000' })
  victim = await createTester(world)
  thief = await createTester(world, {}, victim.app)
  const { wallet } = await victim.api.createWallet({ type: 'custodial' })
  const stranger = createOutsider(world)
  for (let count = 0; count < 5; count++) stranger.payHidden(wallet.address as Address, 1_000_000n)
  await look(world)
  ids = (await victim.api.listTransactions({ direction: 'in' })).items.map(({ id }) => id)
  expect(ids).toHaveLength(5)
})

function listen({ app, apiKey }: Tester, lastEventId: string | undefined) {
  return readEvents(streamEvents, {
    origin: 'http://localhost:7984',
    apiKey,
    fetch: async (url, init) =>
      app.request(url, { ...init, headers: { ...init.headers, host: 'localhost:7984' } } as RequestInit),
    signal: new AbortController().signal,
    ...(lastEventId === undefined ? {} : { lastEventId }),
  })
}

test('no guessed Last-Event-ID leads into the events of another account', async () => {
  const heard: StreamEvent[] = []
  for (const guess of [undefined, '0', '1', '4', '10', '11', '999999']) {
    const events = listen(thief, guess)
    heard.push((await events.next()).value as StreamEvent)
    await events.return(undefined)
  }
  const fromStart = { id: '0', event: 'ready', data: { resumed: true } }
  const fromNow = { id: '0', event: 'ready', data: { resumed: false } }
  expect(heard).toEqual([fromNow, fromStart, fromNow, fromNow, fromNow, fromNow, fromNow])
})

test('numbers of events do not count what happens to others', async () => {
  const { wallet } = await thief.api.createWallet({ type: 'custodial' })
  const events = listen(thief, '0')
  await events.next()
  await thief.api.fund({ walletId: wallet.id, amount: '1' })
  expect((await events.next()).value).toMatchObject({ id: expect.stringMatching(/^1-/), event: 'transaction' })
  await events.return(undefined)
})

test('a key that is limited to a wallet is told where the events end, and cannot try what the mark stands for', async () => {
  const { accountId, api } = victim
  const { wallet } = await api.createWallet({ type: 'custodial' })
  const limited = await createTester(world, { accountId, walletIds: [wallet.id] }, victim.app)
  const events = listen({ ...victim, apiKey: limited.apiKey }, undefined)
  const [, number, mark] = /^(\d+)-(.+)$/.exec(((await events.next()).value as StreamEvent).id) ?? []
  await events.return(undefined)
  // What it may know, or guess within a second of a change.
  const [last] = await newsAfter(world.db, accountId, Number(number) - 1, 1)
  if (last === undefined) throw new Error('nothing happened')
  const { sequence, kind, subject, status, createdAt } = last
  expect(mark).toBe(placeOf(world.keys, last).mark)
  const what = JSON.stringify([accountId, sequence, kind, subject, status, createdAt])
  for (const form of ['hex', 'base64url'] as const)
    expect(createHash('sha256').update(what).digest(form).slice(0, 10)).not.toBe(mark)
  expect(placeOf((await createTestWorld()).keys, last).mark).not.toBe(mark)
})

test('an ID of an arrival is one that does not exist, to anybody else, and lists stay empty', async () => {
  const answers = await Promise.all(
    [...ids, 'a23456789012345678901234', 'nothing'].flatMap((id) =>
      ['', '/nota'].map(async (rest) => {
        const answer = await thief.ask('GET', `/transactions/${id}${rest}`)
        return [answer.status, await answer.text()]
      }),
    ),
  )
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(answers[0]?.[0]).toBe(404)
  for (const query of ['direction=in', 'direction=all', 'type=RECEIVE'])
    expect(await (await thief.ask('GET', `/transactions?${query}`)).json()).toMatchObject({
      data: { items: [], total: 0 },
    })
})

test('an ID of an arrival cannot be computed from what the chain shows: another installation makes another one', async () => {
  const row = await world.db.selectFrom('arrivals').selectAll().executeTakeFirstOrThrow()
  const named = { wallet: { id: row.walletId }, hash: row.txHash, token: row.token, position: row.position }
  expect(arrivalId(world.keys, named)).toBe(row.transactionId)
  expect(arrivalId((await createTestWorld()).keys, named)).not.toBe(row.transactionId)
})
