import type { Receipt } from '../../chain/port.ts'
import { atPayout } from '../../chain/revert.ts'
import { confirmations } from '../../config/config.ts'
import { atomically } from '../../db/database.ts'
import { forgetBelieved } from '../../decryption/check-derived.ts'
import { derive } from '../../decryption/derive.ts'
import type { World } from '../../world/world.ts'
import { type Attempt, attemptsOf } from '../attempts-store.ts'
import { isPayout } from '../kinds.ts'
import { adoptReplacement } from '../reconciling/adopt-replacement.ts'
import { noteUse } from '../reconciling/finds/note-use.ts'
import { noteReopened } from '../reconciling/senders-store.ts'
import { isFinal, isHandleOfOther, type Leg, type LegEvidence, recordEvidence } from '../store.ts'
import { isAgreed } from './agreement.ts'
import { claimedEffect } from './claimed.ts'
import { effectOf } from './effect.ts'
import type { LegOwner } from './owner.ts'

/**
 * Looks for a leg on chain, and writes what is seen. A confirmed leg is looked for again too, since a deep reorganisation
 * can take it back; what failed stays. Returns the leg as it is now.
 */
export async function observe(world: World, owner: LegOwner, leg: Leg): Promise<Leg> {
  if (isFinal(leg)) return leg
  const attempts = await attemptsOf(world.db, world.keys, leg.id)
  // Its bytes were forgotten: it ended so long ago that nothing can take it back.
  if (attempts.length === 0) return leg
  const found = await look(world, owner, leg, attempts)
  const seen = isSame(leg, found) ? found : await record(world, leg, found)
  if (leg.handle !== null && seen.handle !== leg.handle) forgetBelieved(world, owner.walletId, leg.handle)
  return {
    ...leg,
    state: seen.state,
    blockNumber: seen.block ?? null,
    blockHash: seen.blockHash ?? null,
    ...(seen.blockTime === undefined ? {} : { blockTime: seen.blockTime }),
    minedHash: seen.minedHash ?? null,
    handle: seen.handle ?? null,
    moved: seen.moved ?? null,
    reason: seen.reason ?? null,
    transient: seen.transient ?? null,
  }
}

/** Returns what was written: the handle of another leg is not. */
async function record(world: World, leg: Leg, found: LegEvidence): Promise<LegEvidence> {
  if (leg.state === 'confirmed') world.log.warn({ leg: leg.id, now: found.state }, 'a confirmed leg was reorganised')
  return atomically(world.db, async (db) => {
    const { handle, isClaimed } = found
    const refuted = isClaimed && handle !== undefined && (await isHandleOfOther(db, leg, handle))
    const seen = refuted ? keepAsIs(leg) : found
    if (refuted)
      world.log.error({ leg: leg.id }, 'a node showed the handle of another payment: nothing is settled by it')
    await recordEvidence(db, world.keys, leg, seen)
    if (seen.state === 'open') await noteReopened(db, leg)
    return seen
  })
}

/** The hash alone does not say it: a node may have shown other events for it, or a reorganisation moved it to another block. */
function isSame(leg: Leg, seen: LegEvidence): boolean {
  return (
    seen.state === leg.state &&
    seen.minedHash === (leg.minedHash ?? undefined) &&
    seen.blockHash === (leg.blockHash ?? undefined) &&
    seen.handle === (leg.handle ?? undefined)
  )
}

async function look(world: World, owner: LegOwner, leg: Leg, attempts: Attempt[]): Promise<LegEvidence> {
  const [newest, mined, ...receipts] = await Promise.all([
    world.chain.head(),
    world.chain.nonce(leg.sender),
    ...attempts.map(({ hash }) => world.chain.receipt(hash)),
  ])
  for (const [index, attempt] of attempts.entries()) {
    const receipt = receipts[index]
    if (receipt === undefined) continue
    const block = receipt.block === newest.number ? newest : await world.chain.block(receipt.block)
    if (block === undefined) return keepAsIs(leg)
    // A node may still show the receipt of a block that it has given up.
    if (block.hash !== receipt.blockHash) continue
    // That block is there, whoever answered for the newest one.
    const head = Math.max(newest.number, receipt.block)
    if (await isOfLeg(world, leg, attempt, receipt, mined))
      return { ...(await evidenceFrom(world, owner, leg, attempt, receipt, head)), blockTime: block.time }
    world.log.warn({ leg: leg.id }, 'a node showed a receipt that is not of this leg')
    return keepAsIs(leg)
  }
  return (await isStillThere(world, leg)) ? keepAsIs(leg) : lookForRival(world, leg, { head: newest.number, mined })
}

/** A node without the receipt is no evidence: the block that held it is there until the chain shows another at its height. */
async function isStillThere(world: World, leg: Leg): Promise<boolean> {
  const { blockNumber, blockHash, minedHash } = leg
  if (blockNumber === null || blockHash === null || minedHash === null) return false
  const block = await world.chain.block(blockNumber, { wasSeen: true })
  return block?.hash === blockHash && block.transactions.includes(minedHash)
}

