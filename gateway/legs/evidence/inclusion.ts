import type { Address, Hex } from '#shared/model/ids.ts'
import { type Block, ChainUnavailable, type Head, type NonceUse, type Receipt } from '../../chain/port.ts'
import { confirmations } from '../../config/config.ts'
import type { World } from '../../world/world.ts'

/**
 * The one place that says whether a transaction is in the chain, how deep, and whether that is final. A node may still show
 * the receipt of a block that it has given up, so that the block at that height decides; and the depth is counted from a head
 * that `chain.head` takes for the newest of all that were seen.
 */

/** In a block of the chain. `time` of it, in seconds. `depth`: 1 in the newest block. `isDeep`: as many as confirmations ask. */
export type Included = { is: 'included'; receipt: Receipt; time: number; depth: number; isDeep: boolean }

/** The transaction that the chain has at a nonce, and its block. */
export type Displacement = { use: NonceUse; seen: Included }

/**
 * `displaced`: another transaction is in the chain at their nonce. `unshown`: the node does not show it, and the chain still
 * has the block that it was seen in. `missing`: no node shows any of them, which proves nothing, since a node may lag;
 * `otherMayHaveNonce`: their nonce is used, and the transaction that used it was not found (`reread.ts` waits then); false also
 * where one of them has used it and its receipt is not shown yet.
 */
export type Inclusion =
  | Included
  | { is: 'displaced'; by: Displacement }
  | { is: 'unshown' }
  | { is: 'missing'; otherMayHaveNonce: boolean }

/** A block, and a transaction that was seen in it. */
export type Place = { block: number; blockHash: Hex; hash?: Hex }

/**
 * The nonce that transactions were signed at. `from`: the block from which on another use of the nonce is searched. `byAnyone`:
 * the nonce may have been used by an authorization (EIP-7702) in a transaction of another sender.
 */
type Slot = { sender: Address; nonce: number; from?: () => Promise<number>; byAnyone?: true }

/**
 * `old`: the transaction is known to be mined, and a node that forgets receipts may not have it any more. `slot`: the receipt
 * must be of this sender and nonce, unless anyone may have used the nonce. `seenIn`: the block in which it was seen last.
 * `head`: the newest block, which is asked for once where many are looked for.
 */
type How = { old?: boolean; slot?: Slot; seenIn?: Place | undefined; head?: Promise<Head> }

type Asker = Pick<World, 'chain' | 'config'>

/**
 * Where the chain has a transaction, or one of several that were signed at one nonce. Throws `ChainUnavailable` if a node's
 * answers contradict each other: another receipt than was asked for, one in a block that it does not have, or one whose nonce
 * is not used.
 */
export async function inclusionOf(
  world: Asker,
  hashes: readonly Hex[],
  { old = false, slot, seenIn, head: newest = world.chain.head() }: How = {},
): Promise<Inclusion> {
  const [head, mined, ...receipts] = await Promise.all([
    newest,
    slot === undefined ? 0 : world.chain.nonce(slot.sender),
    ...hashes.map((hash) => world.chain.receipt(hash, { old })),
  ])
  for (const [index, receipt] of receipts.entries()) {
    const seen = receipt && (await includedIn(world, receipt, head, old))
    if (seen === undefined) continue
    const isIts = seen.receipt.hash === hashes[index]
    const isAnyones = slot === undefined || slot.byAnyone === true
    if (isIts && (isAnyones || (await isAtNonce(world, seen.receipt, slot, mined)))) return seen
    throw new ChainUnavailable(`A node showed a receipt that is not of ${hashes[index]}`)
  }
  if (seenIn !== undefined && (await isInChain(world, seenIn))) return { is: 'unshown' }
  const otherMayHaveNonce = slot !== undefined && mined > slot.nonce
  if (!otherMayHaveNonce || slot.from === undefined) return { is: 'missing', otherMayHaveNonce }
  return usedBy(world, hashes, slot, await slot.from())
}

/** The place of one transaction that may be old, or undefined if the chain does not show it. */
export async function includedAt(world: Asker, hash: Hex): Promise<Included | undefined> {
  const seen = await inclusionOf(world, [hash], { old: true })
  return seen.is === 'included' ? seen : undefined
}

async function usedBy(world: Asker, hashes: readonly Hex[], { sender, nonce }: Slot, from: number): Promise<Inclusion> {
  const use = await world.chain.whoUsedNonce(sender, nonce, from)
  if (use === undefined) return { is: 'missing', otherMayHaveNonce: true }
  // One of these transactions has used the nonce: the node lags, and shows the receipt later.
  if (hashes.includes(use.hash)) return { is: 'missing', otherMayHaveNonce: false }
  const seen = await includedAt(world, use.hash)
  return seen === undefined ? { is: 'missing', otherMayHaveNonce: true } : { is: 'displaced', by: { use, seen } }
}

async function includedIn(world: Asker, receipt: Receipt, head: Head, old: boolean): Promise<Included | undefined> {
  const isNewest = receipt.block === head.number
  const block: Block | undefined = isNewest ? head : await world.chain.block(receipt.block, { old })
  if (block === undefined)
    throw new ChainUnavailable(`The node has no block ${receipt.block}, and shows a receipt of it`)
  if (block.hash !== receipt.blockHash) return undefined
  // The chain has that block, whichever node answered for the newest one.
  const depth = Math.max(head.number, receipt.block) - receipt.block + 1
  return { is: 'included', receipt, time: block.time, depth, isDeep: depth >= confirmations(world.config) }
}

/**
 * The hash of bytes commits to sender and nonce, which the node must bear out, at the receipt's own block if need be: of
 * several nodes behind a balancer another one may have given the count.
 */
async function isAtNonce({ chain }: Asker, receipt: Receipt, { sender, nonce }: Slot, mined: number): Promise<boolean> {
  if (receipt.sender.toLowerCase() !== sender.toLowerCase()) return false
  return mined > nonce || (await chain.nonce(sender, receipt.block)) > nonce
}

/** Whether the chain still has a block, with the transaction that was seen in it. */
export async function isInChain({ chain }: Pick<World, 'chain'>, { block, blockHash, hash }: Place): Promise<boolean> {
  const now = await chain.block(block, { wasSeen: true })
  return now?.hash === blockHash && (hash === undefined || now.transactions.includes(hash))
}

/**
 * Whether an inclusion stays: it is deep enough, and every confirming node shows the same receipt. A leg that is given up,
 * and money that leaves on the evidence of a node, need it.
 */
export async function isFinal(world: Asker & Pick<World, 'log'>, { receipt, isDeep }: Included): Promise<boolean> {
  if (!isDeep) return false
  const isAgreed = await world.chain.agreed(receipt)
  if (!isAgreed) world.log.warn({ hash: receipt.hash }, 'the confirming nodes do not show the same: nothing is decided')
  return isAgreed
}

/** The newest block that is as deep as confirmations ask; negative where the chain is not that long yet. */
export function deepHeight({ config }: Pick<World, 'config'>, head: number): number {
  return head - confirmations(config) + 1
}
