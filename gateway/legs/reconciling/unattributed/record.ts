import type { Address, Hex } from '#shared/model/ids.ts'
import type { NonceUse, Receipt } from '../../../chain/port.ts'
import type { Db } from '../../../db/database.ts'
import type { World } from '../../../world/world.ts'
import { isSignedHere } from '../../attempts-store.ts'
import { readTag, type Tag } from '../../tags/tag.ts'
import { unattributedAt } from './lists-store.ts'
import { forgetPaidBy, paidWith } from './paid-hashes-store.ts'
import { forgetUnattributed, insertUnattributed, moveUnattributed, type Unattributed } from './store.ts'

/** The transaction at a nonce of a sender, and its receipt. Until it is final it may do something else in another block. */
export type Use = { sender: Address; nonce: number; use: NonceUse; receipt: Receipt; isFinal: boolean }

/**
 * Writes down a transaction that no leg accounts for; nothing where it is an attempt of a leg by now. Its call is taken from its
 * bytes. Without a valid tag it is listed, and is no payment (`legs/tags/untagged.ts`). A revert counts once it is final. Where
 * another one is written at this nonce, a final one takes its place; else nothing is written, and the answer is false. Belongs
 * into a database transaction.
 */
export async function recordUnattributed(db: Db, world: World, seen: Use): Promise<boolean> {
  const { use, receipt, isFinal } = seen
  const known = await unattributedAt(db, world.keys, seen.sender, seen.nonce)
  if (known?.hash === use.hash) {
    if (known.blockHash !== receipt.blockHash) await moveUnattributed(db, world.keys, findOf(world, seen))
    return true
  }
  const isOurs = await isSignedHere(db, use.hash)
  if (known !== undefined && !isFinal) return isOurs
  if (known !== undefined) await displace(db, world, known.hash)
  if (isOurs) return true
  await insertUnattributed(db, world.keys, findOf(world, seen))
  return true
}

/**
 * Removes a transaction whose nonce another one has, finally. A note that it paid a redeem is removed too, and the redeem is
 * paid again.
 */
async function displace(db: Db, world: World, hash: Hex): Promise<void> {
  await forgetUnattributed(db, hash)
  const redeem = await paidWith(db, hash)
  if (redeem !== undefined && (await forgetPaidBy(db, redeem, hash, world.clock.now()))) {
    world.log.error(
      { transaction: redeem, hash },
      'the transaction that was noted for a redeem has not paid it: it is owed again',
    )
  }
}

/** The content of a found transaction's tag. */
export function tagIn({ keys, chain }: World, { sender, nonce, raw }: Unattributed): Tag | undefined {
  return readTag(keys, { chainId: chain.chainId, sender, nonce }, chain.callIn(raw))
}

function findOf(world: World, { sender, nonce, use, receipt, isFinal }: Use): Unattributed {
  const meaning = receipt.success || !isFinal ? world.chain.calls.meaningOf(use) : undefined
  return {
    hash: use.hash,
    sender,
    nonce,
    blockNumber: receipt.block,
    blockHash: receipt.blockHash,
    isFinal,
    does: meaning?.does ?? null,
    toAddress: meaning !== undefined && 'to' in meaning ? meaning.to : null,
    units: meaning !== undefined && 'units' in meaning ? meaning.units : null,
    handle: meaning?.does === 'finalize' ? meaning.request : null,
    raw: use.raw,
    maxFee: use.maxFee.toString(),
    priorityFee: use.priorityFee.toString(),
    cost: use.cost.toString(),
    transactionId: null,
    owesNothing: 0,
    lookedAt: null,
    tagRow: readTag(world.keys, { chainId: world.chain.chainId, sender, nonce }, use)?.row ?? null,
    foundAt: world.clock.now(),
  }
}
