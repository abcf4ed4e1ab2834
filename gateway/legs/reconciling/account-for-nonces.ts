import type { Address, Hex } from '#shared/model/ids.ts'
import { Refusal } from '#shared/refusal.ts'
import type { NonceUse } from '../../chain/port.ts'
import { atomically } from '../../db/database.ts'
import type { World } from '../../world/world.ts'
import { isSignedHere } from '../attempts-store.ts'
import { includedAt, isFinal } from '../evidence/inclusion.ts'
import { livingLegAt } from '../store.ts'
import { adoptAttempt } from './adopt-attempt.ts'
import { lookForOpen, noteShown, unexplainedNonce } from './open-legs.ts'
import { isFreshlyRestored } from './restores-store.ts'
import { recordFirstRelevantNonce, searchFrom } from './search-start.ts'
import { noteAccounted, noteAllAccounted, noteBehind, type SenderState, senderState } from './senders-store.ts'
import { isFormerOperator } from './signers.ts'
import { recordUnattributed } from './unattributed/record.ts'
import { rereadUnattributed } from './unattributed/reread.ts'
import { noteRead, readAt } from './unattributed/standing.ts'

/** How long one call goes on searching; the next one goes on where it ended. */
const STEP_MS = 2_000
/** One wild answer, or a node that lags behind another one, must not hold a payment up: a gap is looked at twice. */
const ASK_AGAIN_MS = 1_000
/** So many nonces that legs account for are counted anew at every look; then it is noted how far they reach. */
const NOTED_EVERY = 100

/**
 * Refuses to sign for a sender while the chain has transactions of it that this gateway does not know; or while an
 * unattributed one is missing, and may be mined again.
 */
export function reconciling(sender: Address, unseen?: Hex): Refusal {
  const why =
    unseen === undefined
      ? `The chain or its pool has transactions of ${sender} that this gateway does not know yet: it is finding them.`
      : `The chain has shown ${unseen} of ${sender}, and no node shows it now: it is sent again until it is mined, or something else has its nonce.`
  return new Refusal('reconciling', { message: `${why} Nothing was sent.`, headers: { 'retry-after': '2' } })
}

/** Throws `reconciling` where a sender is not accounted for after one step of searching. */
export async function requireNoncesKnown(world: World, sender: Address): Promise<void> {
  if (!(await accountForNonces(world, sender))) throw reconciling(sender)
}

/**
 * Accounts for every nonce of a sender that the chain has mined: after the restore of a backup, and where its key was used
 * elsewhere. Each transaction is on disk before the next search, so that a killed process goes on. True once all are known,
 * and no pool holds more.
 */
export function accountForNonces(world: World, sender: Address): Promise<boolean> {
  return world.singleFlight.run('catching up', sender, () => step(world, sender))
}

async function step(world: World, sender: Address): Promise<boolean> {
  let seen = await look(world, sender)
  if (seen !== undefined && isGap(seen) && !seen.state.isBehind) {
    await world.clock.sleep(ASK_AGAIN_MS, world.drained)
    seen = await look(world, sender)
  }
  if (seen === undefined) return false
  const { state, mined, accounted, counted } = seen
  if (isGap(seen)) {
    const missing = { sender, from: accounted, to: counted - 1, waiting: mined <= accounted }
    const isNew = await noteBehind(world.db, sender, accounted, counted, world.clock.now())
    if (isNew) world.log.warn(missing, 'reconciling: the chain has nonces of a sender that are not known here')
    if (missing.waiting || !(await search(world, sender, mined))) return false
    world.log.warn(missing, 'reconciled: every nonce of the sender is accounted for')
  }
  if (!(await rereadUnattributed(world, sender))) return false
  // Not beyond an open leg: the transaction at its nonce is asked for until it is seen.
  const sure = Math.min(accounted, mined, state.firstOpen ?? mined)
  if (sure - state.noted >= NOTED_EVERY) await noteAccounted(world.db, sender, sure)
  // Written only if it changes anything, since this runs before every payment.
  if (isGap(seen) || state.isBehind) await noteAllAccounted(world.db, sender)
  return true
}

