import { beforeEach, describe, expect, test } from 'vitest'
import { EVENTS_KEPT_MS } from '#shared/limits.ts'
import { atomically } from '../../db/database.ts'
import { forgetNews } from '../../outbox/keep-forgetting.ts'
import { append } from '../../outbox/store.ts'
import type { Posted } from '../../world/outgoing/post.ts'
import {
  alice,
  answer,
  answered,
  deliver,
  happens,
  hook,
  received,
  setUpEach,
  told,
  world,
} from '../webhooks-fixture.ts'
import { forgetDeliveries } from './forget.ts'
import { createDeliverer } from './keep-delivering.ts'
import { spreadNews } from './spread.ts'

setUpEach()

const [SECOND, HOUR] = [1_000, 60 * 60_000]
const DAY = 24 * HOUR
const unreachable: Posted = { is: 'unanswered', flaw: 'unreachable' }

let id: string
beforeEach(async () => {
  id = (await hook({ events: ['request.received', 'request.paid', 'request.expired'] })).webhook.id
})

const webhook = async () => (await alice.api.getWebhook({ id })).webhook
const deliveries = async () => (await alice.api.listDeliveries({ id })).items
const subjects = () => received.map(({ event }) => event.data.id)

test('what is not taken is tried again, under one ID, until it is', async () => {
  let [tries, body] = [0, '']
  answer(() => (++tries > 3 ? answered(204) : tries === 2 ? unreachable : answered(500)))
  await happens(['a', 'paid'])
  for (const pause of [0, 6 * SECOND, 66 * SECOND, 330 * SECOND]) {
    world.clock.pass(pause)
    await deliver()
    body ||= received[0]?.body ?? ''
    expect(received).toHaveLength(tries)
  }
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(new Set(received.map((message) => message.body))).toEqual(new Set([body]))
  const [{ headers }, last] = [received[0] as (typeof received)[0], received[3] as (typeof received)[0]]
  expect(Number(last.headers['webhook-timestamp'])).toBeGreaterThan(Number(headers['webhook-timestamp']))
  expect(await deliveries()).toMatchObject([{ type: 'request.paid', state: 'delivered', tries: 4, answer: 204 }])
  expect(await webhook()).toMatchObject({ status: 'active', failingSince: null, waiting: 0 })
})

test('no try comes before its time', async () => {
  answer(() => answered(500))
  await happens(['a', 'paid'])
  await deliver()
  world.clock.pass(4 * SECOND)
  await deliver()
  expect(received).toHaveLength(1)
})

describe('the order', () => {
  test('of events of one request is kept while the first is tried, and others go ahead', async () => {
    answer(({ event }) => answered(event.data.id === 'a' && received.length < 3 ? 500 : 200))
    await happens(['a', 'received'], ['b', 'received'], ['a', 'paid'])
    await deliver()
    expect(told()).toEqual([
      ['request.received', 'a'],
      ['request.received', 'b'],
    ])
    world.clock.pass(6 * SECOND)
    await deliver()
    expect(told().slice(2)).toEqual([
      ['request.received', 'a'],
      ['request.paid', 'a'],
    ])
  })

  test('is given up where a receiver takes everything but one event', async () => {
    answer(({ event }) => answered(event.type === 'request.received' ? 500 : 200))
    await happens(['a', 'received'], ['a', 'paid'])
    for (const pause of [0, 6 * SECOND, 66 * SECOND, 330 * SECOND]) {
      world.clock.pass(pause)
      await deliver()
    }
    // That something is taken again after some tries lets all that waits be tried.
    expect(
      told()
        .slice(-2)
        .map(([type]) => type),
    ).toEqual(['request.paid', 'request.received'])
    expect((await deliveries()).map(({ type, state, tries }) => [type, state, tries]).sort()).toEqual([
      ['request.paid', 'delivered', 1],
      ['request.received', 'waiting', 5],
    ])
  })

  test('of many events is that in which they happened', async () => {
    const events = Array.from({ length: 25 }, (_, at) => [`r${at % 5}`, at % 2 === 0 ? 'received' : 'paid'] as const)
    await happens(...events)
    await deliver()
    for (const name of new Set(events.map(([subject]) => subject))) {
      const own = received.filter(({ event }) => event.data.id === name).map(({ event }) => event.data.status)
      expect(own).toEqual(events.flatMap(([subject, status]) => (subject === name ? [status] : [])))
    }
  })
})

