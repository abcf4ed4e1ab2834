import { atPayout } from '../../chain/revert.ts'
import { atomically } from '../../db/database.ts'
import { forgetBelieved } from '../../decryption/check-derived.ts'
import { derive } from '../../decryption/derive.ts'
import type { World } from '../../world/world.ts'
import { type Attempt, attemptsOf } from '../attempts-store.ts'
import { isPayout } from '../kinds.ts'
import { adoptReplacement } from '../reconciling/adopt-replacement.ts'
import { noteReopened } from '../reconciling/senders-store.ts'
import { recordUnattributed } from '../reconciling/unattributed/record.ts'
import { isDead, isHandleOfOther, type Leg, type LegEvidence, recordEvidence } from '../store.ts'
import { claimedEffect } from './claimed.ts'
import { effectOf } from './effect.ts'
import { type Included, inclusionOf, isFinal, type Replacement } from './inclusion.ts'
import type { LegOwner } from './owner.ts'

/**
 * Looks for a leg on chain, and writes what is seen. A confirmed leg is looked for again too, since a deep reorganisation
 * can take it back; what failed stays. Returns the leg as it is now.
 */
export async function observe(world: World, owner: LegOwner, leg: Leg): Promise<Leg> {
  if (isDead(leg)) return leg
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
    ...(found.fee === undefined ? {} : { fee: found.fee }),
    minedHash: seen.minedHash ?? null,
    handle: seen.handle ?? null,
    moved: seen.moved ?? null,
    reason: seen.reason ?? null,
    transient: seen.transient ?? null,
  }
}

/** Returns the evidence as it was written: the handle of another leg is left out. */
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
  const hashes = attempts.map(({ hash }) => hash)
  const { sender, nonce, signedBlock } = leg
  const slot = { sender, nonce, from: async () => signedBlock }
  const seen = await inclusionOf(world, hashes, { slot, seenIn: placeOf(leg) })
  switch (seen.is) {
    case 'included': {
      const attempt = attempts.find(({ hash }) => hash === seen.receipt.hash)
      const found = attempt && (await evidenceFrom(world, owner, leg, attempt, seen))
      return found === undefined ? keepAsIs(leg) : { ...found, blockTime: seen.time, ...feeOf(seen) }
    }
    // A node without the receipt is no evidence: the block that held it is there until the chain shows another at its height.
    case 'unshown':
      return keepAsIs(leg)
    case 'replaced':
      return replacedBy(world, leg, seen.by)
    case 'missing':
      return { state: 'open' }
  }
}

function feeOf({ receipt: { fee } }: Included): Pick<Leg, 'fee'> {
  return fee === undefined ? {} : { fee }
}

function placeOf({ blockNumber: block, blockHash, minedHash: hash }: Leg) {
  return block === null || blockHash === null || hash === null ? undefined : { block, blockHash, hash }
}

/** Evidence that is not believed changes nothing: earlier evidence stands until a node shows better. */
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
  seen: Included,
): Promise<LegEvidence> {
  const { receipt } = seen
  await deriveNews(world, owner, leg, receipt)
  const at = { block: receipt.block, blockHash: receipt.blockHash, minedHash: receipt.hash }
  const wait: LegEvidence = { state: 'mined', ...at }
  // A head that goes backwards is a node that lags: a receipt that was deep in the same block still is.
  if (!seen.isDeep) return leg.state === 'confirmed' && leg.blockHash === receipt.blockHash ? keepAsIs(leg) : wait
  if (attempt.kind === 'cancel') {
    const reason = 'It was cancelled before it was mined.'
    return (await isFinal(world, seen)) ? { state: 'cancelled', ...at, reason } : wait
  }
  if (!receipt.success) {
    if (!(await isFinal(world, seen))) return wait
    const revert = await world.chain.revertReason(receipt.hash)
    const { text, transient } = isPayout(leg) ? atPayout(revert) : revert
    return { state: 'reverted', ...at, reason: `The transaction reverted: ${text}.`, transient }
  }
  const proven = effectOf(owner, leg, receipt, world.chain.inputIn(attempt.raw))
  if (proven !== undefined) return { state: 'confirmed', ...at, ...proven }
  const claimed = await claimedEffect(world, owner, { leg, raw: attempt.raw, seen })
  return claimed === undefined ? wait : { state: 'confirmed', ...at, ...claimed, isClaimed: true }
}

/** What a receipt computed is derived when it is first seen, in this block: before that is written down. */
async function deriveNews(world: World, owner: LegOwner, leg: Leg, receipt: Included['receipt']): Promise<void> {
  const seenBefore = leg.minedHash === receipt.hash && leg.blockHash === receipt.blockHash
  if (!seenBefore && receipt.success) await derive(world, owner.walletId, receipt.computations)
}

/**
 * No receipt of ours, and the nonce is used. Only if what used it is found, stays, and is none of ours, is this leg dead; a node
 * that has not caught up, or says "refused", proves nothing.
 */
async function replacedBy(world: World, leg: Leg, { use, seen }: Replacement): Promise<LegEvidence> {
  // Read again: another process that serves this database may have replaced the bytes meanwhile.
  const known = await attemptsOf(world.db, world.keys, leg.id)
  if (known.some((attempt) => attempt.hash === use.hash)) return { state: 'open' }
  if (await adoptReplacement(world, leg, known, use)) return { state: 'open' }
  if (!(await isFinal(world, seen))) return { state: 'open' }
  const { sender, nonce } = leg
  const found = { sender, nonce, use, receipt: seen.receipt, isFinal: true }
  await atomically(world.db, (db) => recordUnattributed(db, world, found))
  const reason = `Its nonce was used by ${use.hash}, which this database does not know. This call moved nothing.`
  return { state: 'superseded', block: use.block, minedHash: use.hash, reason }
}
