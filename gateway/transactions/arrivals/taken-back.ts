import { ChainUnavailable } from '../../chain/port.ts'
import type { World } from '../../world/world.ts'
import { reconcile } from '../reconcile.ts'
import { reconcileOnce } from '../reconcile-throttle.ts'
import { type Confirmed, confirmedBetween } from '../taken-back-store.ts'

/**
 * Looks at payments that read settled by a block in whose place the chain has another. Throws `ChainUnavailable` where a look
 * could not say so of one, since the scan must not go on beyond it: nothing else would look at that payment.
 */
export async function lookAtTakenBack(world: World, legs: readonly Confirmed[]): Promise<void> {
  for (const id of new Set(legs.map(({ transactionId }) => transactionId)))
    await reconcileOnce(world, id, () => reconcile(world, id), { eager: true })
  for (const { transactionId, blockNumber, blockHash } of legs) {
    const now = await confirmedBetween(world.db, blockNumber, blockNumber)
    if (now.some((leg) => leg.transactionId === transactionId && leg.blockHash === blockHash))
      throw new ChainUnavailable(`Block ${blockNumber} is gone, and a look still saw a payment in it`)
  }
}
