import type { Signer } from '../chain/port.ts'
import { type SignedBytes, type SignRequest, signingOf } from '../chain/signing.ts'
import { atomically, type Db } from '../db/database.ts'
import { rememberOwn } from '../decryption/remember.ts'
import type { World } from '../world/world.ts'
import { type Attempt, insertAttempt } from './attempts-store.ts'
import type { Bid } from './fees.ts'
import { roleOf } from './kinds.ts'
import type { Prepared } from './prepare.ts'
import { insertLeg, type Leg, nextPosition, raiseCost } from './store.ts'
import { type Tag, type Tagged, tagOf, withTag } from './tags/tag.ts'

/**
 * The one way to sign: bytes are signed within the database transaction that stores them, and are sent once it has committed.
 * A tag behind the data of every call names the payment that the call belongs to.
 */

export type Signed = Pick<Attempt, 'hash' | 'raw'>

export type NewCalls = {
  sender: Signer
  /** What the calls are for. */
  payment: Tagged
  /** Position of the first call among the legs of that transaction. */
  position: number | 'next'
  /** The nonce of the first call; the others take those after it. */
  nonce: number
  /** The height at which the sender's nonce was asked for. */
  block: number
  fees: Bid
  calls: readonly Prepared[]
  /**
   * Throws if the decision to make the calls does not hold any more. Called in the database transaction, before anything is
   * signed.
   */
  check?: (db: Db) => Promise<void>
  /** Stores the row that the calls belong to, in the same database transaction; `signed` in the order of the calls. */
  alongside?: (db: Db, signed: readonly Signed[]) => Promise<void>
}

/**
 * Signs calls and stores row, legs, bytes and nonces in one database transaction. The returned bytes are on disk and can be sent.
 * Rejects as a duplicate where a nonce or a position is taken.
 */
export async function commitCall(world: World, made: NewCalls): Promise<Signed[]> {
  world.step('before storing legs')
  const stored = await atomically(world.db, async (db) => {
    await made.check?.(db)
    const signed: SignedBytes[] = []
    for (const request of requestsOf(world, made)) signed.push(await signingOf(world.chain).sign(made.sender, request))
    await made.alongside?.(db, signed)
    await storeAll(db, world, made, signed)
    world.step('before committing legs')
    return signed
  })
  world.step('after storing legs')
  return stored
}

function requestsOf(world: World, { sender, payment, nonce, fees, calls }: NewCalls): SignRequest[] {
  const { maxFee, priorityFee } = fees
  return calls.map(({ draft, gas }, index) => {
    const place = { nonce: nonce + index, gas, maxFee, priorityFee }
    return tagged(world, sender, { ...draft.call, ...place }, tagOf(payment, roleOf(draft.kind)))
  })
}

function tagged({ keys, chain }: World, sender: Signer, request: SignRequest, tag: Tag): SignRequest {
  const slot = { chainId: chain.chainId, sender: sender.address, nonce: request.nonce }
  return { ...request, ...withTag(keys, slot, request, tag) }
}

async function storeAll(db: Db, world: World, made: NewCalls, signed: readonly Signed[]): Promise<void> {
  const { sender, block: signedBlock, fees } = made
  const transactionId = made.payment.id
  const now = world.clock.now()
  const position = made.position === 'next' ? await nextPosition(db, transactionId) : made.position
  for (const [index, { draft, cost }] of made.calls.entries()) {
    const id = world.newId()
    const { kind, movesValue, encrypted } = draft
    const place = { position: position + index, sender: sender.address, nonce: made.nonce + index }
    await insertLeg(db, { id, transactionId, kind, movesValue, ...place, cost, signedBlock, now })
    const { raw, hash } = signed[index] as Signed
    const { maxFee, priorityFee } = fees
    await insertAttempt(db, world.keys, { raw, hash, legId: id, kind: 'call', maxFee, priorityFee, signedBlock, now })
    if (encrypted !== undefined) await rememberOwn(db, world, encrypted)
  }
}

/** A transfer of nothing with a tag: 21,000, and 40 for each byte that is not zero (the floor of EIP-7623), is 22,600. */
export const NOTHING_GAS = 25_000n

/** A call of nothing to its own sender. */
export const nothingOf = ({ address: to }: Pick<Signer, 'address'>) => ({ to, data: '0x', value: 0n }) as const

/** `same`: bytes at the leg's nonce whose call is signed again. Undefined: a transfer of nothing is signed. */
export type Again = {
  sender: Signer
  payment: Tagged
  leg: Leg
  kind: Attempt['kind']
  same: Attempt | undefined
  bid: Bid
  block: number
}

/**
 * Signs and stores another attempt at the nonce of a leg: its call with higher fees, or a cancellation. Undefined where the
 * leg is closed by now: then nothing is stored.
 */
export async function commitAgain(world: World, again: Again): Promise<Signed | undefined> {
  const { leg, kind, bid, block: signedBlock } = again
  return atomically(world.db, async (db) => {
    const { hash, raw, cost } = await signAgain(world, again)
    if (!(await raiseCost(db, leg, cost))) return undefined
    const now = world.clock.now()
    await insertAttempt(db, world.keys, { hash, raw, ...bid, legId: leg.id, kind, signedBlock, now })
    return { hash, raw }
  })
}

function signAgain(world: World, { sender, payment, leg, same, bid }: Again): Promise<SignedBytes> {
  if (same !== undefined) return signingOf(world.chain).resign(sender, same.raw, bid)
  const nothing = { ...nothingOf(sender), nonce: leg.nonce, gas: NOTHING_GAS, ...bid }
  return signingOf(world.chain).sign(sender, tagged(world, sender, nothing, tagOf(payment, 'cancellation')))
}
