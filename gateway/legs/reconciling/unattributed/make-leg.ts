import type { Db } from '../../../db/database.ts'
import type { World } from '../../../world/world.ts'
import { insertAttempt } from '../../attempts-store.ts'
import { insertLeg, type Leg, nextPosition } from '../../store.ts'
import type { Unattributed } from './store.ts'

/** The place of a found transaction in its payment. `signedBlock`: the block from which on its nonce is searched for. */
export type FoundLeg = Pick<Leg, 'transactionId' | 'kind' | 'movesValue' | 'signedBlock'> & { isCancellation?: boolean }

/**
 * Makes a transaction that was found the next leg of a payment, with its bytes: it is looked at, and sent again, like any other.
 * Rejects as a duplicate where another leg has its nonce. Belongs into a database transaction.
 */
export async function makeLeg(db: Db, world: World, one: Unattributed, leg: FoundLeg): Promise<void> {
  const { isCancellation = false, ...of } = leg
  const { hash, raw, sender, nonce } = one
  const now = world.clock.now()
  const legId = world.newId()
  const position = await nextPosition(db, of.transactionId)
  await insertLeg(db, { id: legId, ...of, position, sender, nonce, cost: BigInt(one.cost), now })
  const fees = { maxFee: BigInt(one.maxFee), priorityFee: BigInt(one.priorityFee) }
  const kind = isCancellation ? 'cancel' : 'call'
  await insertAttempt(db, world.keys, { hash, legId, kind, raw, ...fees, signedBlock: of.signedBlock, now })
}
