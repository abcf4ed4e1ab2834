import type { Hex } from '#shared/model/ids.ts'
import { amountsForFloat } from '../config/config.ts'
import { published } from '../decryption/public-decryption.ts'
import { readerOf, readPlaintexts, remembered } from '../decryption/read-plaintexts.ts'
import { isStillFinal } from '../legs/evidence/still-final.ts'
import type { Leg } from '../legs/store.ts'
import type { World } from '../world/world.ts'
import type { Transaction } from './store.ts'
import { fillAmount } from './write-store.ts'

/** Units that really moved in the first leg; undefined while the decryption service has not said. */
export async function movedIn(world: World, transaction: Transaction, first: Leg) {
  const { handle, moved } = first
  if (moved !== null) return moved
  if (handle === null) return undefined
  if (first.kind === 'transfer') {
    return (await readMoved(world, transaction, handle)).get(handle)
  }
  const known = (await remembered(world, [handle], transaction.walletId)).get(handle)
  return known ?? (await published(world, transaction.walletId, handle))?.units
}

/** Units that are known to have moved, if they are the whole amount: less ends a payment, and is checked anew. */
export async function derivedWhole(world: World, { walletId, units, unknown }: Transaction, { handle, state }: Leg) {
  if (unknown || handle === null || state !== 'confirmed') return undefined
  const known = (await remembered(world, [handle], walletId)).get(handle)
  return known === units ? known : undefined
}

/**
 * The operator, as its receiver, decrypts an amount that went into the float. The sender decrypts all others, and that one if
 * the operator cannot.
 */
async function readMoved(world: World, transaction: Transaction, handle: Hex): Promise<Map<Hex, bigint>> {
  const { operator } = world.chain
  const sender = readerOf(world, transaction.walletId)
  if (transaction.type !== 'REDEEM') return readPlaintexts(world, [handle], sender)
  const accepts = amountsForFloat(world.config)
  const bySender = () => readPlaintexts(world, [handle], sender, accepts)
  if (operator === undefined) return bySender()
  // The operator may have another key by now, which cannot decrypt the amount.
  return readPlaintexts(world, [handle], { ...sender, by: operator }, accepts).catch(bySender)
}

/**
 * Stores the amount of a rebuilt payment that came back without one, since a node had said that its call moved nothing. A
 * confidential call moves the whole requested amount or nothing: once the call is final, the moved amount is the requested one.
 */
export async function learnAsked(world: World, transaction: Transaction, first: Leg, moved: bigint | undefined) {
  if (!transaction.unknown || moved === undefined || moved === 0n) return transaction
  if (!(await isStillFinal(world, first))) return transaction
  await fillAmount(world.db, world.keys, transaction.id, moved)
  return { ...transaction, units: moved, unknown: false }
}
