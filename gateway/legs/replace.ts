import type { Signer } from '../chain/port.ts'
import { signerOf } from '../wallets/own-wallet.ts'
import { findSigning } from '../wallets/store.ts'
import { isRecent } from '../world/clock.ts'
import type { World } from '../world/world.ts'
import { type Attempt, attemptsOf } from './attempts-store.ts'
import { sendAgain, sendAttempt } from './broadcast.ts'
import { commitAgain } from './commit-call.ts'
import type { LegOwner } from './evidence/effect.ts'
import { type Bid, eighthMore, feeCeiling, feesNow, higherBid, isAmple, max } from './fees.ts'
import type { Leg } from './store.ts'

/** Bytes that were in the pool this long without being mined bid too little: four blocks of a live network. */
const STUCK_AFTER_MS = 48_000
/** Nodes that refused an attempt this often in a row will not take it now. */
const REFUSALS_MAX = 10

export const isRefused = ({ refusals }: Pick<Attempt, 'refusals'>) => refusals >= REFUSALS_MAX

/** The signer of a leg: the operator, or the wallet of its transaction. Undefined if that key is not here any more. */
export async function signerOfLeg(
  world: World,
  owner: Pick<LegOwner, 'walletId' | 'accountId'>,
  leg: Leg,
): Promise<Signer | undefined> {
  const { operator } = world.chain
  if (operator?.address === leg.sender) return operator
  const wallet = await findSigning(world.db, world.keys, owner.accountId, owner.walletId)
  return wallet?.type === 'CUSTODIAL' && wallet.address === leg.sender ? signerOf(world, wallet.id) : undefined
}

/**
 * Replaces a stuck attempt, and cancels a call whose every attempt nodes keep refusing, where it may be given up, at the same
 * nonce. `newest`: the one that is sent. True if a new attempt was made.
 */
export async function replaceIfStuck(
  world: World,
  owner: LegOwner,
  leg: Leg,
  attempts: readonly Attempt[],
  newest: Attempt,
  mayGiveUp: boolean,
): Promise<boolean> {
  if (!isOld(world, newest)) return false
  const hopeless = mayGiveUp && newest.kind === 'call' && isRefused(newest)
  if (hopeless) return (await replace(world, owner, leg, 'cancel')) === 'made'
  // A higher bid was refused: where its sender cannot pay it, no further one is made beside the one that nodes have.
  if (attempts.find(({ kind }) => kind === newest.kind) !== newest) return false
  const [{ number: head }, now] = await Promise.all([world.chain.head(), feesNow(world)])
  // A bid far above the chain's price is not kept out by its fee.
  if (!isPassedBy(newest, head) || isAmple(bidOf(newest), now)) return false
  return (await replace(world, owner, leg, newest.kind)) === 'made'
}

/** Whether an attempt was sent, and signed so long ago that it should have been mined. */
function isOld(world: World, attempt: Attempt): boolean {
  return attempt.sentAt !== null && !isRecent(world.clock, attempt.createdAt, STUCK_AFTER_MS)
}

/** Whether a block came since the attempt was signed: without blocks, no fee helps. */
function isPassedBy({ signedBlock }: Attempt, head: number): boolean {
  return head > (signedBlock ?? 0)
}

const bidOf = ({ maxFee, priorityFee }: Attempt): Bid => ({
  maxFee: BigInt(maxFee),
  priorityFee: BigInt(priorityFee),
})

/** `closed`: the leg is not open any more. `too dear`: above the ceiling. `no key`: its sender's key is not here. */
export type ReplaceOutcome = 'made' | 'closed' | 'too dear' | 'no key'

/**
 * Signs another attempt at a leg's nonce: the same call with higher fees, or a cancellation that moves nothing. Every
 * attempt stays watched: the mined one decides.
 */
export function replace(world: World, owner: LegOwner, leg: Leg, kind: Attempt['kind']): Promise<ReplaceOutcome> {
  return world.locks.run(`replace:${leg.id}`, async () => {
    const attempts = await attemptsOf(world.db, world.keys, leg.id)
    const [newest] = attempts
    if (newest === undefined) return 'closed'
    // A call may have been outbid by a cancellation that lost the race and must not win after a reorganisation.
    const same = attempts.find((attempt) => attempt.kind === kind)
    const { number: head } = await world.chain.head()
    const isCancelled = kind === 'cancel' && newest.kind === 'cancel'
    if (isCancelled && !(isOld(world, newest) && isPassedBy(newest, head))) return 'made'
    // A change of kind may pass the ceiling: a call signed at it can be cancelled, and that cancellation outbid by its call.
    const ceiling = kind === newest.kind ? feeCeiling(world) : max(feeCeiling(world), eighthMore(BigInt(newest.maxFee)))
    const now = await feesNow(world)
    const bid = isCancelled && isAmple(bidOf(newest), now) ? undefined : higherBid(bidOf(newest), now, ceiling)
    if (bid === undefined) {
      if (!isCancelled) return 'too dear'
      await sendAgain(world, newest)
      return 'made'
    }
    const signer = await signerOfLeg(world, owner, leg)
    if (signer === undefined) return 'no key'
    const signed = await commitAgain(world, { sender: signer, payment: owner, leg, kind, same, bid, block: head })
    if (signed === undefined) return 'closed'
    await sendAttempt(world, signed)
    return 'made'
  })
}
