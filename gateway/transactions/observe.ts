import type { Receipt } from '../chain/port.ts'
import { confirmations } from '../config.ts'
import type { World } from '../world.ts'
import { closeGap } from './gaps.ts'
import { type Attempt, attemptsOf, isDead, type Leg, noteSighting, type Sighting } from './legs.ts'
import { meritOf } from './merit.ts'
import { replace, replaceIfStuck } from './replace.ts'
import { sendAgain } from './send.ts'
import type { Transaction } from './store.ts'

/**
 * Looks for a leg on chain, writes what is seen, and cares for what is not mined: sends it again, replaces it, closes the
 * gap below it. A confirmed leg is looked for again too, since a deep reorganisation can take it back; what failed stays.
 * Returns the leg as it is now.
 */
export async function observe(world: World, transaction: Transaction, leg: Leg): Promise<Leg> {
  if (isDead(leg)) return leg
  const attempts = await attemptsOf(world.db, world.keys, leg.id)
  const seen = await look(world, leg, attempts)
  if (seen.state !== leg.state || seen.minedHash !== (leg.mined_hash ?? undefined)) {
    if (leg.state === 'confirmed') world.log.warn({ leg: leg.id, now: seen.state }, 'a confirmed leg was reorganised')
    const lost = transaction.status === 'SETTLED' && leg.movesValue && isDead(seen)
    if (lost) world.log.error({ transaction: transaction.id }, 'a settled transaction was taken back for good')
    await noteSighting(world.db, world.keys, leg, seen)
  }
  if (seen.state === 'open') await care(world, transaction, leg, attempts)
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

async function care(world: World, transaction: Transaction, leg: Leg, attempts: Attempt[]): Promise<void> {
  const mined = await world.chain.nonce(leg.sender)
  if (mined < leg.nonce) await closeGap(world, transaction, leg, mined)
  const [newest] = attempts
  if (newest === undefined) return
  const merit = await meritOf(world, transaction, leg)
  if (merit === 'void' && newest.kind === 'call') await replace(world, transaction, leg, 'cancel')
  if (merit !== 'good' && newest.kind === 'call') return
  if (mined === leg.nonce && (await replaceIfStuck(world, transaction, leg, newest))) return
  await sendAgain(world, newest)
}

async function look(world: World, leg: Leg, attempts: Attempt[]): Promise<Sighting> {
  const { number: head } = await world.chain.head()
  for (const attempt of attempts) {
    const receipt = await world.chain.receipt(attempt.hash)
    if (receipt !== undefined) return sightingOf(world, leg, attempt, receipt, head)
  }
  return lookForRival(world, leg, head)
}

async function sightingOf(world: World, leg: Leg, attempt: Attempt, receipt: Receipt, head: number): Promise<Sighting> {
  const at = { block: receipt.block, blockHash: receipt.blockHash, minedHash: receipt.hash }
  if (head - receipt.block + 1 < confirmations(world.config)) return { state: 'mined', ...at }
  if (attempt.kind === 'cancel') return { state: 'cancelled', ...at, reason: 'It was cancelled before it was mined.' }
  if (!receipt.success) return { state: 'reverted', ...at, reason: await world.chain.revertReason(receipt.hash) }
  const effect = effectOf(leg, receipt)
  return effect === undefined ? { state: 'mined', ...at } : { state: 'confirmed', ...at, ...effect }
}

/**
 * What the call did, as its events say: a public amount, or the handle of a confidential one. Undefined where the receipt
 * lacks the event that such a call always leaves: then the node is wrong, and is asked again.
 */
function effectOf(leg: Leg, receipt: Receipt): Pick<Sighting, 'handle' | 'moved'> | undefined {
  const moved = receipt.publicMoves.find((move) => move.from === leg.sender)?.units
  switch (leg.kind) {
    case 'fund': {
      const [given] = receipt.publicMoves
      return given && { moved: given.units }
    }
    case 'transfer': {
      const hidden = receipt.confidentialMoves.find((move) => move.from === leg.sender)
      return hidden === undefined ? amount(moved) : { handle: hidden.handle }
    }
    case 'unwrap': {
      const request = receipt.unwraps.find((unwrap) => unwrap.receiver === leg.sender)
      return request && { handle: request.request }
    }
    case 'wrap':
    case 'payout':
      return amount(moved)
    case 'approve':
    case 'finalize':
    case 'filler':
      return {}
  }
}

const amount = (moved: bigint | undefined) => (moved === undefined ? undefined : { moved })

/**
 * No receipt of ours. Only if the nonce is used, and the transaction that used it is found and is none of ours, is this
 * leg dead; a node that has not caught up, or says "refused", proves nothing.
 */
async function lookForRival(world: World, leg: Leg, head: number): Promise<Sighting> {
  if ((await world.chain.nonce(leg.sender)) <= leg.nonce) return { state: 'open' }
  const use = await world.chain.whoUsedNonce(leg.sender, leg.nonce, leg.signed_block)
  if (use === undefined) return { state: 'open' }
  // Read again: another process that serves this database may have replaced the bytes meanwhile.
  const known = await attemptsOf(world.db, world.keys, leg.id)
  if (known.some((attempt) => attempt.hash === use.hash)) return { state: 'open' }
  if (head - use.block + 1 < confirmations(world.config)) return { state: 'open' }
  const reason = `Its nonce was used by ${use.hash}, which this gateway did not send. Nothing was moved by this call.`
  return { state: 'displaced', block: use.block, minedHash: use.hash, reason }
}
