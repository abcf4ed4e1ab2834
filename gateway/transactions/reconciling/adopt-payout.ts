import type { Address, Hex } from '#shared/model/ids.ts'
import { atomically, type Db, isDuplicate } from '../../db/database.ts'
import { insertAttempt } from '../../legs/attempts-store.ts'
import { isPayout } from '../../legs/kinds.ts'
import { requireCaughtUp } from '../../legs/reconciling/catch-up.ts'
import { searchFrom } from '../../legs/reconciling/search-start.ts'
import { operatorAddresses } from '../../legs/reconciling/signers.ts'
import { takePaidHash } from '../../legs/reconciling/unattributed/paid-hashes-store.ts'
import {
  forgetUnattributed,
  listPayouts,
  noteRedeem,
  type Unattributed,
} from '../../legs/reconciling/unattributed/store.ts'
import { insertLeg, type Leg, legsOf, nextPosition } from '../../legs/store.ts'
import type { World } from '../../world/world.ts'
import { isOwedAsRead } from '../payouts/debts-store.ts'
import type { Transaction } from '../store.ts'
import { notePaidBy } from '../write-store.ts'

/**
 * Looks for the payout of a redeem among what operators have sent and this database does not know, and makes it the
 * redeem's own. Throws `reconciling` while that is not known. Undefined where there is none: then one may be made.
 *
 * It need not be on chain now: it was once, and its bytes may be mined again. As a leg it is sent again until it is, or
 * something else is seen to have its nonce, and then another one is made, as after any leg.
 */
export async function adoptPayout(world: World, transaction: Transaction, first: Leg): Promise<Hex | undefined> {
  for (const sender of await operatorAddresses(world)) {
    await requireCaughtUp(world, sender)
    for (const one of await listPayouts(world.db, world.keys, sender, transaction.id)) {
      if (pays(one, transaction, first) && (await adopt(world, transaction, one))) return one.hash
    }
  }
  return undefined
}

/**
 * Whether one was found since it was looked for. Belongs into the database transaction that stores a payout, which may be
 * this very one. `operators`: all that may have paid.
 */
export async function isFoundSince(
  db: Db,
  { keys }: Pick<World, 'keys'>,
  operators: readonly Address[],
  { transaction, first }: { transaction: Transaction; first: Leg },
): Promise<boolean> {
  for (const sender of operators) {
    const found = await listPayouts(db, keys, sender, transaction.id)
    if (found.some((one) => pays(one, transaction, first))) return true
  }
  return false
}

/**
 * A burn of the backed mode is named by what pays it. A payout from the float is of the redeem's amount, to its wallet: a tag
 * alone, which a stolen old copy can make with the key of a former operator, pays no redeem. It says by that tag what it pays; one
 * without, as older versions made, is not from before the burn was signed: in which block either is may change.
 */
function pays(one: Unattributed, { id, units }: Transaction, first: Leg): boolean {
  if (first.kind === 'unwrap') return one.does === 'finalize' && one.handle === first.handle
  if (one.does !== 'transfer' || one.toAddress !== first.sender || one.units !== units) return false
  if (one.tagRow !== null) return one.tagRow === id
  return one.blockNumber >= Math.min(first.signedBlock, first.blockNumber ?? first.signedBlock)
}

/** Whether the redeem still is what this look has seen: unpaid, and without a payout. */
async function isUnpaid(db: Db, { keys }: Pick<World, 'keys'>, transaction: Transaction): Promise<boolean> {
  if (!(await isOwedAsRead(db, transaction))) return false
  const legs = await legsOf(db, keys, transaction.id)
  return !legs.some((leg) => isPayout(leg) && ['open', 'mined', 'confirmed'].includes(leg.state))
}

/** False where another look has taken it, or has paid the redeem. */
async function adopt(world: World, transaction: Transaction, one: Unattributed): Promise<boolean> {
  const signedBlock = await searchFrom(world, one.sender, one.nonce)
  world.log.warn({ transaction: transaction.id, hash: one.hash }, 'a payout that this database did not know was found')
  try {
    return await atomically(world.db, async (db) => {
      const now = world.clock.now()
      if (!(await isUnpaid(db, world, transaction))) return false
      if (!(await takePaidHash(db, one.hash, transaction.id, now))) return false
      if (!(await forgetUnattributed(db, one.hash))) return false
      const id = world.newId()
      await insertLeg(db, {
        id,
        transactionId: transaction.id,
        position: await nextPosition(db, transaction.id),
        kind: one.does === 'finalize' ? 'finalize' : 'payout',
        movesValue: false,
        sender: one.sender,
        nonce: one.nonce,
        cost: BigInt(one.cost),
        signedBlock,
        now,
      })
      const fees = { maxFee: BigInt(one.maxFee), priorityFee: BigInt(one.priorityFee) }
      await insertAttempt(db, world.keys, {
        hash: one.hash,
        legId: id,
        kind: 'call',
        raw: one.raw,
        ...fees,
        signedBlock,
        now,
      })
      return true
    })
  } catch (error) {
    if (!isDuplicate(error)) throw error
    // It took the nonce of another leg: that one stays what it is, and the redeem names the hash alone. Its nonce is kept.
    return atomically(world.db, async (db) => {
      const now = world.clock.now()
      if (!(await isUnpaid(db, world, transaction))) return false
      if (!(await takePaidHash(db, one.hash, transaction.id, now))) return false
      return (await noteRedeem(db, one.hash, transaction.id)) && notePaidBy(db, transaction.id, one.hash, now)
    })
  }
}
