import type { Address, Hex } from '#shared/model/ids.ts'
import { atomically, type Db, isDuplicate } from '../../db/database.ts'
import { isPayout } from '../../legs/kinds.ts'
import { requireNoncesKnown } from '../../legs/reconciling/account-for-nonces.ts'
import { searchFrom } from '../../legs/reconciling/search-start.ts'
import { operatorAddresses } from '../../legs/reconciling/signers.ts'
import { listPayouts } from '../../legs/reconciling/unattributed/lists-store.ts'
import { makeLeg } from '../../legs/reconciling/unattributed/make-leg.ts'
import { takePaidHash } from '../../legs/reconciling/unattributed/paid-hashes-store.ts'
import { tagIn } from '../../legs/reconciling/unattributed/record.ts'
import { forgetUnattributed, noteOwner, type Unattributed } from '../../legs/reconciling/unattributed/store.ts'
import { isDead, type Leg, legsOf } from '../../legs/store.ts'
import { isNewer, mayBeOlder } from '../../legs/tags/untagged.ts'
import type { World } from '../../world/world.ts'
import { isOwedAsRead } from '../payouts/debts-store.ts'
import type { Transaction } from '../store.ts'
import { notePaidBy } from '../write-store.ts'

/** The payout that has paid a redeem and is its own now; or one that may have paid it, so that the operator has to decide. */
export type Found = { is: 'adopted' | 'doubtful'; hash: Hex }

/**
 * Looks for the payout of a redeem among transactions of operators that this database does not know, and makes it the redeem's
 * own. Throws `reconciling` while the operators' transactions are not all known. Undefined if there is none: then one may be
 * made.
 *
 * The payout need not be on chain now: it was once, and its bytes may be mined again. As a leg it is sent again until it is
 * mined, or until another transaction has used its nonce; then another payout is made, as after any leg.
 */
export async function adoptPayout(world: World, transaction: Transaction, first: Leg): Promise<Found | undefined> {
  const operators = await operatorAddresses(world)
  for (const sender of operators) {
    await requireNoncesKnown(world, sender)
    for (const one of await listPayouts(world.db, world.keys, [sender], transaction.id)) {
      const seems = weigh(world, one, transaction, first) === 'its'
      // Its block is asked for only where it decides, and remembered.
      const isIts = seems && (one.tagRow !== null || one.does === 'finalize' || (await mayBeOlder(world, one)))
      if (isIts && (await adopt(world, transaction, one))) return { is: 'adopted', hash: one.hash }
    }
  }
  const hash = await doubtfulPayout(world, transaction, first)
  return hash && { is: 'doubtful', hash }
}

/** A payout that may be of this redeem, under the name of another one that does not take it. */
export async function doubtfulPayout(world: World, transaction: Transaction, first: Leg): Promise<Hex | undefined> {
  const found = await listPayouts(world.db, world.keys, await operatorAddresses(world), transaction.id)
  return found.find((one) => weigh(world, one, transaction, first) === 'perhaps')?.hash
}

/**
 * Whether a payout was found since the last look. Belongs into the database transaction that stores a payout, which may be
 * this very one. `operators`: all that may have paid.
 */
export async function isFoundSince(
  db: Db,
  world: World,
  operators: readonly Address[],
  { transaction, first }: { transaction: Transaction; first: Leg },
): Promise<boolean> {
  const found = await listPayouts(db, world.keys, operators, transaction.id)
  return found.some((one) => weigh(world, one, transaction, first) !== 'not its')
}

/**
 * Whether a transaction is the payout of this redeem. In backed mode the finalizing names the burn. A payout from the float has
 * the redeem's amount and receiver, and a tag that names the redeem; the tag alone is no proof, since a stolen old copy can make
 * one with the key of a former operator. A payout without a tag is from an older version, and not older than the burn's
 * signature; blocks may change. A payout whose tag names another redeem may still have paid this one: where a backup was
 * restored twice, a burn can have come back under another ID. A person decides that.
 */
function weigh(world: World, one: Unattributed, transaction: Transaction, first: Leg): 'its' | 'perhaps' | 'not its' {
  const { id, units } = transaction
  if (first.kind === 'unwrap') return one.does === 'finalize' && one.handle === first.handle ? 'its' : 'not its'
  if (one.does !== 'transfer' || one.toAddress !== first.sender || one.units !== units) return 'not its'
  if (one.tagRow === id) return 'its'
  if (one.blockNumber < Math.min(first.signedBlock, first.blockNumber ?? first.signedBlock)) return 'not its'
  if (one.tagRow === null) return isNewer(world, one) ? 'not its' : 'its'
  // Ticked off before this redeem was there, it was not ticked off for it.
  const isTickedOff = one.lookedAt !== null && one.lookedAt >= (transaction.rebuiltAt ?? transaction.createdAt)
  return !isTickedOff && tagIn(world, one)?.role === 'settlement' ? 'perhaps' : 'not its'
}

/** Whether the redeem is still unpaid and without a payout, as this look has seen it. */
async function isUnpaid(db: Db, { keys }: Pick<World, 'keys'>, transaction: Transaction): Promise<boolean> {
  if (!(await isOwedAsRead(db, transaction))) return false
  const legs = await legsOf(db, keys, transaction.id)
  return !legs.some((leg) => isPayout(leg) && !isDead(leg))
}

/** Makes a payout the redeem's own. False if another look has taken it, or has paid the redeem. */
async function adopt(world: World, transaction: Transaction, one: Unattributed): Promise<boolean> {
  const { id: transactionId } = transaction
  const { hash } = one
  const signedBlock = await searchFrom(world, one.sender, one.nonce)
  const kind = one.does === 'finalize' ? 'finalize' : 'payout'
  const take = (as: (db: Db, now: number) => Promise<boolean>) =>
    atomically(world.db, async (db) => {
      const now = world.clock.now()
      if (!(await isUnpaid(db, world, transaction))) return false
      return (await takePaidHash(db, hash, transactionId, now)) && as(db, now)
    })
  world.log.warn({ transaction: transactionId, hash }, 'a payout that this database did not know was found')
  try {
    return await take(async (db) => {
      if (!(await forgetUnattributed(db, hash))) return false
      await makeLeg(db, world, one, { transactionId, kind, movesValue: false, signedBlock })
      return true
    })
  } catch (error) {
    if (!isDuplicate(error)) throw error
    // It took the nonce of another leg, which stays as it is: the redeem names the hash alone. The nonce is kept.
    return take(
      async (db, now) => (await noteOwner(db, hash, transactionId)) && notePaidBy(db, transactionId, hash, now),
    )
  }
}
