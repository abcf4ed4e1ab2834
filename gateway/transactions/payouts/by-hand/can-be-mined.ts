import { formatUnits } from '#shared/model/money.ts'
import type { Keyring } from '../../../crypto/keyring.ts'
import { atomically, type Db } from '../../../db/database.ts'
import { attemptsOf } from '../../../legs/attempts-store.ts'
import { deepHeight, includedAt, isFinal } from '../../../legs/evidence/inclusion.ts'
import { isPayout } from '../../../legs/kinds.ts'
import { recordUnattributed, type Use } from '../../../legs/reconciling/unattributed/record.ts'
import { type Leg, legsOf, recordEvidence, UNSEEN } from '../../../legs/store.ts'
import type { World } from '../../../world/world.ts'
import { findTransaction } from '../../store.ts'

/**
 * Why the bytes of a payout that is signed can never be mined any more; else why they still could be, or that they are. `by`:
 * the transaction that used its nonce, which may be a payment that this database does not know.
 */
export type CanBeMined = { canBeMined: boolean; isMined?: true; evidence: string; by?: Use }

/** After this a node that lags has caught up, or another one answers. */
export const LAG_MS = 3_000
/** Blocks of which every node keeps the state. */
const STATE_KEPT = 100

/**
 * Evidence about a payout that is signed and not mined. Its nonce counts as used only at a final block, which is asked about
 * before the receipts: a payout that is mined between two questions, or known to one node and not to another, must not look as
 * if another transaction had been mined.
 */
export async function checkCanBeMined(world: World, leg: Leg): Promise<CanBeMined> {
  const { sender, nonce } = leg
  const at = `nonce ${nonce} of ${sender}`
  const { number: head } = await world.chain.head()
  const deep = Math.max(0, deepHeight(world, head), head + 1 - STATE_KEPT)
  const isUsed = (await world.chain.nonce(sender, deep)) > nonce
  if (await isShown(world, leg)) return { canBeMined: true, isMined: true, evidence: `${at} is mined: it is ours` }
  if (isUsed) return usedBy(world, leg, at)
  if ((await world.chain.nonce(sender, head)) > nonce) {
    return { canBeMined: true, evidence: `${at} is used, in a block that is not deep enough yet` }
  }
  if (sender === world.chain.operator?.address) {
    if (await isCancelled(world, leg)) {
      return {
        canBeMined: true,
        evidence: `${at} is free, and a cancellation is sent, which ends it once mined: run this again`,
      }
    }
    return { canBeMined: true, evidence: `${at} is free and its key is here: it is sent again, or replaced` }
  }
  return unaffordable(world, leg, at, [deep, head])
}

async function isCancelled(world: World, { id }: Leg): Promise<boolean> {
  return (await attemptsOf(world.db, world.keys, id)).some(({ kind }) => kind === 'cancel')
}

/** Whether any node shows a receipt of this leg, in any block: then the operator must not give the leg up. */
async function isShown(world: World, leg: Leg): Promise<boolean> {
  const attempts = await attemptsOf(world.db, world.keys, leg.id)
  const receipts = await Promise.all(attempts.map(({ hash }) => world.chain.receipt(hash, { old: true })))
  return receipts.some((receipt) => receipt !== undefined)
}

/**
 * Whether no node, for as long as nodes lag, shows an attempt of the leg, or names one as the transaction that used the nonce.
 */
async function usedBy(world: World, leg: Leg, at: string): Promise<CanBeMined> {
  await world.clock.sleep(LAG_MS, world.closing)
  const use = await world.chain.whoUsedNonce(leg.sender, leg.nonce, leg.signedBlock)
  const attempts = await attemptsOf(world.db, world.keys, leg.id)
  const isOurs = attempts.some(({ hash }) => hash === use?.hash) || (await isShown(world, leg))
  if (isOurs) return { canBeMined: true, isMined: true, evidence: `${at} is mined: it is ours` }
  const seen = use && (await includedAt(world, use.hash))
  // A node that lags, or a search that goes on, finds nothing either.
  if (use === undefined || seen === undefined) {
    const evidence = `${at} is used, and no node says by what yet: ask again, or name one that does in SOTTO_RPC_URL_ARCHIVE`
    return { canBeMined: true, evidence }
  }
  const evidence = `${at} is used by ${use.hash}, which is none that was signed for it`
  const { sender, nonce } = leg
  if (!(await isFinal(world, seen)))
    return { canBeMined: true, evidence: `${evidence}, and not all nodes show that yet` }
  return { canBeMined: false, evidence, by: { sender, nonce, use, receipt: seen.receipt, isFinal: true } }
}

