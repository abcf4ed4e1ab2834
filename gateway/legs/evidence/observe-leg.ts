import { atPayout } from '../../chain/revert.ts'
import { atomically } from '../../db/database.ts'
import { forgetBelieved } from '../../decryption/check-derived.ts'
import { derive } from '../../decryption/derive.ts'
import type { World } from '../../world/world.ts'
import { type Attempt, attemptsOf } from '../attempts-store.ts'
import { isPayout } from '../kinds.ts'
import { adoptAttempt } from '../reconciling/adopt-attempt.ts'
import { noteReopened } from '../reconciling/senders-store.ts'
import { recordUnattributed } from '../reconciling/unattributed/record.ts'
import {
  type Evidence,
  isDead,
  isHandleOfOther,
  keepLookingAt,
  type Leg,
  legsOf,
  recordEvidence,
  UNSEEN,
} from '../store.ts'
import { claimedEffect } from './claimed.ts'
import { effectOf, type LegOwner } from './effect.ts'
import { type Displacement, type Included, inclusionOf, isFinal } from './inclusion.ts'

/**
 * Looks for a leg on chain, and writes what is seen. A confirmed leg is looked for again too, since a deep reorganisation
 * can take it back; a dead leg stays as it is. Returns the leg as it is now.
 */
export async function observeLeg(world: World, owner: LegOwner, leg: Leg): Promise<Leg> {
  if (isDead(leg)) return leg
  const attempts = await attemptsOf(world.db, world.keys, leg.id)
  // Its bytes were forgotten: it ended so long ago that nothing can take it back.
  if (attempts.length === 0) return leg
  const found = await look(world, owner, leg, attempts)
  const seen = isSame(leg, found) ? found : await record(world, leg, found)
  if (leg.handle !== null && seen.handle !== leg.handle) forgetBelieved(world, owner.walletId, leg.handle)
  const { isClaimed, ...now } = seen
  const hasFee = found.fee !== undefined && found.minedHash === now.minedHash
  return { ...leg, ...now, ...(hasFee ? { fee: found.fee } : {}) }
}

/** Looks at a dead leg anew, which is mined after all. Until it is seen again its nonce is not accounted for. */
export async function reopen(world: World, leg: Leg): Promise<void> {
  await atomically(world.db, async (db) => {
    await recordEvidence(db, world.keys, leg, UNSEEN)
    await noteReopened(db, leg)
  })
}

/** What a look sees. `isClaimed`: the handle proves nothing, and another leg that has it refutes it. */
type Seen = Evidence & Pick<Leg, 'blockTime' | 'fee'> & { isClaimed?: true }

/**
 * Returns the evidence that stands: as it was written, without the handle of another leg; or that of another look, on which a
 * verdict would otherwise be written that nothing supports any more.
 */
async function record(world: World, leg: Leg, found: Seen): Promise<Seen> {
  if (leg.state === 'confirmed') world.log.warn({ leg: leg.id, now: found.state }, 'a confirmed leg was reorganised')
  return atomically(world.db, async (db) => {
    const { handle, isClaimed } = found
    const refuted = isClaimed && handle !== null && (await isHandleOfOther(db, leg, handle))
    const seen = refuted ? leg : found
    if (refuted)
      world.log.error({ leg: leg.id }, 'a node showed the handle of another payment: nothing is settled by it')
    if (!(await recordEvidence(db, world.keys, leg, seen))) {
      const stored = await legsOf(db, world.keys, leg.transactionId)
      return stored.find(({ id }) => id === leg.id) ?? leg
    }
    if (seen.state === 'open') await noteReopened(db, leg)
    if (isDead(seen) && (leg.movesValue || isPayout(leg))) await keepLookingAt(db, leg)
    return seen
  })
}

/**
 * Whether the evidence is unchanged. The hash is not enough: a node may have shown other events for it, or a reorganisation
 * moved it.
 */
function isSame(leg: Leg, seen: Seen): boolean {
  return (['state', 'minedHash', 'blockHash', 'handle'] as const).every((name) => seen[name] === leg[name])
}

