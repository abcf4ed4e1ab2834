import { Refusal } from '#shared/refusals.ts'
import type { World } from '../world.ts'
import { legsOf } from './legs.ts'
import { lookOnce } from './looks.ts'
import { reconcile } from './reconcile.ts'
import { replace } from './replace.ts'
import { findTransaction, type Transaction } from './store.ts'

/**
 * Tries to take a pending payment back, by a transaction that moves nothing at the same nonce. Whichever of the two is
 * mined decides: the transaction then reads `FAILED` (cancelled) or goes on as if nothing had been asked.
 */
export async function cancel(world: World, transaction: Transaction): Promise<void> {
  await lookOnce(world, transaction.id, () => reconcile(world, transaction.id, 'first leg'), true)
  const now = await findTransaction(world.db, world.keys, transaction.id)
  const value = (await legsOf(world.db, world.keys, transaction.id)).find((leg) => leg.movesValue)
  if (now?.status !== 'PENDING' || value?.state !== 'open') throw new Refusal('not_cancellable')
  await replace(world, transaction, value, 'cancel')
  await lookOnce(world, transaction.id, () => reconcile(world, transaction.id, 'first leg'), true)
}
