import type { Hex } from '#shared/model/ids.ts'
import type { Receipt } from '../chain/port.ts'
import { confirmations } from '../config.ts'
import type { World } from '../world.ts'
import { isAgreed } from './agreement.ts'
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
  const seen = await look(world, transaction, leg, attempts)
  if (!isSame(leg, seen)) {
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
    transient: seen.transient ?? null,
  }
}

/** The hash alone does not say it: a node may have shown other events for it. */
function isSame(leg: Leg, seen: Sighting): boolean {
  return (
    seen.state === leg.state &&
    seen.minedHash === (leg.mined_hash ?? undefined) &&
    seen.handle === (leg.handle ?? undefined)
  )
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

async function look(world: World, transaction: Transaction, leg: Leg, attempts: Attempt[]): Promise<Sighting> {
  const { number: head } = await world.chain.head()
  for (const attempt of attempts) {
    const receipt = await world.chain.receipt(attempt.hash)
    if (receipt === undefined) continue
    if (await isOfLeg(world, leg, attempt, receipt)) return sightingOf(world, transaction, leg, attempt, receipt, head)
    world.log.warn({ leg: leg.id }, 'a node showed a receipt that is not of this leg')
    return keepAsIs(leg)
  }
  return lookForRival(world, leg, head)
}

/**
 * A receipt counts only for the bytes that it names: their hash commits to sender and nonce, which the node must bear
 * out. (A node behind a balancer may have the receipt and not yet the count.)
 */
export async function isOfLeg(world: World, leg: Leg, attempt: Attempt, receipt: Receipt): Promise<boolean> {
  if (receipt.hash !== attempt.hash || receipt.sender.toLowerCase() !== leg.sender.toLowerCase()) return false
  return (await world.chain.nonce(leg.sender)) > leg.nonce
}

/** What is not believed changes nothing: what was seen before stands until a node says something that can be. */
function keepAsIs(leg: Leg): Sighting {
  return {
    state: leg.state,
    ...(leg.block_number === null ? {} : { block: leg.block_number }),
    ...(leg.block_hash === null ? {} : { blockHash: leg.block_hash }),
    ...(leg.mined_hash === null ? {} : { minedHash: leg.mined_hash }),
    ...(leg.handle === null ? {} : { handle: leg.handle }),
    ...(leg.moved === null ? {} : { moved: leg.moved }),
    ...(leg.reason === null ? {} : { reason: leg.reason }),
    ...(leg.transient === null ? {} : { transient: leg.transient }),
  }
}

async function sightingOf(
  world: World,
  transaction: Transaction,
  leg: Leg,
  attempt: Attempt,
  receipt: Receipt,
  head: number,
): Promise<Sighting> {
  const at = { block: receipt.block, blockHash: receipt.blockHash, minedHash: receipt.hash }
  const wait: Sighting = { state: 'mined', ...at }
  if (head - receipt.block + 1 < confirmations(world.config)) return wait
  if (attempt.kind === 'cancel') {
    const reason = 'It was cancelled before it was mined.'
    return (await isAgreed(world, leg, receipt)) ? { state: 'cancelled', ...at, reason } : wait
  }
  if (!receipt.success) {
    if (!(await isAgreed(world, leg, receipt))) return wait
    const { text, transient } = await world.chain.revertReason(receipt.hash)
    return { state: 'reverted', ...at, reason: `The transaction reverted: ${text}.`, transient }
  }
  const effect = effectOf(transaction, leg, receipt, world.chain.inputIn(attempt.raw))
  return effect === undefined ? wait : { state: 'confirmed', ...at, ...effect }
}

/**
 * What the call did, as its events say: a public amount, or the handle of a confidential one. Undefined where the receipt
 * lacks the event that this very call leaves, with the amount that it names or out of the input that it handed over:
 * then the node is wrong, and is asked again.
 */
function effectOf(
  transaction: Transaction,
  leg: Leg,
  receipt: Receipt,
  input: Hex | undefined,
): Pick<Sighting, 'handle' | 'moved'> | undefined {
  // These tokens move what they are asked to, or revert.
  const exact = receipt.publicMoves.filter((move) => move.units === transaction.units)
  const sent = exact.filter((move) => move.from === leg.sender)
  switch (leg.kind) {
    case 'fund':
      return amount(exact.find((move) => move.to === transaction.to_address)?.units)
    case 'transfer': {
      if (input === undefined) return amount(sent.find((move) => move.to === transaction.to_address)?.units)
      const hidden = receipt.confidentialMoves.find((move) => move.from === leg.sender && move.input === input)
      return hidden && { handle: hidden.handle }
    }
    case 'unwrap': {
      const request = receipt.unwraps.find((unwrap) => unwrap.receiver === leg.sender && unwrap.input === input)
      return request && { handle: request.request }
    }
    case 'wrap':
    case 'payout':
      return amount(sent[0]?.units)
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
  const receipt = await world.chain.receipt(use.hash)
  if (receipt === undefined || !(await isAgreed(world, leg, receipt))) return { state: 'open' }
  const reason = `Its nonce was used by ${use.hash}, which this gateway did not send. Nothing was moved by this call.`
  return { state: 'displaced', block: use.block, minedHash: use.hash, reason }
}