async function look(world: World, owner: LegOwner, leg: Leg, attempts: Attempt[]): Promise<Seen> {
  const hashes = attempts.map(({ hash }) => hash)
  const { sender, nonce, signedBlock } = leg
  const slot = { sender, nonce, from: async () => signedBlock }
  const seen = await inclusionOf(world, hashes, { slot, seenIn: lastSeenIn(leg) })
  switch (seen.is) {
    case 'included': {
      const attempt = attempts.find(({ hash }) => hash === seen.receipt.hash)
      const found = attempt && (await evidenceFrom(world, owner, leg, attempt, seen))
      return found === undefined ? leg : { ...found, blockTime: seen.time, ...feeOf(seen) }
    }
    // A node without the receipt is no evidence: the block that held it is there until the chain shows another at its height.
    case 'unshown':
      return leg
    case 'displaced':
      return displacedBy(world, leg, seen.by)
    case 'missing':
      return UNSEEN
  }
}

function feeOf({ receipt: { fee } }: Included): Pick<Leg, 'fee'> {
  return fee === undefined ? {} : { fee }
}

function lastSeenIn({ blockNumber: block, blockHash, minedHash: hash }: Leg) {
  return block === null || blockHash === null || hash === null ? undefined : { block, blockHash, hash }
}

/** Evidence that is not believed changes nothing: earlier evidence stands until a node shows better. */
async function evidenceFrom(world: World, owner: LegOwner, leg: Leg, attempt: Attempt, seen: Included): Promise<Seen> {
  const { receipt } = seen
  await deriveNews(world, owner, leg, receipt)
  const at = { ...UNSEEN, blockNumber: receipt.block, blockHash: receipt.blockHash, minedHash: receipt.hash }
  const wait: Seen = { ...at, state: 'mined' }
  // A head that goes backwards is a node that lags: a receipt that was deep in the same block still is.
  if (!seen.isDeep) return leg.state === 'confirmed' && leg.blockHash === receipt.blockHash ? leg : wait
  if (attempt.kind === 'cancel') {
    const reason = 'It was cancelled before it was mined.'
    return (await isFinal(world, seen)) ? { ...at, state: 'cancelled', reason } : wait
  }
  if (!receipt.success) {
    if (!(await isFinal(world, seen))) return wait
    const revert = await world.chain.revertReason(receipt.hash)
    const { text, transient } = isPayout(leg) ? atPayout(revert) : revert
    return { ...at, state: 'reverted', reason: `The transaction reverted: ${text}.`, transient }
  }
  const proven = effectOf(owner, leg, receipt, world.chain.inputIn(attempt.raw))
  if (proven !== undefined) return { ...at, state: 'confirmed', ...proven }
  const claimed = await claimedEffect(world, owner, { leg, raw: attempt.raw, seen })
  return claimed === undefined ? wait : { ...at, state: 'confirmed', ...claimed, isClaimed: true }
}

/** Derives the handles that a receipt computed, when it is first seen in this block and before it is stored. */
async function deriveNews(world: World, owner: LegOwner, leg: Leg, receipt: Included['receipt']): Promise<void> {
  const seenBefore = leg.minedHash === receipt.hash && leg.blockHash === receipt.blockHash
  if (!seenBefore && receipt.success) await derive(world, owner.walletId, receipt.computations)
}

/**
 * Another transaction has used the nonce. The leg is dead only if that transaction is final and is no attempt of the leg: a node
 * that lags proves nothing.
 */
async function displacedBy(world: World, leg: Leg, { use, seen }: Displacement): Promise<Seen> {
  // Another process that serves this database may have replaced the bytes meanwhile.
  if (await adoptAttempt(world, leg, use)) return UNSEEN
  if (!(await isFinal(world, seen))) return UNSEEN
  const { sender, nonce } = leg
  const found = { sender, nonce, use, receipt: seen.receipt, isFinal: true }
  await atomically(world.db, (db) => recordUnattributed(db, world, found))
  const reason = `Its nonce was used by ${use.hash}, which this database does not know. This call moved nothing.`
  return { ...UNSEEN, state: 'superseded', blockNumber: use.block, minedHash: use.hash, reason }
}
