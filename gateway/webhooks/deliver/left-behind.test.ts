import { beforeEach, expect, test } from 'vitest'
import { atomically } from '../../db/database.ts'
import { beginAnew } from '../../outbox/store.ts'
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

setUpEach()

const SECOND = 1_000
const DAY = 24 * 60 * 60_000

let id: string
beforeEach(async () => {
  id = (await hook({ events: ['request.received', 'request.paid'] })).webhook.id
})

const webhook = async () => (await alice.api.getWebhook({ id })).webhook

async function deliverDaily(days: number): Promise<void> {
  for (let day = 0; day < days; day++) {
    await deliver()
    world.clock.pass(DAY)
  }
}

test('a test that failed days ago makes no webhook failing at its next missed answer', async () => {
  answer(() => answered(500))
  await alice.api.testWebhook({ id })
  world.clock.pass(4 * DAY)
  await happens(['a', 'paid'])
  await deliver()
  expect(await webhook()).toMatchObject({ status: 'active' })
  answer(() => answered(200))
  world.clock.pass(6 * SECOND)
  await deliver()
  expect(await webhook()).toMatchObject({ status: 'active', waiting: 0 })
})

test('an event that waited for one that is forgotten is sent', async () => {
  answer(() => answered(500))
  await happens(['probed', 'paid'])
  await deliverDaily(4)
  await happens(['a', 'received'])
  await deliverDaily(21)
  await happens(['a', 'paid'])
  await deliver()
  world.clock.pass(10 * DAY)
  await forgetDeliveries(world)
  answer(() => answered(200))
  received.splice(0)
  for (let days = 0; days < 2; days++) {
    world.clock.pass(DAY + DAY / 8)
    await deliver()
  }
  expect(told()).toContainEqual(['request.paid', 'a'])
  expect(await webhook()).toMatchObject({ waiting: 0 })
})

test('a webhook that is switched off while events are spread is sent none of them', async () => {
  await happens(['a', 'paid'])
  const { sharedNow } = world
  world.sharedNow = async (db) => {
    world.sharedNow = sharedNow
    await alice.api.patchWebhook({ id, enabled: false })
    return sharedNow(db)
  }
  await deliver()
  expect(received).toEqual([])
  expect(await webhook()).toMatchObject({ status: 'disabled', waiting: 0 })
})

test('what happened a moment before a backup was made is told once that is restored', async () => {
  await happens(['a', 'paid'])
  await atomically(world.db, (db) => beginAnew(db, world.clock.now()))
  await happens(['b', 'paid'])
  await deliver()
  expect(told()).toEqual([
    ['request.paid', 'a'],
    ['request.paid', 'b'],
  ])
  // All of it was told: nothing is left of it.
  await atomically(world.db, (db) => beginAnew(db, world.clock.now() + 1))
  expect(await world.db.selectFrom('outbox').select('sequence').execute()).toEqual([])
})

test('a webhook that heard something after a restore with a clock that was ahead hears on after another one', async () => {
  await atomically(world.db, (db) => beginAnew(db, world.clock.now() + 60 * 60_000))
  await happens(['a', 'paid'])
  await deliver()
  await atomically(world.db, (db) => beginAnew(db, world.clock.now()))
  await happens(['b', 'paid'])
  await deliver()
  expect(told()).toEqual([
    ['request.paid', 'a'],
    ['request.paid', 'b'],
  ])
})
