import type { Hex } from '#shared/model/ids.ts'
import { isAltered } from '../../db/sealed/open-unaltered.ts'
import { errorWords } from '../../error-words.ts'
import { attemptsOf } from '../../legs/attempts-store.ts'
import { inclusionOf, isFinal } from '../../legs/evidence/inclusion.ts'
import { observeLeg, reopen } from '../../legs/evidence/observe-leg.ts'
import { isStillFinal } from '../../legs/evidence/still-final.ts'
import { isPayout } from '../../legs/kinds.ts'
import { isDead, type Leg, legsOf } from '../../legs/store.ts'
import { inBatches } from '../../world/in-batches.ts'
import type { World } from '../../world/world.ts'
import { learnAsked, movedIn } from '../moved-amount.ts'
import { askedBy } from '../settle/decide.ts'
import { becomes } from '../states.ts'
import { findTransaction, type Transaction } from '../store.ts'
import { listLastFailed, note } from './debts-store.ts'

/**
 * Records that a leg which had been given up, because a node said so, is mined after all. Nothing can be mended automatically:
 * a retry may have moved the same money again, and a redeem may have been paid twice. So the row is marked for the operator
 * (`sotto owed`), which ends automatic payouts. A settled payment whose leg is mined again goes on as before. True if the row
 * was marked now: the evidence of this look must then pay nothing.
 */
export async function recordMinedAfterAll(
  world: World,
  transaction: Transaction,
  legs: readonly Leg[],
): Promise<boolean> {
  if (becomes.minedAfterAll(transaction.state) === undefined) return false
  for (const leg of legs.filter((one) => isDead(one) && changesPayment(transaction, one))) {
    if ((await minedAfterAll(world, leg)) === undefined) continue
    if (transaction.status === 'SETTLED' && leg.movesValue) {
      await reopen(world, leg)
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
  const seen = await observeLeg(world, transaction, first)
  if (seen.state !== 'confirmed') return false
  const moved = await movedIn(world, transaction, seen)
  // A rebuilt payment had moved nothing: any amount is more.
  const isMore = transaction.unknown ? moved !== undefined && moved > 0n : moved === transaction.units
  if (!isMore || !(await isStillFinal(world, seen))) return false
  await learnAsked(world, transaction, seen, moved)
  return true
}

/**
 * Whether a leg that was mined after all changes its payment. The token pays a burn once, however many payouts are mined: one
 * more changes nothing if the redeem is paid.
 */
function changesPayment({ status }: Transaction, leg: Leg): boolean {
  return leg.movesValue || leg.kind === 'payout' || (leg.kind === 'finalize' && status === 'FAILED')
}

/** The hash of a given-up leg's call, if the chain shows it as mined, successful and final. */
export async function minedAfterAll(world: World, leg: Leg): Promise<Hex | undefined> {
  const calls = (await attemptsOf(world.db, world.keys, leg.id)).filter(({ kind }) => kind === 'call')
  const hashes = calls.map(({ hash }) => hash)
  const seen = await inclusionOf(world, hashes, { slot: { sender: leg.sender, nonce: leg.nonce } })
  const isMined = seen.is === 'included' && seen.receipt.success && (await isFinal(world, seen))
  return isMined ? seen.receipt.hash : undefined
}

const LATELY = 500
const AT_ONCE = 10

/** Looks once more at the payments that failed lately, newest first, for `sotto owed`. One that was altered holds up no other. */
export async function recordAllMinedAfterAll(world: World): Promise<void> {
  await inBatches(world, await listLastFailed(world.db, LATELY), AT_ONCE, async ({ id }) => {
    await lookOnceMore(world, id).catch((error: unknown) => {
      if (!isAltered(error)) throw error
      world.log.error({ transaction: id, reason: errorWords(error) }, 'a failed payment could not be looked at')
    })
  })
}

async function lookOnceMore(world: World, id: string): Promise<void> {
  const transaction = await findTransaction(world.db, world.keys, id)
  if (transaction !== undefined) await recordMinedAfterAll(world, transaction, await legsOf(world.db, world.keys, id))
}

/**
 * The text for the operator about a payment marked by `recordMinedAfterAll`. `paidBy`: the transaction that has paid it, by the
 * chain.
 */
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
  // An ended payout may have paid all the same, or not: the payment by hand asks the chain.
  return payouts.length === 0
    ? 'reads FAILED, and was burned after all: pay it with --pay, or return it'
    : 'reads FAILED, and was burned after all; a payout was signed: --pay asks what became of it, and pays if that has not'
}

/**
 * Throws unless the whole amount of a redeem was burned in its first leg, which the chain confirms. Returns the redeem, whose
 * amount may be known only now.
 */
export async function requireWhole(world: World, transaction: Transaction, first: Leg): Promise<Transaction> {
  const { id } = transaction
  const moved = await movedIn(world, transaction, first)
  const whole = await learnAsked(world, transaction, first, moved)
  if (moved === undefined || (moved > 0n && askedBy(whole) === undefined))
    throw new Error(`The burned amount of ${id} is not known yet: run this again.`)
  if (moved === askedBy(whole)) return whole
  throw new LessBurned(
    `Less was burned for ${id} than it asked for. Return that by hand, and note it with --paid ${id}.`,
  )
}

/** A redeem that is not owed what it asked for: a deep reorganisation can have left less burned, or nothing. */
export class LessBurned extends Error {}
