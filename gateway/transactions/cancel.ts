import { Refusal } from '#shared/refusal.ts'
import { replace } from '../legs/replace.ts'
import { legsOf } from '../legs/store.ts'
import type { World } from '../world/world.ts'
import { reconcile } from './reconcile.ts'
import { reconcileOnce } from './reconcile-throttle.ts'
import { findTransaction, type Transaction } from './store.ts'

const WAITS = 'It waits for an approval, and nothing was sent. A person rejects it with POST /transactions/{id}/reject.'
const FAUCETS = 'The gateway pays the gas of what the faucet gives: it is not cancelled.'

const why = {
  closed: 'It was mined a moment ago.',
  'too dear': 'Gas costs more than this gateway may pay (SOTTO_MAX_FEE_GWEI). Try again when it is cheaper.',
  'no key': 'The key that signed it is not here any more.',
}

/**
 * Tries to cancel a pending payment, by a transaction that moves nothing at the same nonce. Whichever of the two is
 * mined decides: the transaction then reads `FAILED` (cancelled) or goes on as if nothing had been asked.
 */
export async function cancel(world: World, transaction: Transaction): Promise<void> {
  await reconcileOnce(world, transaction.id, () => reconcile(world, transaction.id, 'first leg'), { everyMs: 0 })
  const now = await findTransaction(world.db, world.keys, transaction.id)
  if (now?.state === 'waiting') throw new Refusal('not_cancellable', { message: WAITS })
  const value = (await legsOf(world.db, world.keys, transaction.id)).find((leg) => leg.movesValue)
  if (transaction.type === 'FUND') throw new Refusal('not_cancellable', { message: FAUCETS })
  if (now?.status !== 'PENDING' || value?.state !== 'open') throw new Refusal('not_cancellable')
  const outcome = await replace(world, transaction, value, 'cancel')
  if (outcome !== 'made') throw new Refusal('not_cancellable', { message: why[outcome] })
  await reconcileOnce(world, transaction.id, () => reconcile(world, transaction.id, 'first leg'), { everyMs: 0 })
}