describe('an outage', () => {
  test('of hours: with the first event that is taken all that waits goes out', async () => {
    answer(() => unreachable)
    for (let hours = 0; hours < 10; hours++) {
      await happens([`r${hours}`, 'paid'])
      await deliver()
      world.clock.pass(HOUR)
      await deliver()
    }
    expect(await webhook()).toMatchObject({ status: 'active', waiting: 10 })
    answer(() => answered(200))
    received.length = 0
    await happens(['r10', 'paid'])
    await deliver()
    expect(new Set(subjects())).toEqual(new Set(Array.from({ length: 11 }, (_, at) => `r${at}`)))
    expect(await webhook()).toMatchObject({ status: 'active', failingSince: null, waiting: 0 })
  })

  test('of weeks: failing after three days, tried once a day, and nothing is lost', async () => {
    answer(() => unreachable)
    await happens(['r0', 'paid'])
    for (let hours = 0; hours < 73; hours++) {
      await deliver()
      world.clock.pass(HOUR)
    }
    await happens(['r1', 'received'])
    for (let hours = 0; hours < 30; hours++) {
      await deliver()
      world.clock.pass(HOUR)
    }
    expect(await webhook()).toMatchObject({ status: 'failing', waiting: 2 })
    received.length = 0
    for (let day = 2; day < 16; day++) {
      await happens([`r${day}`, 'paid'])
      for (let hours = 0; hours < 24; hours++) {
        await deliver()
        world.clock.pass(HOUR)
      }
    }
    // Up to a tenth later each day.
    expect(received.length).toBeGreaterThanOrEqual(12)
    expect(received.length).toBeLessThanOrEqual(14)
    answer(() => answered(200))
    received.length = 0
    for (let hours = 0; hours < 27; hours++) {
      await deliver()
      world.clock.pass(HOUR)
    }
    expect(subjects()).toEqual(Array.from({ length: 16 }, (_, at) => `r${at}`))
    expect(await webhook()).toMatchObject({ status: 'active', waiting: 0 })
  })

  test('ends at once with a test that is taken, or with another address', async () => {
    answer(() => answered(500))
    await happens(['a', 'paid'])
    for (let days = 0; days < 5; days++) {
      await deliver()
      world.clock.pass(DAY)
    }
    expect(await webhook()).toMatchObject({ status: 'failing' })
    answer(() => answered(200))
    expect((await alice.api.testWebhook({ id })).delivery).toMatchObject({ state: 'delivered', type: 'webhook.test' })
    await deliver()
    expect(subjects().at(-1)).toBe('a')
    expect(await webhook()).toMatchObject({ status: 'active', waiting: 0 })
  })

  test('keeps the newest 10,000 events, and those 30 days', async () => {
    answer(() => answered(500))
    await happens(['a', 'paid'])
    for (let days = 0; days < 4; days++) {
      await deliver()
      world.clock.pass(DAY)
    }
    await happens(...Array.from({ length: 10_005 }, (_, at) => [`r${at}`, 'paid'] as const))
    await spreadNews(world)
    await forgetDeliveries(world)
    expect(await webhook()).toMatchObject({ status: 'failing', waiting: 10_000 })
    expect((await deliveries()).length).toBe(20)
    const given = await alice.api.listDeliveries({ id, state: 'failed', pageSize: 100 })
    expect(given.items.map(({ subject, flaw }) => [subject, flaw])).toContainEqual(['a', 'given_up'])
    world.clock.pass(30 * DAY + 1)
    await forgetDeliveries(world)
    expect(await webhook()).toMatchObject({ waiting: 0 })
    expect(await deliveries()).toEqual([])
  })
})

