import { catchUp } from '../../legs/reconciling/catch-up.ts'
import type { Leg } from '../../legs/store.ts'
import type { World } from '../../world/world.ts'
import { factOf, type LegFact } from '../settle/decide.ts'
import type { Transaction } from '../store.ts'
import { adoptCall } from './adopt-call.ts'

/**
 * How far the first leg of a payment has come. Where another transaction has its nonce, the payment may have been made at
 * another one before a backup was restored, as its tag says: that is its call then.
 */
export async function firstFact(world: World, transaction: Transaction, first: Leg): Promise<LegFact> {
  if (first.state !== 'superseded' || transaction.requestDigest === null) return factOf(first)
  // Until all that its sender has sent is known, it may be among that.
  const isOpen = !(await catchUp(world, first.sender)) || (await adoptCall(world, transaction, first))
  return isOpen ? { is: 'open' } : factOf(first)
}
