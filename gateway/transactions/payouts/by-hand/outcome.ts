import type { Hex } from '#shared/model/ids.ts'
import { ChainUnavailable } from '../../../chain/port.ts'
import { isAltered } from '../../../db/sealed/open-unaltered.ts'
import { attemptsOf } from '../../../legs/attempts-store.ts'
import { sendUncounted } from '../../../legs/broadcast.ts'
import { inclusionOf, isFinal } from '../../../legs/evidence/inclusion.ts'
import { observeLeg } from '../../../legs/evidence/observe-leg.ts'
import { isPayout } from '../../../legs/kinds.ts'
import { findUnattributed } from '../../../legs/reconciling/unattributed/lists-store.ts'
import { inclusionNow } from '../../../legs/reconciling/unattributed/reread.ts'
import { isDead, type Leg, legsOf } from '../../../legs/store.ts'
import type { World } from '../../../world/world.ts'
import { doubtfulPayout } from '../../rebuilding/adopt-payout.ts'
import { findTransaction, type Transaction } from '../../store.ts'
import { pushUnmined } from '../../unmined/nonce-gaps.ts'
import { minedAfterAll } from '../after-failure.ts'
import { listMinedAfterAll, listOwed, paidOnChain } from '../debts.ts'
import { checkCanBeMined } from './can-be-mined.ts'

/**
 * Outcome of all payouts that were signed for a redeem, and are not under way any more. The end of a payout does not show
 * that it paid, nor that it did not: a node may have lied. `unknown`: the chain shows neither now.
 */
export type Outcome = { is: 'paid'; hash: Hex } | { is: 'unpaid' } | { is: 'unknown'; evidence: string }

/** Whether a leg of a failed redeem was mined after all: its burn, or a payout. */
export const isMinedAfterAll = ({ state }: Transaction) => state === 'mined after failure'

export async function outcomeOf(world: World, legs: readonly Leg[]): Promise<Outcome> {
  const [hash] = await paidByPayouts(world, legs)
  if (hash !== undefined) return { is: 'paid', hash }
  for (const leg of legs.filter((one) => isPayout(one) && isDead(one))) {
    const evidence = await doubtAbout(world, leg)
    if (evidence !== undefined) return { is: 'unknown', evidence }
  }
  return { is: 'unpaid' }
}

/**
 * Hashes of the payouts that have paid a redeem: confirmed ones, and those given up that the chain shows as mined all the same.
 */
export async function paidByPayouts(world: World, legs: readonly Leg[]): Promise<Hex[]> {
  const hashes = await Promise.all(
    legs.filter(isPayout).map(async (leg) => {
      if (leg.state === 'confirmed') return leg.minedHash ?? undefined
      return isDead(leg) ? minedAfterAll(world, leg) : undefined
    }),
  )
  return hashes.filter((hash) => hash !== undefined)
}

/**
 * Cancels a payout that is not needed, and returns it as it is then: it was signed by hand, and a leg of its redeem was mined
 * after all. If its key is not here it stays.
 */
export async function endNeedless(world: World, transaction: Transaction, leg: Leg): Promise<Leg> {
  if (leg.state !== 'open' || !isMinedAfterAll(transaction)) return leg
  await pushUnmined(world, transaction, leg)
  return observeLeg(world, transaction, leg)
}

/**
 * Why a payout that was given up, and is not shown to have paid, could have paid or still could; undefined where it never will.
 */
async function doubtAbout(world: World, leg: Leg): Promise<string | undefined> {
  const attempts = await attemptsOf(world.db, world.keys, leg.id)
  if (attempts.length === 0) return `the bytes of one of ${leg.sender} were forgotten`
  const hashes = attempts.map(({ hash }) => hash)
  const seen = await inclusionOf(world, hashes, { old: true })
  if (seen.is === 'included') {
    const { hash, success } = seen.receipt
    // At most one of all bytes at a nonce is mined.
    const movedNothing = !success || attempts.some((one) => one.hash === hash && one.kind === 'cancel')
    const isOver = movedNothing && (await isFinal(world, seen))
    return isOver ? undefined : `${hash} is not deep enough yet, or not all nodes agree on it`
  }
  const { canBeMined, evidence } = await checkCanBeMined(world, leg)
  return canBeMined ? evidence : undefined
}

/**
 * Why a transaction that was noted for a redeem, and is in no block, could be mined again: then it is sent again here.
 * Undefined where it never will be, or came from elsewhere.
 */
export async function whyItMayComeBack(world: World, legs: readonly Leg[], hash: Hex): Promise<string | undefined> {
  const found = await findUnattributed(world.db, world.keys, hash)
  if (found !== undefined && (await inclusionNow(world, found)) !== 'displaced') {
    return `nothing else has used nonce ${found.nonce} of ${found.sender} for good`
  }
  for (const leg of legs.filter(isPayout)) {
    const attempts = await attemptsOf(world.db, world.keys, leg.id)
    const own = attempts.find((attempt) => attempt.hash === hash)
    const doubt = own && (await doubtAbout(world, leg))
    if (own !== undefined && doubt !== undefined) await sendUncounted(world, own.raw)
    if (doubt !== undefined) return doubt
  }
  return undefined
}

/** The question for the operator about a payout that may be a redeem's, which has no other note: whether it was. */
export async function sayDoubtful(world: World, id: string): Promise<string | undefined> {
  const transaction = await findTransaction(world.db, world.keys, id)
  const first = (await legsOf(world.db, world.keys, id)).find((leg) => leg.movesValue)
  if (transaction === undefined || first === undefined || transaction.paidBy !== null) return undefined
  const hash = await doubtfulPayout(world, transaction, first)
  if (hash === undefined) return undefined
  const decide = `--paid ${id} ${hash} if that was this one; else --seen ${hash}, and this one is paid`
  return `${hash} paid as much to the same wallet, under the name of another redeem, which has not taken it: ${decide}`
}

/** By redeem, the transaction that has paid it; `unknown`: redeems of which the chain did not say. */
export type PaidMeanwhile = { paid: Map<string, Hex>; unknown: Set<string> }

/**
 * The transactions that have meanwhile paid redeems which are listed as owed, or had a leg mined after all. What somebody has
 * altered in the database is left out, or `unknown`.
 */
export async function paidMeanwhile(world: World): Promise<PaidMeanwhile> {
  const found: PaidMeanwhile = { paid: new Map(), unknown: new Set() }
  const ask = async (id: string, paidBy: () => Promise<Hex | undefined>) => {
    try {
      const hash = await paidBy()
      if (hash !== undefined) found.paid.set(id, hash)
    } catch (error) {
      if (!(error instanceof ChainUnavailable || isAltered(error))) throw error
      found.unknown.add(id)
    }
  }
  const leftOut = () => {}
  for (const { id } of await listOwed(world.db, world.keys, leftOut)) await ask(id, () => paidOnChain(world, id))
  for (const { id } of await listMinedAfterAll(world.db, world.keys, undefined, leftOut))
    await ask(id, async () => (await paidByPayouts(world, await legsOf(world.db, world.keys, id)))[0])
  return found
}
