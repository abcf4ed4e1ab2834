import { checkInBackground } from '../decryption/check-derived.ts'
import { keepDoing } from '../world/keep-doing.ts'
import type { World } from '../world/world.ts'
import { expireOverdue } from './approvals/end.ts'
import { learnArrivals, scanForArrivals } from './arrivals/look.ts'
import { listFailedSince } from './payouts/debts-store.ts'
import { advanceAll, RECHECK_FOR_MS } from './reconcile.ts'
import { reconcileInterval } from './reconcile-throttle.ts'
import { listInFlight } from './store.ts'
import { listTakenBack } from './taken-back-store.ts'

const EVERY_MS = 2_000
const TURN = 'turn:worker'

/** Asked before each round: lets a worker run only while a caller waits for it. */
export type Wanted = () => Promise<boolean>

/**
 * Moves in-flight transactions on without waiting for a read, through the code that reads use. Runs until the gateway
 * closes. Optional: without it everything advances at the next read. Of several gateways on one database one looks at a time.
 */
export async function runWorker(world: World, isWanted: Wanted = async () => true): Promise<void> {
  const mayLook = () => isWanted().then((wanted) => wanted && world.locks.hasTurn(TURN))
  // While the database is away there is nothing to look at.
  const isTurn = () => mayLook().catch(() => false)
  const failed = (error: string) => world.log.error({ error }, 'a round of the worker failed')
  // What comes in from outside is looked for beside the rest, and nothing waits for the decryption of amounts.
  const works = [roundAndChecks, expireOverdue, scanForArrivals, learnArrivals].map((look) => async () => {
    if (await isTurn()) await look(world, 0)
  })
  await Promise.all(works.map((work) => keepDoing(world, EVERY_MS, work, failed)))
  // One that cannot be ended runs out.
  await world.locks.endTurn(TURN).catch(() => {})
}

async function roundAndChecks(world: World): Promise<void> {
  await round(world).finally(() => checkInBackground(world))
}

/** One look at every transaction that may still change, those looked at least recently first. */
export async function round(world: World): Promise<void> {
  // Failed payments are looked at too, for a while: a node may have lied.
  const failed = await listFailedSince(world.db, world.clock.now() - RECHECK_FOR_MS)
  const rows = [...(await listInFlight(world.db)), ...failed, ...(await listTakenBack(world.db))]
  await advanceAll(world, rows, (row) => reconcileInterval(world, row))
}
