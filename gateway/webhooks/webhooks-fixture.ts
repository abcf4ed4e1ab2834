import { beforeEach } from 'vitest'
import type { NewWebhook } from '#shared/api/webhooks.ts'
import type { WebhookEvent } from '#shared/model/webhook.ts'
import { atomically } from '../db/database.ts'
import { append, type News } from '../outbox/store.ts'
import { createTester, createTestWorld, type Tester, type TestWorld } from '../testing/test-world.ts'
import type { Posted } from '../world/outgoing/post.ts'
import { createDeliverer } from './deliver/keep-delivering.ts'

// Set-up of the tests beside this. Its bindings are live: each test finds its own world in them.
export let world: TestWorld
export let alice: Tester
/** What receivers were sent, in order. */
export let received: Received[]
/** What they answer: 200 unless a test says otherwise. */
export let answers: (message: Received) => Posted | Promise<Posted>

export type Received = { url: string; headers: Record<string, string>; body: string; event: WebhookEvent }

export const answered = (status: number): Posted => ({ is: 'answered', status })

/** From now on. */
export function answer(with_: typeof answers): void {
  answers = with_
}

/** The set-up of each test of the file that calls it: a world whose receivers are a function. */
export function setUpEach(): void {
  beforeEach(async () => {
    const roomy = { SOTTO_LIMIT_WRITES: '100000', SOTTO_LIMIT_READS: '100000', SOTTO_RECEIPT_WAIT_MS: '2000' }
    world = await createTestWorld(roomy)
    received = []
    answers = () => answered(200)
    world.post = async (url, { headers, body }) => {
      const message = { url, headers, body, event: JSON.parse(body) as WebhookEvent }
      received.push(message)
      return answers(message)
    }
    alice = await createTester(world)
  })
}

export const URL_ = 'https://shop.example.org/hook'
const EVERYTHING: NewWebhook['events'] = [
  ...(['transaction.pending', 'transaction.settling', 'transaction.settled', 'transaction.failed'] as const),
  ...(['transaction.received', 'transaction.removed'] as const),
]

export async function hook(more: Partial<NewWebhook> = {}, tester = alice) {
  return tester.api.createWebhook({ url: URL_, events: EVERYTHING, ...more })
}

/** Sends all that is due, and what becomes due by that, without time going by. */
export async function deliver(in_ = world): Promise<void> {
  const deliverer = createDeliverer(in_)
  for (let count = -1; count !== received.length; ) {
    count = received.length
    await deliverer.look()
    await deliverer.ended()
  }
}

/** Of each that was received, its type and what it was about. */
export const told = () => received.map(({ event }) => [event.type, event.data.id])

/** What happens to requests, as their room writes it. */
export const happens = (...events: readonly (readonly [subject: string, status: string])[]) =>
  atomically(world.db, (trx) =>
    append(
      trx,
      events.map(([subject, status]) => {
        const news = { accountId: alice.accountId, walletId: 'w', kind: 'request', subject, status }
        return news as unknown as News
      }),
      world.clock.now(),
    ),
  )
