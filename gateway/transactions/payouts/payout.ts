import type { Hex } from '#shared/model/ids.ts'
import { Refusal } from '#shared/refusal.ts'
import { atomically } from '../../db/database.ts'
import { published } from '../../decryption/public-decryption.ts'
import { type Included, includedAt, isFinal } from '../../legs/evidence/inclusion.ts'
import { isStillFinal } from '../../legs/evidence/still-final.ts'
import { findUnattributed } from '../../legs/reconciling/unattributed/lists-store.ts'
import { forgetPaidBy, takePaidHash } from '../../legs/reconciling/unattributed/paid-hashes-store.ts'
import { inclusionNow } from '../../legs/reconciling/unattributed/reread.ts'
import type { Leg } from '../../legs/store.ts'
import { isRecent } from '../../world/clock.ts'
import type { World } from '../../world/world.ts'
import { scannedBlocks } from '../arrivals/position-store.ts'
import { adoptPayout } from '../rebuilding/adopt-payout.ts'
import { isByHandOnly } from '../states.ts'
import type { Transaction } from '../store.ts'
import { makePayout } from './make-payout.ts'
import { type Answers, type Known, nextStep, type Payout, wanting } from './next-step.ts'
import { payoutsOf } from './payouts-of-burn.ts'

/** Before a payout is made once more: half a minute after the first one that failed, twice as long after each other. */
const AGAIN_AFTER_MS = 30_000
const AGAIN_AFTER_MAX_MS = 60 * 60_000
/** Added to the gas of a payout for each one before it that failed. */
const MORE_GAS_PERCENT = 60n
const MOST_RAISES = 5

type Deps = { transaction: Transaction; first: Leg }

/**
 * The second leg of a redeem: the operator pays the burned amount. At most one is alive at a time, however many read:
 * a new one is made only when the one before is provably dead, and its position is unique. Of a backed redeem, a finalizing from elsewhere is a
 * success, with its hash. `next-step.ts` decides; its facts are asked only once they are needed. `insist`: although those
 * before have failed, and now.
 */
export async function pay(
  world: World,
  transaction: Transaction,
  first: Leg,
  legs: Leg[],
  { insist = false }: { insist?: boolean } = {},
): Promise<Payout> {
  const payouts = await payoutsOf(world, first, legs)
  // Not `superseded`: its call was never tried, so that neither time nor gas has to be added.
  const failed = payouts.filter((leg) => leg.state === 'reverted' || leg.state === 'cancelled')
  const deps = { transaction, first }
  const known: Known = {
    payouts,
    hasNote: transaction.paidBy !== null,
    backed: first.kind === 'unwrap',
    insist,
    isByHandOnly: isByHandOnly(transaction.state),
    isTooSoon: isTooSoon(world, failed),
    hasOperator: world.chain.operator !== undefined,
  }
  for (;;) {
    const step = nextStep(known)
    if ('payout' in step) return step.payout
    const moreGasPercent = MORE_GAS_PERCENT * BigInt(Math.min(failed.length, MOST_RAISES))
    if ('make' in step) {
      return makePayout(world, { transaction, first, position: legs.length, moreGasPercent }, step.make)
    }
    Object.assign(known, { [step.ask]: await questions[step.ask](world, deps) })
  }
}

const questions: { [Name in keyof Answers]: (world: World, deps: Deps) => Promise<Answers[Name]> } = {
  noted: async (world, { transaction }) =>
    (transaction.paidBy === null ? undefined : await paidByOther(world, transaction, transaction.paidBy)) ?? null,
  async ownsBurn(world, { transaction: { id }, first: { handle } }) {
    // A handle is the hash of how an amount came about: it belongs to one call, whatever a node says afterwards.
    if (handle === null || (await takePaidHash(world.db, handle, id, world.clock.now()))) return true
    world.log.error({ transaction: id }, 'a node showed the burn of another redeem: nothing is paid')
    return false
  },
  forgotten: async (world, { transaction, first }) => (await knownPayout(world, transaction, first)) ?? null,
  finalized: async (world, { transaction, first }) => (await finalizedByOther(world, transaction, first)) ?? null,
  isFinal: (world, { first }) => isStillFinal(world, first),
  published: async (world, { transaction: { walletId }, first: { handle } }) =>
    (handle === null ? undefined : await published(world, walletId, handle)) ?? null,
}

