import { beforeEach, describe, expect, test } from 'vitest'
import { alice, deliver, happens, hook, received, setUpEach, told, world } from '../webhooks-fixture.ts'

setUpEach()

const [SECOND, HOUR] = [1_000, 60 * 60_000]

let id: string
beforeEach(async () => {
  id = (await hook({ events: ['request.received', 'request.paid', 'request.expired'] })).webhook.id
})

const webhook = async () => (await alice.api.getWebhook({ id })).webhook
const deliveries = async () => (await alice.api.listDeliveries({ id })).items
const _subjects = () => received.map(({ event }) => event.data.id)

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
    expect(await alice.api.redeliverRange({ id, from, to })).toEqual({ count: 4 })
    expect(await webhook()).toMatchObject({ waiting: 4 })
    await deliver()
    const order = told().map(([type, subject]) => `${subject} ${type}`)
    expect(order.filter((each) => each.startsWith('b'))).toEqual(['b request.received', 'b request.paid'])
    expect(order.filter((each) => each.startsWith('c'))).toEqual(['c request.received', 'c request.paid'])
    expect(order).toHaveLength(4)
    expect(await alice.api.redeliverRange({ id, from, state: 'failed' })).toEqual({ count: 0 })
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
