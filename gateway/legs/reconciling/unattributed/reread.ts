import type { Address, Hex } from '#shared/model/ids.ts'
import type { Head } from '../../../chain/port.ts'
import { atomically } from '../../../db/database.ts'
import type { World } from '../../../world/world.ts'
import { inclusionOf, isFinal } from '../../evidence/inclusion.ts'
import { searchFrom } from '../search-start.ts'
import { listNotFinal, noteFinal, sendersOfNotFinal } from './not-final-store.ts'
import { displace, minedNow, recordUnattributed, type Use } from './record.ts'
import type { Unattributed } from './store.ts'

/** Unattributed transactions are read again this long, at any depth: beyond it no chain that we know reorganises. */
const REREAD_FOR_MS = 30 * 60_000

/** Transactions that were read while a block was the newest one, each by its hash and its block. */
type Read = { head: Hex; keys: Set<string> }

function readAt(world: World, sender: Address, head: Hex): Read['keys'] {
  const senders = world.memory.part('unattributed read', () => new Map<Address, Read>())
  const read = senders.get(sender)
  if (read?.head === head) return read.keys
  const keys = new Set<string>()
  senders.set(sender, { head, keys })
  return keys
}

const nameOf = (hash: Hex, blockHash: Hex | null) => `${hash} in ${blockHash}`

/**
 * Notes that a transaction was read with this block the newest one: the next look is at the next block. That says nothing of
 * others of its sender, which were read earlier, or by another process, perhaps on another branch of the chain.
 */
export function noteRead(world: World, { sender, use, receipt }: Pick<Use, 'sender' | 'use' | 'receipt'>, head: Hex) {
  readAt(world, sender, head).add(nameOf(use.hash, receipt.blockHash))
}

/**
 * Reads the unattributed transactions of a sender again: a reorganisation may have put one into another block, where it does
 * something else, or given its nonce to another one. True where each stands as it is written down, or is missing while its
 * nonce is free; false where another one has its nonce and is not final, or is still searched for.
 */
export async function rereadUnattributed(world: World, sender: Address): Promise<boolean> {
  const listed = await listNotFinal(world.db, world.keys, sender, world.clock.now() - REREAD_FOR_MS)
  if (listed.length === 0) return true
  const head = await world.chain.head()
  const read = readAt(world, sender, head.hash)
  const unread = listed.filter(({ hash, blockHash }) => !read.has(nameOf(hash, blockHash)))
  const seen = await Promise.all(unread.map((one) => reread(world, one, head)))
  return seen.every((isWell) => isWell)
}

/** Senders of which there is anything to be read again. */
export function sendersToReread({ db, clock }: Pick<World, 'db' | 'clock'>): Promise<Address[]> {
  return sendersOfNotFinal(db, clock.now() - REREAD_FOR_MS)
}

async function reread(world: World, one: Unattributed, head: Head): Promise<boolean> {
  const { sender, nonce } = one
  const read = readAt(world, sender, head.hash)
  const slot = { sender, nonce, from: () => searchFrom(world, sender, nonce), byAnyone: true } as const
  const seen = await inclusionOf(world, [one.hash], { old: true, slot })
  if (seen.is === 'included' && seen.receipt.blockHash === one.blockHash) {
    if (!one.isFinal && (await isFinal(world, seen))) await noteFinal(world.db, one.hash, seen.receipt.success)
    read.add(nameOf(one.hash, one.blockHash))
    return true
  }
  const now = await minedNow(world, one, seen)
  if (now === undefined) {
    // No node shows it, nor another one: a payment that could be it sends it again. A search that goes on says neither.
    const isFree = seen.is === 'missing' && !seen.isUsed
    if (isFree) read.add(nameOf(one.hash, one.blockHash))
    return isFree
  }
  const { use, seen: there } = now
  const found = { sender, nonce, use, receipt: there.receipt, isFinal: await isFinal(world, there) }
  if (use.hash !== one.hash && !found.isFinal) return false
  await atomically(world.db, async (db) => {
    if (use.hash !== one.hash) await displace(db, world, one.hash)
    await recordUnattributed(db, world, found)
  })
  read.add(nameOf(use.hash, there.receipt.blockHash))
  world.log.warn(
    { sender, nonce, hash: use.hash },
    'an unattributed transaction is in another block, or another one has its nonce',
  )
  return true
}
