import { atomically, isDuplicate } from '../../db/database.ts'
import { insertAttempt } from '../../legs/attempts-store.ts'
import { kindOfCall } from '../../legs/kinds.ts'
import { searchFrom } from '../../legs/reconciling/search-start.ts'
import { noteRedeem, type Unattributed } from '../../legs/reconciling/unattributed/store.ts'
import { listTagged } from '../../legs/reconciling/unattributed/tagged-store.ts'
import { insertLeg, type Leg, legsOf, nextPosition, yieldValue } from '../../legs/store.ts'
import { readTag, type Tag } from '../../legs/tags/tag.ts'
import type { World } from '../../world/world.ts'
import type { Transaction } from '../store.ts'

/** Whether an unattributed transaction is the call that a payment asked for: the same request, by its digest. */
export function isCallOf({ id, requestDigest }: Pick<Transaction, 'id' | 'requestDigest'>, tag: Tag): boolean {
  return tag.row === id && tag.role === 'call' && tag.digest !== null && tag.digest === requestDigest
}

/**
 * A restored database that asked for a payment again behind a node that lagged has signed it at a nonce that another forgotten
 * one had used, while this one was mined at a nonce of its own: that is its leg from now on, or once what is in the way at that nonce is superseded. False where none was found.
 */
export async function adoptCall(world: World, transaction: Transaction, dead: Leg): Promise<boolean> {
  const { sender } = dead
  const { chainId } = world.chain
  const found = (await listTagged(world.db, world.keys, [sender])).find((one) => {
    const tag = readTag(world.keys, { chainId, sender, nonce: one.nonce }, world.chain.callIn(one.raw))
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
  const { hash, raw, sender, nonce } = one
  const kind = kindOfCall(one.does) ?? dead.kind
  const signedBlock = await searchFrom(world, sender, nonce)
  const now = world.clock.now()
  const id = world.newId()
  world.log.warn(
    { transaction: transactionId, hash },
    'a payment that was signed anew was mined before: that one is it',
  )
  try {
    await atomically(world.db, async (db) => {
      if (!(await noteRedeem(db, hash, transactionId)) || !(await yieldValue(db, dead))) return
      const position = await nextPosition(db, transactionId)
      const place = { position, sender, nonce, cost: BigInt(one.cost), signedBlock, now }
      await insertLeg(db, { id, transactionId, kind, movesValue: true, ...place })
      const fees = { maxFee: BigInt(one.maxFee), priorityFee: BigInt(one.priorityFee) }
      await insertAttempt(db, world.keys, { hash, legId: id, kind: 'call', raw, ...fees, signedBlock, now })
    })
  } catch (error) {
    // Another look has adopted it, or a leg that was signed since is not seen to be superseded yet.
    if (!isDuplicate(error)) throw error
  }
}
