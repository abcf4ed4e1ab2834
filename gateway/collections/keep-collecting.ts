import { errorWords } from '../error-words.ts'
import { requestsToCollect } from '../requests/store.ts'
import type { Wanted } from '../transactions/worker.ts'
import { inBatches } from '../world/in-batches.ts'
import type { World } from '../world/world.ts'
import { collect } from './collect.ts'
import { expireRequests } from './expire.ts'

const EVERY_MS = 2_000
const TURN = 'turn:requests'
const DUE = 100
/** Each waits for its receipt. */
const AT_ONCE = 10

/** Ends requests in time, and collects what they brought, while that is wanted. Runs until the gateway closes; of several one looks at a time. */
export async function keepCollecting(world: World, isWanted: Wanted = async () => true): Promise<void> {
  const mayLook = () => isWanted().then((wanted) => wanted && world.locks.hasTurn(TURN))
  while (!world.closing.aborted) {
    if (await mayLook().catch(() => false)) await lookAfterRequests(world)
    await world.clock.sleep(EVERY_MS, world.closing)
  }
  await world.locks.endTurn(TURN).catch(() => {})
}

/** One round: whatever goes wrong is tried again in the next. */
export async function lookAfterRequests(world: World): Promise<void> {
  await said(world, 'requests could not be ended', expireRequests(world))
  await said(world, 'requests could not be collected', collectDue(world))
}

async function collectDue(world: World): Promise<void> {
  const due = await requestsToCollect(world.db, world.clock.now(), DUE)
  await inBatches(world, due, AT_ONCE, (id) => collect(world, id))
}

async function said(world: World, what: string, work: Promise<void>): Promise<void> {
  await work.catch((error: unknown) => world.log.warn({ reason: errorWords(error) }, what))
}