/**
 * Its nonce is free in these blocks: the sender's balance there is all that the next block could take. The gas can come
 * from outside, from the receiver first of all; but the sender of that money then pays the payout.
 */
async function unaffordable(world: World, leg: Leg, at: string, blocks: readonly number[]): Promise<CanBeMined> {
  const readings = (await Promise.all(blocks.map((block) => world.chain.readWallets([leg.sender], block)))).flat()
  const wei = most(readings.map((reading) => reading.wei))
  const needs = leastCost(leg, await attemptsOf(world.db, world.keys, leg.id))
  const poor = `${at} is free, its key is not here, and it holds ${wei} wei of the ${needs} that its bytes need`
  if (wei >= needs || leg.kind !== 'payout') return { canBeMined: wei >= needs, evidence: poor }
  const pays = (await findTransaction(world.db, world.keys, leg.transactionId))?.units ?? 0n
  const stable = most(readings.map((reading) => reading.stable))
  const { symbol } = world.chain.tokens.stable
  const holds = `${poor}, and ${formatUnits(stable)} of the ${formatUnits(pays)} ${symbol} that it pays`
  if (stable < pays) return { canBeMined: false, evidence: holds }
  const ways = `send it that gas, and it pays; or move its ${symbol} away with its key`
  return { canBeMined: true, evidence: `${holds}, so that gas sent to it by anyone has it mined: ${ways}` }
}

const most = (amounts: readonly bigint[]) => amounts.reduce((high, amount) => (amount > high ? amount : high), 0n)

/** Wei without which no node includes even the cheapest of the bytes at a leg's nonce. */
function leastCost(leg: Leg, attempts: { maxFee: string }[]): bigint {
  const fees = attempts.map(({ maxFee }) => BigInt(maxFee)).sort((a, b) => (a < b ? -1 : 1))
  const [least = 0n, highest = 1n] = [fees[0], fees.at(-1)]
  return (leg.cost * least) / highest
}

/** Gives up a payout, on evidence that is stored with it, and with the transaction that used its nonce. */
export async function giveUp(world: World, leg: Leg, { evidence, by }: CanBeMined): Promise<void> {
  const reason = `The operator of the gateway gave it up: ${evidence}.`
  await atomically(world.db, async (db) => {
    if (by !== undefined) await recordUnattributed(db, world, by)
    const isAsRead = await recordEvidence(db, world.keys, leg, { ...UNSEEN, state: 'superseded', reason })
    if (!isAsRead) throw new Error('The payout has changed meanwhile: run this again.')
  })
}

/** Gives up a payout that can never be mined any more, and says why. Throws where it still could be: nothing was changed. */
export async function giveUpDead(world: World, leg: Leg): Promise<string> {
  const checked = await checkCanBeMined(world, leg)
  if (checked.canBeMined) throw stillMinable(leg.transactionId, checked)
  await giveUp(world, leg, checked)
  return checked.evidence
}

/** Signed payouts of a redeem that have not ended yet. */
export async function livingPayouts(db: Db, keys: Keyring, id: string): Promise<Leg[]> {
  return (await legsOf(db, keys, id)).filter(isLivingPayout)
}

export const isLivingPayout = (leg: Leg) => isPayout(leg) && (leg.state === 'open' || leg.state === 'mined')

function stillMinable(id: string, { isMined, evidence }: CanBeMined): Error {
  const why = isMined
    ? `is mined, so that nothing is to be decided: it ends once it is deep enough (${evidence}).`
    : `is signed and could still be mined: ${evidence}. See --void.`
  return new Error(`A payout of ${id} ${why} Nothing was changed.`)
}