/**
 * A receipt counts only for the bytes that it names: their hash commits to sender and nonce, which the node must bear
 * out, at the receipt's own block if need be: of several nodes behind a balancer another one may have given the count.
 */
export async function isOfLeg(
  world: World,
  leg: Leg,
  attempt: Attempt,
  receipt: Receipt,
  mined: number,
): Promise<boolean> {
  if (receipt.hash !== attempt.hash || receipt.sender.toLowerCase() !== leg.sender.toLowerCase()) return false
  if (mined > leg.nonce) return true
  return (await world.chain.nonce(leg.sender, receipt.block)) > leg.nonce
}

/** What is not believed changes nothing: what was seen before stands until a node says something that can be. */
function keepAsIs(leg: Leg): LegEvidence {
  return {
    state: leg.state,
    ...(leg.blockNumber === null ? {} : { block: leg.blockNumber }),
    ...(leg.blockHash === null ? {} : { blockHash: leg.blockHash }),
    ...(leg.minedHash === null ? {} : { minedHash: leg.minedHash }),
    ...(leg.handle === null ? {} : { handle: leg.handle }),
    ...(leg.moved === null ? {} : { moved: leg.moved }),
    ...(leg.reason === null ? {} : { reason: leg.reason }),
    ...(leg.transient === null ? {} : { transient: leg.transient }),
  }
}

async function evidenceFrom(
  world: World,
  owner: LegOwner,
  leg: Leg,
  attempt: Attempt,
  receipt: Receipt,
  head: number,
): Promise<LegEvidence> {
  await deriveNews(world, owner, leg, receipt)
  const at = { block: receipt.block, blockHash: receipt.blockHash, minedHash: receipt.hash }
  const wait: LegEvidence = { state: 'mined', ...at }
  // A head that goes backwards is a node that lags: what was deep enough in the same block still is.
  const isDeep = head - receipt.block + 1 >= confirmations(world.config)
  if (!isDeep) return leg.state === 'confirmed' && leg.blockHash === receipt.blockHash ? keepAsIs(leg) : wait
  if (attempt.kind === 'cancel') {
    const reason = 'It was cancelled before it was mined.'
    return (await isAgreed(world, leg, receipt)) ? { state: 'cancelled', ...at, reason } : wait
  }
  if (!receipt.success) {
    if (!(await isAgreed(world, leg, receipt))) return wait
    const revert = await world.chain.revertReason(receipt.hash)
    const { text, transient } = isPayout(leg) ? atPayout(revert) : revert
    return { state: 'reverted', ...at, reason: `The transaction reverted: ${text}.`, transient }
  }
  const proven = effectOf(owner, leg, receipt, world.chain.inputIn(attempt.raw))
  if (proven !== undefined) return { state: 'confirmed', ...at, ...proven }
  const claimed = await claimedEffect(world, owner, { leg, raw: attempt.raw, receipt })
  return claimed === undefined ? wait : { state: 'confirmed', ...at, ...claimed, isClaimed: true }
}

/** What a receipt computed is derived when it is first seen, in this block: before that is written down. */
async function deriveNews(world: World, owner: LegOwner, leg: Leg, receipt: Receipt): Promise<void> {
  const seenBefore = leg.minedHash === receipt.hash && leg.blockHash === receipt.blockHash
  if (!seenBefore && receipt.success) await derive(world, owner.walletId, receipt.computations)
}

/** Height of the chain, and how many transactions of the leg's sender are mined, as the node said when it was asked for receipts. */
type Counts = { head: number; mined: number }

/**
 * No receipt of ours. Only if the nonce is used, and the transaction that used it is found and is none of ours, is this
 * leg dead; a node that has not caught up, or says "refused", proves nothing.
 */
async function lookForRival(world: World, leg: Leg, { head, mined }: Counts): Promise<LegEvidence> {
  if (mined <= leg.nonce) return { state: 'open' }
  const use = await world.chain.whoUsedNonce(leg.sender, leg.nonce, leg.signedBlock)
  if (use === undefined) return { state: 'open' }
  // Read again: another process that serves this database may have replaced the bytes meanwhile.
  const known = await attemptsOf(world.db, world.keys, leg.id)
  if (known.some((attempt) => attempt.hash === use.hash)) return { state: 'open' }
  if (await adoptReplacement(world, leg, known, use)) return { state: 'open' }
  if (head - use.block + 1 < confirmations(world.config)) return { state: 'open' }
  const receipt = await world.chain.receipt(use.hash)
  if (receipt === undefined || !(await isAgreed(world, leg, receipt))) return { state: 'open' }
  const { sender, nonce } = leg
  await atomically(world.db, (db) => noteUse(db, world, { sender, nonce, use, receipt, isSettled: true }))
  const reason = `Its nonce was used by ${use.hash}, which this gateway did not send. Nothing was moved by this call.`
  return { state: 'superseded', block: use.block, minedHash: use.hash, reason }
}
