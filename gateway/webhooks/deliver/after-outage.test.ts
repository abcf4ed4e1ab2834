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
  URL_,
  world,
} from '../webhooks-fixture.ts'

setUpEach()

const [MINUTE, DAY] = [60_000, 24 * 60 * 60_000]
const ELSEWHERE = 'https://shop.example.org/elsewhere'

let id: string
beforeEach(async () => {
  id = (await hook({ events: ['request.received', 'request.paid', 'request.expired'] })).webhook.id
})

const webhook = async () => (await alice.api.getWebhook({ id })).webhook
const deliveries = async () => (await alice.api.listDeliveries({ id })).items

describe('after an outage', () => {
  test('of days an event that is refused once more is tried for three days again', async () => {
    answer(() => answered(500))
    for (let days = 0; days < 5; days++) {
      await happens([`r${days}`, 'paid'])
      await deliver()
      world.clock.pass(DAY)
    }
    expect(await webhook()).toMatchObject({ status: 'failing', waiting: 5 })
    // The first is taken; what goes out with it comes too fast.
    answer(({ event }) => answered(event.data.id === 'r0' ? 200 : 429))
    world.clock.pass(DAY)
    await deliver()
    expect(await webhook()).toMatchObject({ status: 'active', waiting: 4 })
    expect((await deliveries()).filter(({ state }) => state === 'failed')).toEqual([])
    answer(() => answered(200))
    world.clock.pass(2 * DAY)
    await deliver()
    expect(await webhook()).toMatchObject({ status: 'active', waiting: 0 })
    expect((await deliveries()).map(({ state }) => state)).toEqual(Array(5).fill('delivered'))
  })

  test('of days an event that another address refuses once is tried again in seconds, as a new one is', async () => {
    answer(() => answered(500))
    await happens(['a', 'received'], ['a', 'paid'])
    for (let days = 0; days < 12; days++) {
      await deliver()
      world.clock.pass(2 * DAY)
    }
    await alice.api.patchWebhook({ id, url: ELSEWHERE })
    answer(() => answered(429))
    received.length = 0
    await deliver()
    expect(told()).toEqual([['request.received', 'a']])
    answer(() => answered(200))
    received.length = 0
    world.clock.pass(MINUTE)
    await deliver()
    expect(told()).toEqual([
      ['request.received', 'a'],
      ['request.paid', 'a'],
    ])
  })

  test('of hours the events of one payment go out one after the other', async () => {
    answer(() => answered(500))
    await happens(['a', 'received'], ['b', 'received'], ['a', 'paid'], ['b', 'paid'], ['a', 'expired'])
    for (let minutes = 0; minutes < 300; minutes += 5) {
      await deliver()
      world.clock.pass(5 * MINUTE)
    }
    received.length = 0
    const taken: string[] = []
    const waits = new Map<string, number>()
    answer(async ({ event }) => {
      // The later the event, the faster its answer: sent together they would be taken the other way round.
      const payment = event.data.id
      expect(waits.get(payment) ?? 0).toBe(0)
      waits.set(payment, 1)
      await new Promise((resolve) => setTimeout(resolve, 5))
      waits.set(payment, 0)
      taken.push(`${payment} ${event.type}`)
      return answered(200)
    })
    world.clock.pass(DAY)
    await deliver()
    for (const payment of ['a', 'b']) {
      const own = taken.filter((one) => one.startsWith(payment))
      const order = ['received', 'paid', 'expired'].map((status) => `${payment} request.${status}`)
      expect(own).toEqual(order.slice(0, own.length))
    }
    expect(taken).toHaveLength(5)
  })
})

test('an event that a receiver refuses for three days ends, also where the receiver takes another one now and then', async () => {
  answer(({ event }) => answered(event.data.id === 'refused' ? 500 : 200))
  await happens(['refused', 'received'])
  for (let hour = 0; hour < 240; hour++) {
    if (hour % 66 === 60) await happens([`taken${hour}`, 'paid'])
    await deliver()
    world.clock.pass(60 * MINUTE)
  }
  expect((await deliveries()).find(({ state }) => state === 'failed')).toMatchObject({ type: 'request.received' })
  expect(await webhook()).toMatchObject({ status: 'active', waiting: 0 })
})

describe('an event that a quiet webhook refuses for ever', () => {
  beforeEach(async () => {
    answer(({ event }) => answered(event.data.id === 'refused' ? 400 : 200))
    await happens(['refused', 'received'])
    for (let hour = 0; hour < 100; hour++) {
      await deliver()
      world.clock.pass(60 * MINUTE)
    }
    expect(await webhook()).toMatchObject({ status: 'failing', waiting: 1 })
    received.length = 0
  })

  test('keeps no later one of another subject back, and is itself tried again once that is taken', async () => {
    await happens(['refused', 'paid'], ['a', 'received'], ['a', 'paid'])
    for (let hour = 0; hour < 25; hour++) {
      await deliver()
      world.clock.pass(60 * MINUTE)
    }
    const taken = told().filter(([, id]) => id === 'a')
    expect(taken).toEqual([
      ['request.received', 'a'],
      ['request.paid', 'a'],
    ])
    expect(await webhook()).toMatchObject({ status: 'active', waiting: 2 })
    expect((await deliveries()).filter(({ state }) => state === 'failed')).toEqual([])
  })

  test('is sent alone where there is no answer at all', async () => {
    world.post = async () => {
      received.length += 1
      return { is: 'unanswered', flaw: 'unreachable' }
    }
    await happens(['a', 'received'], ['b', 'received'])
    world.clock.pass(2 * DAY)
    await deliver()
    expect(received).toHaveLength(1)
  })

  test('goes round with all others that are refused', async () => {
    answer(() => answered(429))
    await happens(['a', 'received'], ['b', 'received'], ['c', 'received'])
    for (let days = 0; days < 4; days++) {
      world.clock.pass(2 * DAY)
      await deliver()
    }
    expect(told().map(([, id]) => id)).toEqual(['refused', 'a', 'refused', 'b', 'refused', 'c', 'refused', 'a'])
  })
})

describe('where its owner gives it another address while something is under way to the former one', () => {
  const moves = async () => void (await alice.api.patchWebhook({ id, url: ELSEWHERE }))

  test.each([410, 500])('an answer of %s from the former one changes nothing of the webhook', async (status) => {
    answer(async ({ url }) => {
      if (url !== URL_) return answered(200)
      await moves()
      return answered(status)
    })
    await happens(['a', 'received'], ['a', 'paid'])
    await deliver()
    expect(await webhook()).toMatchObject({ status: 'active', url: ELSEWHERE, failingSince: null })
    await deliver()
    expect(received.filter(({ url }) => url === ELSEWHERE)).toHaveLength(2)
    expect(told().slice(1)).toEqual([
      ['request.received', 'a'],
      ['request.paid', 'a'],
    ])
    expect(await webhook()).toMatchObject({ waiting: 0 })
  })

  test('what the former one took is not sent again', async () => {
    answer(async ({ url }) => {
      if (url === URL_) await moves()
      return answered(200)
    })
    await happens(['a', 'received'])
    await deliver()
    expect(received).toHaveLength(1)
    expect(await webhook()).toMatchObject({ status: 'active', waiting: 0 })
  })

  test('a try-out that the former one answers with 410 does not switch it off', async () => {
    answer(async () => {
      await moves()
      return answered(410)
    })
    await alice.api.testWebhook({ id })
    expect(await webhook()).toMatchObject({ status: 'active', url: ELSEWHERE })
  })
})
