import { beforeEach, describe, expect, test } from 'vitest'
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
import { createDeliverer } from './keep-delivering.ts'
import { spreadNews } from './spread.ts'

setUpEach()

const [SECOND, DAY] = [1_000, 24 * 60 * 60_000]

let id: string
beforeEach(async () => {
  id = (await hook({ events: ['request.received', 'request.paid'] })).webhook.id
})

const webhook = async () => (await alice.api.getWebhook({ id })).webhook

describe('where the clock was 30 days ahead, and is put right', () => {
  test('events that the receiver refused while the clock was ahead are sent now, and hold up no other', async () => {
    world.clock.pass(30 * DAY)
    answer(() => answered(500))
    await happens(['a', 'received'], ['b', 'received'])
    await deliver()
    world.clock.pass(-30 * DAY)
    answer(() => answered(200))
    received.splice(0)
    await deliver()
    await happens(['a', 'paid'])
    await deliver()
    expect(told().toSorted()).toEqual([
      ['request.paid', 'a'],
      ['request.received', 'a'],
      ['request.received', 'b'],
    ])
    expect(await webhook()).toMatchObject({ waiting: 0 })
  })

  test('a webhook that was sent to by a process that was killed meanwhile is sent to by another', async () => {
    world.clock.pass(30 * DAY)
    await happens(['a', 'received'])
    const { promise: never } = Promise.withResolvers<Posted>()
    answer(() => never)
    await createDeliverer(world).look()
    await expect.poll(() => received.length).toBe(1)
    world.clock.pass(-30 * DAY)
    answer(() => answered(200))
    await deliver()
    expect(received).toHaveLength(2)
    expect(await webhook()).toMatchObject({ waiting: 0 })
  })

  test('a failing webhook is tried now, and then with each of its waiting events in turn', async () => {
    answer(() => answered(500))
    await happens(['a', 'received'], ['b', 'received'])
    for (let days = 0; days < 5; days++) {
      await deliver()
      world.clock.pass(DAY)
    }
    expect(await webhook()).toMatchObject({ status: 'failing' })
    world.clock.pass(30 * DAY)
    await deliver()
    world.clock.pass(-30 * DAY)
    await happens(['c', 'received'])
    received.splice(0)
    for (let days = 0; days < 3; days++) {
      await deliver()
      world.clock.pass(2 * DAY)
    }
    expect(told().map(([, subject]) => subject)).toEqual(expect.arrayContaining(['a', 'b', 'c']))
  })
})

test('a webhook that a process takes a moment later is not taken from it', async () => {
  await happens(['a', 'received'])
  await spreadNews(world)
  const { promise: never } = Promise.withResolvers<Posted>()
  answer(() => never)
  world.clock.pass(SECOND)
  await createDeliverer(world).look()
  await expect.poll(() => received.length).toBe(1)
  // Another process has read the clock before that.
  world.clock.pass(-SECOND)
  answer(() => answered(200))
  await deliver()
  expect(received).toHaveLength(1)
})

test('what waits for its pause is sent no sooner', async () => {
  answer(() => answered(500))
  await happens(['a', 'received'])
  for (let tries = 1; tries < 9; tries++) {
    await deliver()
    expect(received).toHaveLength(tries)
    const [row] = await world.db.selectFrom('webhookDeliveries').select('nextAt').execute()
    world.clock.pass(Number(row?.nextAt) - world.clock.now() - 1)
    await deliver()
    expect(received).toHaveLength(tries)
    world.clock.pass(1)
  }
})
