import type { Address, Hex } from '#shared/model/ids.ts'
import type { Meaning } from '../../../chain/calls.ts'
import type { NonceUse, Receipt } from '../../../chain/port.ts'
import { confirmations } from '../../../config/config.ts'
import type { Db } from '../../../db/database.ts'
import type { World } from '../../../world/world.ts'
import { isSignedHere } from '../../attempts-store.ts'
import { putUnattributed } from './unattributed-store.ts'

/**
 * What used a nonce of a sender's, and what came of it. `isSettled`: as deep as confirmations ask, and all nodes that confirm
 * show it. What stands less deep may do something else in another block.
 */
export type Use = { sender: Address; nonce: number; use: NonceUse; receipt: Receipt; isSettled: boolean }

/** Whether what a receipt says stays so. `head`: number of the newest block. */
export async function isSettled(world: World, receipt: Receipt, head: number): Promise<boolean> {
  return head - receipt.block + 1 >= confirmations(world.config) && world.chain.agreed(receipt)
}

/**
 * Writes down a transaction that no leg accounts for (a replacement may be one of a leg by now), with what it does as its bytes say, and the handle that its events say.
 * One that reverted does nothing once that is settled: before it may succeed in another block. What was found at the nonce
 * before makes way for what is settled. Belongs into a database transaction.
 */
export async function noteUse(db: Db, world: World, { sender, nonce, use, receipt, isSettled }: Use): Promise<void> {
  if (await isSignedHere(db, use.hash)) return
  const meaning = receipt.success || !isSettled ? world.chain.calls.meaningOf(use) : undefined
  await putUnattributed(db, world.keys, {
    hash: use.hash,
    sender,
    nonce,
    blockNumber: receipt.block,
    blockHash: receipt.blockHash,
    settled: isSettled ? 1 : 0,
    does: meaning?.does ?? null,
    toAddress: meaning !== undefined && 'to' in meaning ? meaning.to : null,
    units: meaning !== undefined && 'units' in meaning ? meaning.units : null,
    handle: handleOf(meaning, receipt, sender),
    raw: use.raw,
    maxFee: use.maxFee.toString(),
    priorityFee: use.priorityFee.toString(),
    cost: use.cost.toString(),
    claimedBy: null,
    transactionId: null,
    owesNothing: 0,
    foundAt: world.clock.now(),
  })
}

function handleOf(meaning: Meaning | undefined, receipt: Receipt, sender: Address): Hex | null {
  switch (meaning?.does) {
    case 'finalize':
      return meaning.request
    case 'hidden transfer':
      return receipt.confidentialMoves.find((move) => move.from === sender)?.handle ?? null
    case 'unwrap':
      return receipt.unwraps.find((unwrap) => unwrap.receiver === sender)?.request ?? null
    default:
      return null
  }
}