test('an event that is refused for three days, while others are taken, has failed', async () => {
  answer(({ event }) => answered(event.data.id === 'bad' ? 400 : 200))
  await happens(['bad', 'paid'])
  for (let hours = 0; hours < 100; hours++) {
    await happens([`r${hours}`, 'paid'])
    await deliver()
    world.clock.pass(HOUR)
  }
  const [bad] = (await alice.api.listDeliveries({ id, state: 'failed' })).items
  expect(bad).toMatchObject({ subject: 'bad', state: 'failed', answer: 400, nextAt: null })
  expect(await webhook()).toMatchObject({ status: 'active', waiting: 0 })
})

test('410 switches the webhook off; what waits is given up', async () => {
  answer(() => answered(410))
  await happens(['a', 'received'], ['a', 'paid'], ['b', 'paid'])
  await deliver()
  expect(await webhook()).toMatchObject({ status: 'disabled', waiting: 0 })
  expect((await deliveries()).map(({ state }) => state)).toEqual(['failed', 'failed', 'failed'])
  await happens(['c', 'paid'])
  await deliver()
  expect(subjects()).not.toContain('c')
})

test.each([
  [301, 'a redirect'],
  [307, 'another redirect'],
  [404, 'no such page'],
])('%s is not taken: %s', async (status) => {
  answer(() => answered(status))
  await happens(['a', 'paid'])
  await deliver()
  expect(await deliveries()).toMatchObject([{ state: 'waiting', answer: status }])
})

test('a gateway that was away for four days has told all of it before the news are forgotten', async () => {
  await happens(['a', 'received'], ['a', 'paid'])
  world.clock.pass(4 * DAY)
  expect(4 * DAY).toBeGreaterThan(EVENTS_KEPT_MS)
  await spreadNews(world)
  await forgetNews(world)
  expect(await world.db.selectFrom('outbox').selectAll().execute()).toEqual([])
  await deliver()
  expect(told()).toEqual([
    ['request.received', 'a'],
    ['request.paid', 'a'],
  ])
})

test('what happens all the time keeps no event back', async () => {
  await happens(['first', 'paid'])
  const { sharedNow } = world
  let more = 0
  // While a piece of the news is spread, something else happens.
  world.sharedNow = async (db) => {
    if (db === world.db && received.length === 0 && more < 50) await happens([`${++more}`, 'paid'])
    return sharedNow(db)
  }
  await deliver()
  expect(more).toBeLessThan(50)
  expect(told()[0]).toEqual(['request.paid', 'first'])
})

test('killed between a delivery and its record: it comes again, under the same ID, and nothing else does', async () => {
  await happens(['a', 'received'], ['a', 'paid'], ['b', 'paid'])
  const { promise: never } = Promise.withResolvers<Posted>()
  answer(() => never)
  // What this process has sent is never written.
  await createDeliverer(world).look()
  await expect.poll(() => received.length).toBe(2)
  answer(() => answered(200))
  await deliver()
  expect(received).toHaveLength(2)
  world.clock.pass(31 * SECOND)
  await deliver()
  const ids = received.map(({ headers }) => headers['webhook-id'])
  expect(ids).toHaveLength(5)
  expect(new Set(ids).size).toBe(3)
  expect(await webhook()).toMatchObject({ waiting: 0 })
})

test('a rollback tells nobody', async () => {
  const fails = atomically(world.db, async (trx) => {
    await append(trx, [{ accountId: alice.accountId, walletId: 'w', kind: 'removed', subject: 'a' }], 1)
    throw new Error('the disk is full')
  })
  await expect(fails).rejects.toThrow('the disk is full')
  await deliver()
  expect(received).toEqual([])
})
