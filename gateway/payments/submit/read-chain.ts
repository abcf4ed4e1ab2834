import { callsIn, type LegDraft } from '../../legs/prepare.ts'
import { type Reading, readForPayment } from '../../legs/reading.ts'
import { reconciling } from '../../legs/reconciling/account-for-nonces.ts'
import { rebuild } from '../../transactions/rebuilding/rebuild.ts'
import { reconcile } from '../../transactions/reconcile.ts'
import type { World } from '../../world/world.ts'
import type { Draft } from './draft.ts'
import { requireNotPaid } from './refuse-repeat.ts'

/** Asks the chain all that a payment has to know, and answers for the unattributed transactions of its spenders. */
export async function read(world: World, draft: Draft, legs: LegDraft[], notBefore: number): Promise<Reading> {
  const { sender, type, wallet } = draft
  const { operator } = world.chain
  // The operator has to stand well for a redeem.
  const spenders = type === 'REDEEM' && operator !== undefined ? [sender, operator.address] : [sender]
  const others = type === 'FUND' ? [wallet.address] : []
  const reading = await readForPayment(world, { spenders, others, calls: callsIn(sender, legs), notBefore })
  if (reading.unattributed.size > 0) {
    // One of them may be this very payment: then its row answers, or is waited for.
    const { written, later, after } = await rebuild(
      world,
      spenders,
      draft.claim && { rowId: draft.claim.rowId, wallet },
    )
    for (const id of [...written, ...after]) await reconcile(world, id)
    if (draft.claim !== undefined && [...written, ...later].includes(draft.claim.rowId)) throw reconciling(sender)
  }
  await requireNotPaid(world, draft)
  return reading
}