/**
 * A payout that was made and forgotten: by this gateway before a backup was restored. Until all that operators have sent is
 * known none is made; nor beside one of which a person has to say whether it paid this one (`sotto owed`).
 */
async function knownPayout(world: World, transaction: Transaction, first: Leg): Promise<Payout | undefined> {
  try {
    const found = await adoptPayout(world, transaction, first)
    if (found?.is === 'adopted') return { fact: { is: 'open' }, hash: found.hash }
    return found && wanting('confirmation')
  } catch (error) {
    if (error instanceof Refusal && error.code === 'reconciling') return wanting('confirmation')
    throw error
  }
}

/** Payouts that fail one after the other must not burn the operator's gas as fast as they can be looked at. */
function isTooSoon(world: World, failed: Leg[]): boolean {
  const last = failed.at(-1)
  if (last === undefined) return false
  const wait = Math.min(AGAIN_AFTER_MS * 2 ** (failed.length - 1), AGAIN_AFTER_MAX_MS)
  return isRecent(world.clock, last.createdAt, wait)
}

/**
 * The chain's answer about the transaction that is noted as a redeem's payout, and is none of its own legs. Undefined if
 * it has not paid and never will: the note is forgotten, and the next look pays. Where it is gone and its nonce is
 * not known here, only a person can say so (`sotto owed --void`).
 */
async function paidByOther(world: World, transaction: Transaction, hash: Hex): Promise<Payout | undefined> {
  const seen = await includedAt(world, hash)
  if (seen?.receipt.success) return paidIn(world, transaction, hash, seen)
  const hasFailed = seen === undefined ? await isGone(world, hash) : await isFinal(world, seen)
  if (!hasFailed) return { fact: { is: 'open' }, hash }
  if (await atomically(world.db, (db) => forgetPaidBy(db, transaction.id, hash, world.clock.now()))) {
    const { id } = transaction
    world.log.error(
      { transaction: id, hash },
      'the transaction that was noted for a redeem has not paid it: it is owed again',
    )
  }
  return undefined
}

/** The finalizing of a backed burn by anyone, which pays the burn's owner; undefined if there is none. */
async function finalizedByOther(world: World, transaction: Transaction, burn: Leg): Promise<Payout | undefined> {
  const { handle, blockNumber } = burn
  const paid = handle === null ? undefined : await world.chain.finalized(handle, blockNumber ?? 0)
  return paid && paidIn(world, transaction, paid.hash, await includedAt(world, paid.hash))
}

/**
 * The payout, deep in the chain or not yet. The scan has passed blocks alone that a node has shown deep: a node that shows less of
 * them lags. Beyond them a reorganisation may have moved the payout: the redeem waits again, and is looked at until that is deep.
 * Where the scan has not come so far, a node that lags has the redeem wait for a moment; the other error would leave it unpaid.
 */
async function paidIn(world: World, before: Transaction, hash: Hex, seen: Included | undefined): Promise<Payout> {
  const isThere = seen !== undefined && (seen.isDeep || (await wasDeep(world, before, hash, seen)))
  return { fact: { is: isThere ? 'confirmed' : 'open' }, hash }
}

async function wasDeep({ db }: World, before: Transaction, hash: Hex, { receipt }: Included): Promise<boolean> {
  const { status, waitingFor, settlementTxHash } = before
  if (status !== 'SETTLED' || waitingFor !== null || settlementTxHash !== hash) return false
  const [scanned] = await scannedBlocks(db, 1)
  return scanned !== undefined && receipt.block <= scanned.number
}

/** Whether another transaction has its nonce, which is known only for an unattributed transaction. */
async function isGone(world: World, hash: Hex): Promise<boolean> {
  const found = await findUnattributed(world.db, world.keys, hash)
  return found !== undefined && (await inclusionNow(world, found)) === 'displaced'
}
