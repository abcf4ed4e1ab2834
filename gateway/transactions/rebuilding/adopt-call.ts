import { atomically, isDuplicate } from '../../db/database.ts'
import { kindOfCall } from '../../legs/kinds.ts'
import { accountForNonces } from '../../legs/reconciling/account-for-nonces.ts'
import { searchFrom } from '../../legs/reconciling/search-start.ts'
import { listTagged } from '../../legs/reconciling/unattributed/lists-store.ts'
import { makeLeg } from '../../legs/reconciling/unattributed/make-leg.ts'
import { tagIn } from '../../legs/reconciling/unattributed/record.ts'
import { noteOwner, type Unattributed } from '../../legs/reconciling/unattributed/store.ts'
import { clearMovesValue, type Leg, legsOf } from '../../legs/store.ts'
import type { Tag } from '../../legs/tags/tag.ts'
import type { World } from '../../world/world.ts'
import { factOf, type LegFact } from '../settle/decide.ts'
import type { Transaction } from '../store.ts'

/** Whether an unattributed transaction is the call that a payment asked for: the same request, by its digest; without a key neither has one. */
export function isCallOf({ id, requestDigest }: Pick<Transaction, 'id' | 'requestDigest'>, tag: Tag): boolean {
  return tag.row === id && tag.role === 'call' && tag.digest === requestDigest
}

/**
 * How far the first leg of a payment has come. Where another transaction has its nonce, the payment may have been made at
 * another one before a backup was restored, as its tag says: that is its call then.
 */
export async function firstFact(world: World, transaction: Transaction, first: Leg): Promise<LegFact> {
  if (first.state !== 'superseded') return factOf(first)
  // Until all transactions of its sender are known, it may be one of them.
  const isOpen = !(await accountForNonces(world, first.sender)) || (await adoptCall(world, transaction, first))
  return isOpen ? { is: 'open' } : factOf(first)
}

/**
 * After a restore, behind a node that lags, a payment may be signed again, at a nonce that a forgotten transaction has used. If
 * the chain has the first call at another nonce, that becomes its leg; where a living leg holds that nonce, once that leg is
 * superseded. False where none was found.
 */
async function adoptCall(world: World, transaction: Transaction, dead: Leg): Promise<boolean> {
  const found = (await listTagged(world.db, world.keys, [dead.sender])).find((one) => {
    const tag = tagIn(world, one)
    return one.does !== null && tag !== undefined && isCallOf(transaction, tag)
  })
  if (found !== undefined) {
    await adopt(world, transaction, dead, found)
    return true
  }
  // Another look may have adopted it.
  const legs = await legsOf(world.db, world.keys, transaction.id)
  return legs.some(({ id, movesValue }) => id === dead.id && !movesValue)
}

async function adopt(world: World, { id: transactionId }: Transaction, dead: Leg, one: Unattributed): Promise<void> {
  const { hash, sender, nonce } = one
  const kind = kindOfCall(one.does) ?? dead.kind
  const signedBlock = await searchFrom(world, sender, nonce)
  world.log.warn(
    { transaction: transactionId, hash },
    'a payment that was signed anew was mined before: that one is it',
  )
  try {
    await atomically(world.db, async (db) => {
      if (!(await noteOwner(db, hash, transactionId)) || !(await clearMovesValue(db, dead))) throw new Overtaken()
      await makeLeg(db, world, one, { transactionId, kind, movesValue: true, signedBlock })
    })
  } catch (error) {
    // Another look has adopted it, or a leg that was signed since is not seen to be superseded yet.
    if (!isDuplicate(error) && !(error instanceof Overtaken)) throw error
  }
}

/** Another look has given the payment a call meanwhile: this one stays without an owner, and is listed. */
class Overtaken extends Error {}
