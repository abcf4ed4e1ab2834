import type { Address, Hex } from '#shared/model/ids.ts'
import type { Head } from '../../../chain/port.ts'
import { atomically } from '../../../db/database.ts'
import type { World } from '../../../world/world.ts'
import { inclusionOf, isFinal } from '../../evidence/inclusion.ts'
import { searchFrom } from '../search-start.ts'
import { listNotFinal, noteFinal, sendersOfNotFinal } from './not-final-store.ts'
import { displace, noteUse, type Use, usedNow } from './note-use.ts'
import type { Unattributed } from './unattributed-store.ts'

/** What was found is read again this long, whatever its depth: beyond it no chain that we know reorganises. */
const REREAD_FOR_MS = 30 * 60_000

/** What was read while a block was the newest one: each find by its hash and its block. */
type Read = { head: Hex; finds: Set<string> }

function readAt(world: World, sender: Address, head: Hex): Read['finds'] {
  const senders = world.memory.part('finds read', () => new Map<Address, Read>())
  const read = senders.get(sender)
  if (read?.head === head) return read.finds
  const finds = new Set<string>()
  senders.set(sender, { head, finds })
  return finds
}

const nameOf = (hash: Hex, blockHash: Hex | null) => `${hash} in ${blockHash}`

/**
 * What was found was read with this block the newest one: it needs no other look before the next block. It says nothing of
 * others of its sender: those were found earlier, or by another process, on a chain that may have been another one.
 */
export function noteRead(world: World, { sender, use, receipt }: Pick<Use, 'sender' | 'use' | 'receipt'>, head: Hex) {
  readAt(world, sender, head).add(nameOf(use.hash, receipt.blockHash))
}

/**
 * Reads again what was found of a sender: a reorganisation may have put it into another block, where it does something else,
 * or given its nonce to another transaction. True where each stands as it is written down, or is shown by no node while its
 * nonce is free; false where something else has used a nonce and is not final, or is still searched for.
 */
export async function rereadFinds(world: World, sender: Address): Promise<boolean> {
  const finds = await listNotFinal(world.db, world.keys, sender, world.clock.now() - REREAD_FOR_MS)
  if (finds.length === 0) return true
  const head = await world.chain.head()
  const read = readAt(world, sender, head.hash)
  const unread = finds.filter(({ hash, blockHash }) => !read.has(nameOf(hash, blockHash)))
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
  const now = await usedNow(world, one, seen)
  if (now === undefined) {
    // No node shows it, and nothing else: whoever needs it sends it again. A search that has not ended says neither.
    const isFree = seen.is === 'missing' && !seen.isUsed
    if (isFree) read.add(nameOf(one.hash, one.blockHash))
    return isFree
  }
  const { use, seen: there } = now
  const found = { sender, nonce, use, receipt: there.receipt, isFinal: await isFinal(world, there) }
  if (use.hash !== one.hash && !found.isFinal) return false
  await atomically(world.db, async (db) => {
    if (use.hash !== one.hash) await displace(db, world, one.hash)
    await noteUse(db, world, found)
  })
  read.add(nameOf(use.hash, there.receipt.blockHash))
  world.log.warn(
    { sender, nonce, hash: use.hash },
    'what was found at a nonce is in another block, or something else is',
  )
  return true
}
