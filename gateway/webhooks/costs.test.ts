import { expect, test } from 'vitest'
import type { Address } from '#shared/model/ids.ts'
import { lookAfterRequests } from '../collections/keep-collecting.ts'
import type { Database } from '../db/database.ts'
import { createOutsider } from '../testing/outsider.ts'
import { createTester, createTestWorld, walletWithMoney } from '../testing/test-world.ts'
import { look } from '../transactions/arrivals/look-fixture.ts'
import { createDeliverer } from './deliver/keep-delivering.ts'

const EVENTS = ['transaction.settled', 'request.received', 'request.paid'] as const

/** Statements that each step takes in an account with so many requests, so many payments before, and so many webhooks. */
async function costsWith(requests: number, webhooks: number) {
  let statements = 0
  const quiet = await createTestWorld({ SOTTO_LIMIT_WRITES: '100000', SOTTO_LIMIT_READS: '100000' })
  const db = (quiet.db as Database).withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      statements += 1
      return result
    },
  })
  const world = { ...quiet, db }
  world.post = async () => ({ is: 'answered', status: 204 })
  const { api } = await createTester(world)
  const purse = await walletWithMoney({ api })
  const stranger = createOutsider(world)
  const deliver = async () => {
    const deliverer = createDeliverer(world)
    await deliverer.look()
    await deliverer.ended()
  }
  for (let index = 0; index < webhooks; index++)
    await api.createWebhook({ url: `https://shop.example.org/${index}`, events: [...EVENTS] })
  const ask = async (amount: string) => (await api.createRequest({ walletId: purse.id, amount })).request
  for (let index = 0; index < requests; index++) {
    const { address } = await ask('1')
    stranger.payHidden(address as Address, 1_000_000n)
  }
  const settle = async () => {
    world.clock.pass(4_000)
    await look(world)
    await lookAfterRequests(world)
  }
  for (let rounds = 0; rounds < 4; rounds++) await settle()
  await deliver()
  const counted = async (work: () => Promise<unknown>) => {
    statements = 0
    await work()
    return statements
  }
  const to = `0x${'1'.repeat(40)}`
  const once = async () => {
    const own = await ask('1')
    await api.getMe({})
    return {
      asking: await counted(() => ask('2')),
      payment: await counted(() => api.transfer({ walletId: purse.id, to, amount: '1' })),
      named: await counted(() => api.transfer({ walletId: purse.id, requestId: own.id })),
      collecting: await counted(settle),
      telling: await counted(deliver),
      nothing: await counted(deliver),
      list: await counted(() => api.listRequests({})),
    }
  }
  return least([await once(), await once(), await once()])
}

/** Of each step the least: PostgreSQL may have a transaction done again, never the same one each time. */
function least<Costs extends Record<string, number>>(rounds: Costs[]): Costs {
  const steps = Object.keys(rounds[0] as Costs)
  return Object.fromEntries(
    steps.map((step) => [step, Math.min(...rounds.map((costs) => costs[step] as number))]),
  ) as Costs
}

test('what a request, a payment and an event take grows neither with requests nor, for who pays, with webhooks', async () => {
  const [few, many, told] = [await costsWith(1, 1), await costsWith(30, 1), await costsWith(1, 5)]
  expect(many).toEqual(few)
  // Each webhook is told by itself.
  const { telling: _, ...others } = told
  const { telling: __, ...same } = few
  expect(others).toEqual(same)
  expect(few.nothing).toBeLessThan(10)
})