/**
 * `mined`: how many nonces are in blocks. `counted`: these, or with those that wait in the nodes' pools where all mined are
 * known.
 */
type Seen = { state: SenderState; mined: number; accounted: number; counted: number }

const isGap = ({ accounted, counted }: Seen) => counted > accounted

/**
 * How far the chain counts the nonces of a sender, and how far they are known here; undefined while the first nonce that matters
 * is not found. What waits in a pool and is not known was signed by this gateway before its data folder was put back, or with its
 * key elsewhere: to sign at the nonces above it could pay twice, and would wait for it anyway. It is known once it is mined.
 */
async function look(world: World, sender: Address): Promise<Seen | undefined> {
  const [onChain, pending] = await Promise.all([world.chain.nonce(sender), world.chain.pendingNonce(sender)])
  // Read after the chain: another process that serves this database stores before it sends.
  let state = await senderState(world.db, sender, onChain)
  if (sender === world.chain.operator?.address && !state.isKnown) {
    if (!(await recordFirstRelevantNonce(world, sender))) return undefined
    state = await senderState(world.db, sender, onChain)
  }
  const mustAccount = await mustAccountFor(world, sender)
  const mined = mustAccount ? onChain : Math.min(onChain, state.replacedAt ?? onChain)
  const accounted = Math.min(state.accounted, (await lookForOpen(world, sender, state, mined)) ?? state.accounted)
  const countsPool = mustAccount && mined <= accounted && pending > accounted
  return { state, mined, accounted, counted: countsPool ? pending : mined }
}

/**
 * The key of a former operator signs nothing here any more, and may be in other hands: its transactions in a pool, or from
 * after its replacement, could keep all payouts waiting for ever. While a restore is fresh they may be payouts of this
 * gateway, and are accounted for.
 */
async function mustAccountFor(world: World, sender: Address): Promise<boolean> {
  return !(await isFormerOperator(world, sender)) || isFreshlyRestored(world.db, world.clock.now())
}

/** True once the transaction at every mined nonce is known. A nonce that a leg was seen to use needs no search. */
async function search(world: World, sender: Address, mined: number): Promise<boolean> {
  const late = world.clock.elapsed() + STEP_MS
  const read = await readAt(world, sender, await world.chain.head())
  for (;;) {
    const state = await senderState(world.db, sender, mined)
    const nonce = Math.min(state.accounted, (await unexplainedNonce(world, sender, state, mined)) ?? state.accounted)
    if (nonce >= mined) return true
    if (world.drained.aborted || world.clock.elapsed() > late) return false
    const use = await world.chain.whoUsedNonce(sender, nonce, await searchFrom(world, sender, nonce))
    if (use === undefined) return false
    if (await isOfLeg(world, sender, nonce, use)) continue
    const seen = await includedAt(world, use.hash)
    if (seen === undefined) return false
    const found = { sender, nonce, use, receipt: seen.receipt, isFinal: await isFinal(world, seen) }
    const isNoted = await atomically(world.db, async (db) => {
      if (!(await recordUnattributed(db, world, found))) return false
      const { firstOpen } = await senderState(db, sender, mined)
      await noteAccounted(db, sender, Math.min(nonce + 1, firstOpen ?? nonce + 1))
      return true
    })
    // Another unattributed transaction stands there, and makes way once this one is final.
    if (!isNoted) return false
    noteRead(read, seen.receipt, found.isFinal)
  }
}

/** Whether the transaction at a nonce was signed here, or replaces the bytes of the leg that has it. */
async function isOfLeg(world: World, sender: Address, nonce: number, use: NonceUse): Promise<boolean> {
  const leg = await livingLegAt(world.db, world.keys, sender, nonce)
  if (leg === undefined) return false
  const isOwn = (await isSignedHere(world.db, use.hash)) || (await adoptAttempt(world, leg, use))
  if (isOwn) noteShown(world, sender, leg.id)
  return isOwn
}
