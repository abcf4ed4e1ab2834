import { beforeEach, describe, expect, test } from 'vitest'
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
import { spreadNews } from './spread.ts'

setUpEach()

const [SECOND, HOUR, DAY] = [1_000, 60 * 60_000, 24 * 60 * 60_000]

let id: string
beforeEach(async () => {
  id = (await hook({ events: ['request.received', 'request.paid', 'request.expired'] })).webhook.id
})

const webhook = async () => (await alice.api.getWebhook({ id })).webhook
const deliveries = async () => (await alice.api.listDeliveries({ id })).items

describe('again', () => {
  test('one event, also one that was taken', async () => {
    await happens(['a', 'received'], ['a', 'paid'])
    await deliver()
    const [last] = await deliveries()
    const again = await alice.api.redeliver({ id, deliveryId: last?.id ?? '' })
    expect(again.delivery).toMatchObject({ id: last?.id, state: 'waiting', tries: 0 })
    await deliver()
    expect(received.at(-1)?.headers['webhook-id']).toBe(last?.id)
    expect(received).toHaveLength(3)
    await expect(alice.api.redeliver({ id, deliveryId: 'none' })).rejects.toMatchObject({ code: 'not_found' })
  })

  test('a range, in its order', async () => {
    for (const subject of ['a', 'b', 'c', 'd']) {
      await happens([subject, 'received'], [subject, 'paid'])
      await deliver()
      world.clock.pass(HOUR)
    }
    received.length = 0
    const from = new Date(world.clock.now() - 3.5 * HOUR).toISOString()
    const to = new Date(world.clock.now() - 1.5 * HOUR).toISOString()
    expect(await alice.api.redeliverRange({ id, from, to })).toEqual({ count: 4, next: null })
    expect(await webhook()).toMatchObject({ waiting: 4 })
    await deliver()
    const order = told().map(([type, subject]) => `${subject} ${type}`)
    expect(order.filter((each) => each.startsWith('b'))).toEqual(['b request.received', 'b request.paid'])
    expect(order.filter((each) => each.startsWith('c'))).toEqual(['c request.received', 'c request.paid'])
    expect(order).toHaveLength(4)
    expect(await alice.api.redeliverRange({ id, from, state: 'failed' })).toEqual({ count: 0, next: null })
  })

  test('one that waits for an earlier event of its subject stays behind that', async () => {
    answer(() => answered(500))
    await happens(['a', 'received'], ['a', 'paid'])
    await deliver()
    received.length = 0
    const held = (await deliveries()).find(({ type }) => type === 'request.paid')
    const again = await alice.api.redeliver({ id, deliveryId: held?.id ?? '' })
    expect(again.delivery).toMatchObject({ state: 'waiting', nextAt: null })
    answer(() => answered(200))
    await deliver()
    world.clock.pass(6 * SECOND)
    await deliver()
    expect(told()).toEqual([
      ['request.received', 'a'],
      ['request.paid', 'a'],
    ])
    expect(await webhook()).toMatchObject({ waiting: 0 })
  })

  test('a range of more than 10,000, piece by piece, each event once', async () => {
    await happens(...Array.from({ length: 10_003 }, (_, at) => [`r${at}`, 'paid'] as const))
    await spreadNews(world)
    const ended = () =>
      world.db.updateTable('webhookDeliveries').set({ state: 'delivered', nextAt: null }).where('webhookId', '=', id)
    await ended().execute()
    const range = { id, from: '2020-01-01T00:00:00Z' }
    const first = await alice.api.redeliverRange(range)
    expect(first).toEqual({ count: 10_000, next: expect.any(String) })
    await ended().execute()
    const rest = await alice.api.redeliverRange({ ...range, after: first.next ?? '' })
    expect(rest).toEqual({ count: 3, next: null })
    const off = { code: 'validation_error', details: [{ path: 'after', message: 'is no delivery of this webhook' }] }
    await expect(alice.api.redeliverRange({ ...range, after: 'none' })).rejects.toMatchObject(off)
  })

  test('nothing of a webhook that is switched off', async () => {
    await happens(['a', 'paid'])
    await deliver()
    await alice.api.patchWebhook({ id, enabled: false })
    const [one] = await deliveries()
    const off = { code: 'validation_error' }
    await expect(alice.api.redeliver({ id, deliveryId: one?.id ?? '' })).rejects.toMatchObject(off)
    await expect(alice.api.redeliverRange({ id, from: '2026-01-01T00:00:00Z' })).rejects.toMatchObject(off)
  })
})

describe('to a failing webhook, whose receiver takes only the last of five events', () => {
  beforeEach(async () => {
    answer(() => answered(500))
    for (let days = 0; days < 5; days++) {
      await happens([`r${days}`, 'received'])
      await deliver()
      world.clock.pass(DAY)
    }
    expect(await webhook()).toMatchObject({ status: 'failing', waiting: 5 })
    answer(({ event }) => answered(event.data.id === 'r4' ? 200 : 500))
    received.length = 0
  })

  test('that one is sent, and the webhook works again', async () => {
    const last = (await deliveries()).find(({ subject }) => subject === 'r4')
    const again = await alice.api.redeliver({ id, deliveryId: last?.id ?? '' })
    expect(again.delivery).toMatchObject({ state: 'waiting', tries: 0, nextAt: expect.any(String) })
    expect(await webhook()).toMatchObject({ status: 'active', failingSince: null })
    await deliver()
    expect(told()).toContainEqual(['request.received', 'r4'])
    expect(await webhook()).toMatchObject({ status: 'active', waiting: 4 })
  })

  test('a range is sent', async () => {
    await world.db.updateTable('webhookDeliveries').set({ state: 'failed' }).where('subject', '=', 'r4').execute()
    await world.db.updateTable('webhooks').set({ waiting: 4 }).execute()
    expect(await alice.api.redeliverRange({ id, from: '2020-01-01T00:00:00Z' })).toMatchObject({ count: 1 })
    await deliver()
    expect(told()).toContainEqual(['request.received', 'r4'])
    expect(await webhook()).toMatchObject({ status: 'active', waiting: 4 })
  })

  test('a range without events changes nothing', async () => {
    expect(await alice.api.redeliverRange({ id, from: '2020-01-01T00:00:00Z' })).toMatchObject({ count: 0 })
    expect(await webhook()).toMatchObject({ status: 'failing', waiting: 5 })
  })
})

test('deliveries are read page by page, the newest first', async () => {
  await happens(...Array.from({ length: 7 }, (_, at) => [`r${at}`, 'paid'] as const))
  await deliver()
  world.clock.pass(SECOND)
  await happens(['last', 'paid'])
  await deliver()
  const seen: string[] = []
  let after: string | null = null
  do {
    const page: { items: { subject: string }[]; next: string | null } = await alice.api.listDeliveries({
      ...{ id, pageSize: 3 },
      ...(after === null ? {} : { after }),
    })
    seen.push(...page.items.map(({ subject }) => subject))
    after = page.next
  } while (after !== null)
  expect(seen[0]).toBe('last')
  expect(new Set(seen).size).toBe(8)
  expect((await alice.api.listDeliveries({ id, state: 'waiting' })).items).toEqual([])
})
