import type { Address, Hex } from '#shared/model/ids.ts'
import type { PaymentQuestion, PaymentReading } from '../chain/payment-reading.ts'
import { ChainUnavailable, ConfidentialUnavailable } from '../chain/port.ts'
import type { World } from '../world/world.ts'
import { belowCeiling } from './fees.ts'
import { nextNonce } from './nonces-store.ts'
import { reconciling, requireNoncesKnown } from './reconciling/account-for-nonces.ts'
import { lookForOpen } from './reconciling/open-legs.ts'
import { rememberSearchStart } from './reconciling/search-start.ts'
import { senderState } from './reconciling/senders-store.ts'
import { unattributedAt, unattributedHashes } from './reconciling/unattributed/lists-store.ts'
import { holdsNonce } from './reconciling/unattributed/reread.ts'
import type { Unattributed } from './reconciling/unattributed/store.ts'

/**
 * The chain's answers, and the unattributed transactions of the spenders that were known before it was asked. A transaction
 * that is found later may be the very payment that is about to be made: then the reading is not used.
 */
export type Reading = PaymentReading & { unattributed: ReadonlySet<Hex> }

/** Pauses before the next try: by then a node that is a block or two behind has caught up, or another node answers. */
const AGAIN_MS = [100, 400, 1_000, 1_500]

/**
 * Asks the chain in one request for everything that a payment needs. Unknown transactions of a spender, mined or in a pool, are
 * accounted for first: one of them may be the payment itself. Throws `reconciling` where one step of searching was not enough.
 */
export async function readForPayment(world: World, question: PaymentQuestion): Promise<Reading> {
  await rememberSearchStart(world)
  const first = await readOnce(world, question)
  const behind = await spendersBehind(world, first)
  for (const sender of behind) await requireNoncesKnown(world, sender)
  const reading = await despiteUsedNonces(
    world,
    question,
    behind.length === 0 ? first : await readOnce(world, question),
  )
  return { ...reading, fees: belowCeiling(world, reading.fees) }
}

/**
 * A lagging node can name a next nonce that an unattributed transaction has already used: a payment signed there is lost. The
 * node is asked again. Throws `reconciling` while it names that nonce and the transaction may still be mined.
 */
async function despiteUsedNonces(world: World, question: PaymentQuestion, first: Reading): Promise<Reading> {
  let reading = first
  let held = await heldBy(world, reading)
  for (const pause of AGAIN_MS) {
    if (held === undefined) return reading
    await world.clock.sleep(pause, world.drained)
    reading = await readOnce(world, question)
    held = await heldBy(world, reading)
  }
  if (held === undefined) return reading
  if (!(await holdsNonce(world, held))) return reading
  throw reconciling(held.sender, held.hash)
}

/** The unattributed transaction at the nonce that a spender would sign at next. */
async function heldBy(world: World, { nonces, unattributed }: Reading): Promise<Unattributed | undefined> {
  if (unattributed.size === 0) return undefined
  for (const [sender, { mined }] of nonces) {
    const next = Math.max(mined, await nextNonce(world.db, sender))
    const held = await unattributedAt(world.db, world.keys, sender, next)
    if (held !== undefined) return held
  }
  return undefined
}

async function readOnce(world: World, question: PaymentQuestion): Promise<Reading> {
  const unattributed = await unattributedHashes(world.db, question.spenders)
  return { ...(await world.chain.readForPayment(question)), unattributed }
}

/**
 * Decides on a reading whose answers may be of different blocks; before it refuses, everything is asked at the block of its
 * balances.
 */
export async function retryAtOneBlock<T>(decide: (atOneBlock: boolean) => Promise<T>): Promise<T> {
  try {
    return await decide(false)
  } catch (error) {
    if (error instanceof ChainUnavailable || error instanceof ConfidentialUnavailable) throw error
    return decide(true)
  }
}

async function spendersBehind(world: World, { nonces }: PaymentReading): Promise<Address[]> {
  const checked = [...nonces].map(async ([sender, { mined, pending }]) => {
    const state = await senderState(world.db, sender, mined)
    const { accounted, isBehind, isKnown } = state
    const isNew = !isKnown && sender === world.chain.operator?.address
    if (mined > accounted || pending > accounted || isBehind || isNew) return sender
    return (await lookForOpen(world, sender, state, mined)) === undefined ? undefined : sender
  })
  return (await Promise.all(checked)).filter((sender) => sender !== undefined)
}
