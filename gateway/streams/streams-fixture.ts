import { beforeEach, expect } from 'vitest'
import { readEvents } from '#shared/event-stream.ts'
import { type StreamEvent, streamEvents } from '#shared/model/stream-event.ts'
import { atomically } from '../db/database.ts'
import { idOf, placeIn, placeOf } from '../outbox/place.ts'
import { append, newsAfter } from '../outbox/store.ts'
import { createTester, createTestWorld, type Tester, type TestWorld } from '../testing/test-world.ts'
import type { Visitor } from '../testing/visitor.ts'
import { notifierOf } from './notifier.ts'

// Set-up of the tests beside this. Its bindings are live: each test finds its own world in them.
export let world: TestWorld
export let alice: Tester

/** The set-up of each test of the file that calls it. */
export function setUpEach(): void {
  beforeEach(async () => {
    world = await createTestWorld({ SOTTO_RECEIPT_WAIT_MS: '2000', SOTTO_LIMIT_READS: '10000' })
    alice = await createTester(world)
  })
}

export type Listening = { events: AsyncGenerator<StreamEvent>; next(): Promise<StreamEvent>; stop(): void }

export function listen({ app, apiKey }: Pick<Tester, 'app' | 'apiKey'>, lastEventId?: string): Listening {
  const abort = new AbortController()
  const events = readEvents(streamEvents, {
    origin: 'http://localhost:7984',
    apiKey,
    fetch: async (url, init) =>
      app.request(url, { ...init, headers: { ...init.headers, host: 'localhost:7984' } } as RequestInit),
    signal: abort.signal,
    ...(lastEventId === undefined ? {} : { lastEventId }),
  })
  const next = async () => {
    const { value, done } = await events.next()
    if (done) throw new Error('the stream ended')
    return value as StreamEvent
  }
  return { events, next, stop: () => void events.return(undefined) }
}

export const balances = (accountId: string, walletId: string, count: number) =>
  atomically(world.db, (trx) =>
    append(
      trx,
      Array.from({ length: count }, () => ({
        accountId: accountId,
        walletId: walletId,
        kind: 'balance' as const,
        subject: walletId,
      })),
      world.clock.now(),
    ),
  )

/** The number in the ID of an event. */
export const numberIn = (id: string) => placeIn(id)?.sequence

/** The ID of the event of alice's that has a number. */
export async function idAt(sequence: number): Promise<string> {
  const [row] = await newsAfter(world.db, alice.accountId, sequence - 1, 1)
  if (row?.sequence !== sequence) throw new Error(`there is no event ${sequence}`)
  return idOf(placeOf(world.keys, row))
}

/** A stream of a session, whose first event was read. */
export async function read(visitor: Visitor) {
  const reader = (await visitor.ask('GET', '/events')).body?.getReader()
  expect(new TextDecoder().decode((await reader?.read())?.value)).toContain('event: ready')
  const end = async () => {
    while ((await reader?.read())?.done === false);
  }
  return { end, cancel: () => reader?.cancel() }
}

export const idle = async () => {
  for (let turns = 0; turns < 200 && notifierOf(world).size() > 0; turns++)
    await new Promise((resolve) => setTimeout(resolve, 5))
  return notifierOf(world).size()
}
