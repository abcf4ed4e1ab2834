import type { Hex } from '#shared/model/ids.ts'
import { atomically } from '../../db/database.ts'
import { type Included, includedAt, isFinal } from '../../legs/evidence/inclusion.ts'
import { inclusionNow } from '../../legs/reconciling/unattributed/inclusion.ts'
import { forgetPaidBy } from '../../legs/reconciling/unattributed/paid-hashes-store.ts'
import { findUnattributed } from '../../legs/reconciling/unattributed/store.ts'
import type { Leg } from '../../legs/store.ts'
import type { World } from '../../world/world.ts'
import type { Transaction } from '../store.ts'
import type { Payout } from './next-step.ts'

/**
 * What the chain says of the transaction that is noted as what paid a redeem, which none of its own legs did. Undefined where
 * it has not paid and never will: the note is forgotten, and the next look pays. Where it is gone and its nonce is
 * not known here, only a person can say so (`sotto owed --void`).
 */
export async function paidByOther(world: World, transaction: Transaction, hash: Hex): Promise<Payout | undefined> {
  const seen = await includedAt(world, hash)
  if (seen?.receipt.success) return paidIn(hash, seen)
  const hasFailed = seen === undefined ? await isGone(world, hash) : await isFinal(world, seen)
  if (!hasFailed) return { fact: { is: 'open' }, hash }
  if (await atomically(world.db, (db) => forgetPaidBy(db, transaction, world.clock.now()))) {
    const { id } = transaction
    world.log.error(
      { transaction: id, hash },
      'the transaction that was noted for a redeem has not paid it: it is owed again',
    )
  }
  return undefined
}

/** Anyone may finalize a backed burn, which pays its owner: undefined where there is none. */
export async function finalizedByOther(world: World, { handle, blockNumber }: Leg): Promise<Payout | undefined> {
  const paid = handle === null ? undefined : await world.chain.finalized(handle, blockNumber ?? 0)
  return paid && paidIn(paid.hash, await includedAt(world, paid.hash))
}

/** It is deep in the chain, or not yet. */
function paidIn(hash: Hex, seen: Included | undefined): Payout {
  return { fact: { is: seen?.isDeep === true ? 'confirmed' : 'open' }, hash }
}

/** Only of an unattributed transaction is the nonce known. */
async function isGone(world: World, hash: Hex): Promise<boolean> {
  const found = await findUnattributed(world.db, world.keys, hash)
  return found !== undefined && (await inclusionNow(world, found)) === 'replaced'
}
