import type { Receipt } from '../chain/port.ts'
import { confirmations } from '../config.ts'
import type { World } from '../world.ts'
import { type Attempt, attemptsOf, type Leg, noteSent, noteSighting, type Sighting } from './legs.ts'

/** Bytes that nobody has seen are sent again this often. */
const RESEND_EVERY_MS = 3_000

/** Legs that are deep enough on chain, one way or the other. */
export function isResolved(leg: Leg): boolean {
  return leg.state !== 'open' && leg.state !== 'mined'
}

/** Looks for a leg on chain, writes what is seen, and sends bytes again that nobody knows. Returns the leg as it is now. */
export async function observe(world: World, leg: Leg): Promise<Leg> {
  if (isResolved(leg)) return leg
  const attempts = await attemptsOf(world.db, world.keys, leg.id)
  const seen = await look(world, leg, attempts)
  if (seen.state === 'open') await sendAgain(world, attempts)
  if (seen.state !== leg.state || seen.minedHash !== (leg.mined_hash ?? undefined)) {
    await noteSighting(world.db, world.keys, leg, seen)
  }
  return {
    ...leg,
    state: seen.state,
    block_number: seen.block ?? null,
    block_hash: seen.blockHash ?? null,
    mined_hash: seen.minedHash ?? null,
    handle: seen.handle ?? null,
    moved: seen.moved ?? null,
    reason: seen.reason ?? null,
  }
}

async function look(world: World, leg: Leg, attempts: Attempt[]): Promise<Sighting> {
  const { number: head } = await world.chain.head()
  for (const attempt of attempts) {
    const receipt = await world.chain.receipt(attempt.hash)
    if (receipt !== undefined) return sightingOf(world, leg, attempt, receipt, head)
  }
  return lookForRival(world, leg, attempts, head)
}

async function sightingOf(world: World, leg: Leg, attempt: Attempt, receipt: Receipt, head: number): Promise<Sighting> {
  const at = { block: receipt.block, blockHash: receipt.blockHash, minedHash: receipt.hash }
  if (head - receipt.block + 1 < confirmations(world.config)) return { state: 'mined', ...at }
  if (attempt.kind === 'cancel') return { state: 'cancelled', ...at, reason: 'It was cancelled before it was mined.' }
  if (!receipt.success) return { state: 'reverted', ...at, reason: await world.chain.revertReason(receipt.hash) }
  return { state: 'confirmed', ...at, ...effectOf(leg, receipt) }
}

/** What the call did, as its events say: a public amount, or the handle of a confidential one. */
function effectOf(leg: Leg, receipt: Receipt): Pick<Sighting, 'handle' | 'moved'> {
  switch (leg.kind) {
    case 'fund':
      return { moved: receipt.publicMoves[0]?.units ?? 0n }
    case 'wrap':
      return { moved: receipt.publicMoves.find((move) => move.from === leg.sender)?.units ?? 0n }
    case 'transfer': {
      const hidden = receipt.confidentialMoves.find((move) => move.from === leg.sender)
      if (hidden !== undefined) return { handle: hidden.handle }
      return { moved: receipt.publicMoves.find((move) => move.from === leg.sender)?.units ?? 0n }
    }
    case 'unwrap': {
      const request = receipt.unwraps.find((unwrap) => unwrap.receiver === leg.sender)
      return request === undefined ? {} : { handle: request.request }
    }
    case 'approve':
    case 'finalize':
      return {}
  }
}

/**
 * No receipt of ours. Only if the nonce is used, and the transaction that used it is found and is none of ours, is this
 * leg dead; a node that has not caught up, or says "refused", proves nothing.
 */
async function lookForRival(world: World, leg: Leg, attempts: Attempt[], head: number): Promise<Sighting> {
  if ((await world.chain.nonce(leg.sender)) <= leg.nonce) return { state: 'open' }
  const use = await world.chain.whoUsedNonce(leg.sender, leg.nonce, leg.signed_block)
  if (use === undefined || attempts.some((attempt) => attempt.hash === use.hash)) return { state: 'open' }
  if (head - use.block + 1 < confirmations(world.config)) return { state: 'open' }
  const reason = `Its nonce was used by ${use.hash}, which this gateway did not send. Nothing was moved by this call.`
  return { state: 'displaced', block: use.block, minedHash: use.hash, reason }
}

async function sendAgain(world: World, attempts: Attempt[]): Promise<void> {
  const [newest] = attempts
  if (newest === undefined) return
  if (newest.sent_at !== null && world.clock.now() - newest.sent_at < RESEND_EVERY_MS) return
  await sendAttempt(world, newest)
}

/** Hands stored bytes to the network. */
export async function sendAttempt(world: World, attempt: Pick<Attempt, 'hash' | 'raw'>): Promise<void> {
  world.step('before sending')
  const outcome = await world.chain.broadcast(attempt.raw)
  world.step('after sending')
  if (outcome.is !== 'accepted') world.log.warn({ hash: attempt.hash, reason: outcome.reason }, `node ${outcome.is}`)
  await noteSent(world.db, attempt.hash, world.clock.now(), outcome.is === 'refused')
}
