import type { Signer } from '../chain/port.ts'
import { atomically } from '../db/database.ts'
import { signerOf } from '../wallets/own-wallet.ts'
import type { World } from '../world.ts'
import { type Bid, feeCeiling, feesNow, higherBid } from './fees.ts'
import { type Attempt, attemptsOf, insertAttempt, type Leg, raiseCost } from './legs.ts'
import { sendAttempt } from './send.ts'
import type { Transaction } from './store.ts'

/** Bytes that were in the pool this long without being mined bid too little: four blocks of a live network. */
const STUCK_AFTER_MS = 48_000
/** A node that refused the next nonce this often will not take this call: the nonce is freed by a cancellation. */
const REFUSALS_MAX = 10

const CANCEL_GAS = 21_000n

/** Who signed a leg: the operator, or the wallet of its transaction. */
export async function signerOfLeg(
  world: World,
  transaction: Pick<Transaction, 'wallet_id'>,
  leg: Leg,
): Promise<Signer> {
  const { operator } = world.chain
  return operator?.address === leg.sender ? operator : signerOf(world, transaction.wallet_id)
}

/** Replaces what is stuck and cancels what nodes keep refusing, at the same nonce. True where a new attempt was made. */
export async function replaceIfStuck(
  world: World,
  transaction: Transaction,
  leg: Leg,
  newest: Attempt,
): Promise<boolean> {
  const hopeless = newest.kind === 'call' && newest.refusals >= REFUSALS_MAX
  const stuck = newest.sent_at !== null && world.clock.now() - newest.created_at >= STUCK_AFTER_MS
  if (!hopeless && !stuck) return false
  return replace(world, transaction, leg, hopeless ? 'cancel' : newest.kind)
}

/**
 * Signs another attempt at a leg's nonce: the same call with higher fees, or a cancellation that moves nothing. Every
 * attempt stays watched, and whichever is mined decides. False where the leg is not open any more or gas is too dear.
 */
export function replace(world: World, transaction: Transaction, leg: Leg, kind: Attempt['kind']): Promise<boolean> {
  return world.locks.run(`replace:${leg.id}`, async () => {
    const [newest] = await attemptsOf(world.db, world.keys, leg.id)
    if (newest === undefined || (kind === 'cancel' && newest.kind === 'cancel')) return false
    const last = { maxFee: BigInt(newest.max_fee), priorityFee: BigInt(newest.priority_fee) }
    const bid = higherBid(last, await feesNow(world), feeCeiling(world))
    if (bid === undefined) return false
    const signed = await sign(world, transaction, leg, newest, kind, bid)
    const now = Math.max(world.clock.now(), newest.created_at + 1)
    const stored = await atomically(world.db, async (trx) => {
      if (!(await raiseCost(trx, leg, signed.cost))) return false
      await insertAttempt(trx, world.keys, { ...signed, ...bid, legId: leg.id, kind, now })
      return true
    })
    if (stored) await sendAttempt(world, signed)
    return stored
  })
}

async function sign(
  world: World,
  transaction: Transaction,
  leg: Leg,
  newest: Attempt,
  kind: Attempt['kind'],
  bid: Bid,
) {
  const signer = await signerOfLeg(world, transaction, leg)
  if (kind === newest.kind) return world.chain.resign(signer, newest.raw, bid)
  const nothing = { to: signer.address, data: '0x', value: 0n } as const
  return world.chain.sign(signer, { ...nothing, nonce: leg.nonce, gas: CANCEL_GAS, ...bid })
}
