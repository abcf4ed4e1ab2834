import { reconcile } from '../../transactions/reconcile.ts'
import { reconcileOnce } from '../../transactions/reconcile-throttle.ts'
import { isTerminal } from '../../transactions/states.ts'
import { findTransaction, type Transaction } from '../../transactions/store.ts'
import type { World } from '../../world/world.ts'

const LOOK_FIRST_MS = 20
const LOOK_LAST_MS = 2_000

/** Looks until there is nothing more to wait for: the first leg of a redeem, the end of everything else. */
export async function waitFor(world: World, id: string, begun: number): Promise<Transaction> {
  const deadline = begun + world.config.SOTTO_RECEIPT_WAIT_MS
  for (let pause = LOOK_FIRST_MS; ; pause = Math.min(pause * 2, LOOK_LAST_MS)) {
    const patience = new AbortController()
    const stop = () => patience.abort()
    world.drained.addEventListener('abort', stop, { once: true })
    const left = Math.max(0, deadline - world.clock.elapsed())
    const look = reconcileOnce(world, id, () => reconcile(world, id, 'first leg'), { everyMs: 0, partial: true })
    await Promise.race([look, world.clock.sleep(left, patience.signal)])
    patience.abort()
    world.drained.removeEventListener('abort', stop)
    const transaction = await findTransaction(world.db, world.keys, id)
    if (transaction === undefined) throw new Error(`transaction ${id} is gone`)
    const answered = isTerminal(transaction) || (transaction.type === 'REDEEM' && transaction.status !== 'PENDING')
    if (answered || world.drained.aborted || world.clock.elapsed() >= deadline) return transaction
    await world.clock.sleep(Math.min(pause, deadline - world.clock.elapsed()), world.drained)
  }
}
