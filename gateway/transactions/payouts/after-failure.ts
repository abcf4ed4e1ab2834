import type { Hex } from '#shared/model/ids.ts'
import { publicationOf } from '../../decryption/public-decryption.ts'
import { attemptsOf } from '../../legs/attempts-store.ts'
import { inclusionOf, isFinal } from '../../legs/evidence/inclusion.ts'
import { observe } from '../../legs/evidence/observe.ts'
import { isStillFinal } from '../../legs/evidence/still-final.ts'
import { isPayout } from '../../legs/kinds.ts'
import { isDead, type Leg, legsOf, observeAnew } from '../../legs/store.ts'
import type { World } from '../../world/world.ts'
import { learnAsked, movedIn } from '../moved-amount.ts'
import { becomes } from '../states.ts'
import { findTransaction, type Transaction } from '../store.ts'
import { listLastFailed, note } from './debts-store.ts'

/**
 * A leg that was given up, on the word of a node, and that the chain shows as mined after all. Nothing can be mended by
 * itself then: a retry may have moved the same money again, and a redeem may have been paid twice. So it is written down
 * for the operator (`sotto owed`), and logged. A settled payment that is seen on chain after all is looked at as before. True
 * where that is new: earlier evidence pays nothing more.
 */
export async function noticeMined(world: World, transaction: Transaction, legs: readonly Leg[]): Promise<boolean> {
  if (becomes.minedAfterAll(transaction.state) === undefined) return false
  for (const leg of legs.filter((one) => isDead(one) && changesPayment(transaction, one))) {
    if ((await minedAfterAll(world, leg)) === undefined) continue
    if (transaction.status === 'SETTLED' && leg.movesValue) {
      await observeAnew(world.db, leg)
      return false
    }
    const fields = { transaction: transaction.id, leg: leg.id, kind: leg.kind }
    world.log.error(fields, 'a leg that had failed is mined after all: a node had said otherwise; see "sotto owed"')
    await note(world.db, transaction.id, 'minedAfterAll')
    return true
  }
  if (!(await isWholeAfterAll(world, transaction, legs))) return false
  const fields = { transaction: transaction.id }
  world.log.error(fields, 'what had moved less than was asked was mined again and moved all of it; see "sotto owed"')
  await note(world.db, transaction.id, 'minedAfterAll')
  return true
}

/**
 * A payment that moved less than was asked has failed, with a leg that is confirmed. A deep reorganisation can have it mined
 * again, in a block before which its sender had enough.
 */
async function isWholeAfterAll(world: World, transaction: Transaction, legs: readonly Leg[]): Promise<boolean> {
  const first = legs.find((leg) => leg.movesValue)
  const isShort = transaction.state === 'failed'
  if (!isShort || first === undefined || isDead(first)) return false
  const seen = await observe(world, transaction, first)
  if (seen.state !== 'confirmed') return false
  const moved = await movedIn(world, transaction, seen, publicationOf(world, transaction, seen.handle))
  // Of a rebuilt payment that had moved nothing, anything is more.
  const isMore = transaction.unknown ? moved !== undefined && moved > 0n : moved === transaction.units
  if (!isMore || !(await isStillFinal(world, seen))) return false
  await learnAsked(world, transaction, seen, moved)
  return true
}

/** The token pays a burn once, however many payouts are mined: that one of several was given up matters where none is known. */
function changesPayment({ status }: Transaction, leg: Leg): boolean {
  return leg.movesValue || leg.kind === 'payout' || (leg.kind === 'finalize' && status === 'FAILED')
}

/** The call of a leg that was given up, where the chain shows it as mined, and as a success that stays. */
export async function minedAfterAll(world: World, leg: Leg): Promise<Hex | undefined> {
  const calls = (await attemptsOf(world.db, world.keys, leg.id)).filter(({ kind }) => kind === 'call')
  const hashes = calls.map(({ hash }) => hash)
  const seen = await inclusionOf(world, hashes, { slot: { sender: leg.sender, nonce: leg.nonce } })
  const isMined = seen.is === 'included' && seen.receipt.success && (await isFinal(world, seen))
  return isMined ? seen.receipt.hash : undefined
}

const LATELY = 500
const AT_ONCE = 10

/** Looks once more at what failed lately, newest first, no matter who has read it: for `sotto owed`. */
export async function noticeAllMined(world: World): Promise<void> {
  const rows = await listLastFailed(world.db, LATELY)
  for (let start = 0; start < rows.length; start += AT_ONCE) {
    await Promise.all(rows.slice(start, start + AT_ONCE).map(({ id }) => lookAt(world, id)))
  }
}

async function lookAt(world: World, id: string): Promise<void> {
  const transaction = await findTransaction(world.db, world.keys, id)
  if (transaction !== undefined) await noticeMined(world, transaction, await legsOf(world.db, world.keys, id))
}

/** What the operator should know of a payment that `noticeMined` has written down. `paidBy`: what the chain shows to have paid it. */
export function noticeFor(
  { status, type }: Pick<Transaction, 'status' | 'type'>,
  legs: readonly Leg[],
  paidBy?: Hex,
): string {
  if (status !== 'FAILED') return 'may have been paid out twice: look at its payouts on chain'
  if (type !== 'REDEEM') return 'reads FAILED, and moved value'
  const payouts = legs.filter(isPayout)
  const hash = paidBy ?? payouts.find(({ state }) => state === 'confirmed')?.minedHash
  if (typeof hash === 'string') return `reads FAILED, and was paid out after all, by ${hash}: it is not owed`
  // One that ended may have paid all the same, or not: the chain is asked by who pays.
  return payouts.length === 0
    ? 'reads FAILED, and was burned after all: pay it with --pay, or return it'
    : 'reads FAILED, and was burned after all; a payout was signed: --pay asks what became of it, and pays if that has not'
}
