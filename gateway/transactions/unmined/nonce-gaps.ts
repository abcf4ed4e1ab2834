import { isDuplicate } from '../../db/database.ts'
import { isAltered } from '../../db/sealed/open-unaltered.ts'
import { errorWords } from '../../error-words.ts'
import { type Attempt, attemptsOf } from '../../legs/attempts-store.ts'
import { isDue, sendAgain, sendAttempt } from '../../legs/broadcast.ts'
import { commitCall, NOTHING_GAS, nothingOf } from '../../legs/commit-call.ts'
import { feesNow } from '../../legs/fees.ts'
import { unattributedAt } from '../../legs/reconciling/unattributed/lists-store.ts'
import { holdsNonce } from '../../legs/reconciling/unattributed/reread.ts'
import { isRefused, replace, replaceIfStuck, signerOfLeg } from '../../legs/replace.ts'
import { type Leg, legsFrom } from '../../legs/store.ts'
import { isRecent } from '../../world/clock.ts'
import type { World } from '../../world/world.ts'
import { reconcileOnce } from '../reconcile-throttle.ts'
import { findTransaction, type Transaction } from '../store.ts'
import { bytesToSend, mayGiveUp, rebroadcastOf } from './rebroadcast-policy.ts'

/** A nonce that is free for this long will not be taken by itself. */
const GAP_AFTER_MS = 10_000

/** Looks after an open leg that is not mined: sends it again, replaces it, cancels it, or closes the gap below it. */
export async function pushUnmined(world: World, transaction: Transaction, leg: Leg): Promise<void> {
  const mined = await world.chain.nonce(leg.sender)
  // Anyone who reads one of a sender's legs looks after all that are in its way: one at a time, for all who read them.
  if (mined < leg.nonce)
    await reconcileOnce(world, `sender:${leg.sender}`, () => closeGap(world, transaction, leg, mined))
  const attempts = await attemptsOf(world.db, world.keys, leg.id)
  await push(world, transaction, leg, attempts, { isNext: mined === leg.nonce, isInTheWay: false })
}

/**
 * A leg cannot be mined before the nonces under it. Those of legs are sent again, those above it too; a nonce without a leg
 * (the key was used elsewhere, and that transaction was reorganised away or dropped) is filled with a transfer of nothing. An
 * unattributed transaction there may be a payment that a restore forgot: it is sent again as long as a pool takes it.
 */
export async function closeGap(world: World, transaction: Transaction, leg: Leg, mined: number): Promise<void> {
  const waiting = await inLine(world, await legsFrom(world.db, world.keys, leg.sender, mined))
  for (const other of waiting) {
    await pushInLine(world, other, other.nonce === mined).catch((error: unknown) => {
      // Its payment is not looked at any more, and keeps no leg above it from being sent again.
      if (!isAltered(error)) throw error
      world.log.error({ transaction: other.transactionId, reason: errorWords(error) }, 'a leg could not be sent again')
    })
  }
  if (waiting.some((other) => other.nonce === mined) || isRecent(world.clock, leg.createdAt, GAP_AFTER_MS)) return
  if ((await world.chain.pendingNonce(leg.sender)) > mined || (await isFoundThere(world, leg, mined))) return
  await fill(world, transaction, leg, mined)
}

async function isFoundThere(world: World, { sender }: Leg, nonce: number): Promise<boolean> {
  const found = await unattributedAt(world.db, world.keys, sender, nonce)
  return found !== undefined && holdsNonce(world, found)
}

const isKnownAt = async ({ db, keys }: World, { sender, nonce }: Leg) =>
  (await unattributedAt(db, keys, sender, nonce)) !== undefined

/**
 * A leg that was superseded has no say about its nonce any more: another leg has it, or an unattributed transaction, which may
 * be a payment that a client was told of.
 */
async function inLine(world: World, legs: Leg[]): Promise<Leg[]> {
  const taken = new Set(legs.flatMap(({ nonce, state }) => (state === 'superseded' ? [] : nonce)))
  for (const leg of legs) {
    if (leg.state === 'superseded' && (await isKnownAt(world, leg))) taken.add(leg.nonce)
  }
  return legs.filter(({ nonce, state }) => state !== 'superseded' || !taken.has(nonce))
}

/**
 * Gets a lower leg mined. The next leg in line blocks all above it, whichever payment it belongs to: it is replaced without
 * waiting for a read of its own.
 */
async function pushInLine(world: World, leg: Leg, isNext: boolean): Promise<void> {
  const attempts = await attemptsOf(world.db, world.keys, leg.id)
  const owner = await findTransaction(world.db, world.keys, leg.transactionId)
  // Replaced bytes stay due: the newest sending of a leg decides whether the node is asked.
  if (owner === undefined || !(isNext || attempts.every((attempt) => isDue(world, attempt)))) return
  await push(world, owner, leg, attempts, { isNext, isInTheWay: true })
}

/** `isNext`: the chain counts up to its nonce. `isInTheWay`: others wait for it. */
type Line = { isNext: boolean; isInTheWay: boolean }

/**
 * Sends a leg again as the rebroadcast policy decides: after a reorganisation the bytes that settled; the nonce of a leg that must
 * not move its value goes to a cancellation, and where it is in the way also that of a leg that must not move it now.
 */
async function push(world: World, owner: Transaction, leg: Leg, attempts: Attempt[], { isNext, isInTheWay }: Line) {
  const rebroadcast = await rebroadcastOf(world, owner, leg)
  const newest = bytesToSend(owner, attempts, rebroadcast)
  if (newest === undefined) return
  if (rebroadcast !== 'good' && newest.kind === 'call') {
    if (rebroadcast === 'void' || isInTheWay) await replace(world, owner, leg, 'cancel')
    return
  }
  const wasMined = leg.state === 'confirmed' && rebroadcast === 'good'
  // Others that were refused are offered again: their sender may have more by now.
  const others = attempts.filter((one) => one !== newest && one.kind === newest.kind && isRefused(one))
  if (!wasMined) for (const other of others) await sendAgain(world, other)
  if (!wasMined && isNext && (await replaceIfStuck(world, owner, leg, attempts, newest, mayGiveUp(owner, leg)))) return
  await sendAgain(world, (wasMined ? attempts.find(({ hash }) => hash === leg.minedHash) : undefined) ?? newest)
}

async function fill(world: World, transaction: Transaction, leg: Leg, nonce: number): Promise<void> {
  const signer = await signerOfLeg(world, transaction, leg)
  if (signer === undefined) return
  const [fees, head] = await Promise.all([feesNow(world), world.chain.head()])
  // Asked again, at a known block: a node that lags behind shows gaps that do not exist.
  if ((await world.chain.nonce(leg.sender, head.number)) !== nonce) return
  const draft = { kind: 'nonce gap', call: nothingOf(signer), movesValue: false } as const
  const calls = [{ draft, gas: NOTHING_GAS, cost: NOTHING_GAS * fees.maxFee }]
  try {
    const made = { sender: signer, payment: transaction, position: 'next', nonce, block: head.number } as const
    const attempts = await commitCall(world, { ...made, fees, calls })
    world.log.warn({ sender: leg.sender, nonce }, 'a gap among the nonces was filled')
    for (const attempt of attempts) await sendAttempt(world, attempt)
  } catch (error) {
    // Another process filled it, or a payment took the nonce: the next look sees.
    if (!isDuplicate(error)) throw error
  }
}
