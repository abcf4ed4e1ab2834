import type { Address, Hex } from '#shared/model/ids.ts'
import type { Meaning } from '../../chain/calls.ts'
import type { NonceUse, Receipt } from '../../chain/port.ts'
import type { Db } from '../../db/database.ts'
import type { World } from '../../world/world.ts'
import { insertUnattributed } from './unattributed-store.ts'

/** What used a nonce of a sender's, and what came of it. */
export type Use = { sender: Address; nonce: number; use: NonceUse; receipt: Receipt }

/** Writes down a transaction that no leg accounts for, with what it did as far as its bytes and its events say. */
export async function noteUse(db: Db, world: World, { sender, nonce, use, receipt }: Use): Promise<void> {
  const meaning = receipt.success ? world.chain.calls.meaningOf(use) : undefined
  await insertUnattributed(db, world.keys, {
    hash: use.hash,
    sender,
    nonce,
    blockNumber: use.block,
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
