import type { Address, Hex } from '#shared/model/ids.ts'
import { atomically } from '../../../db/database.ts'
import type { World } from '../../../world/world.ts'
import { searchFrom } from '../birth.ts'
import { isSettled, noteUse } from './note-use.ts'
import { forgetUnattributed, type Unattributed } from './unattributed-store.ts'
import { listUnsettled, noteSettled, sendersUnsettled } from './unsettled-store.ts'

/** What was found is read again this long, whatever its depth: beyond it no chain that we know reorganises. */
const REREAD_FOR_MS = 30 * 60_000

const readAt = (world: World) => world.memory.part('finds read', () => new Map<Address, Hex>())

/** What was found of a sender was read with this block the newest one: it needs no other look before the next block. */
export function noteRead(world: World, sender: Address, head: Hex): void {
  readAt(world).set(sender, head)
}

/**
 * Reads again what was found of a sender: a reorganisation may have put it into another block, where it does something else,
 * or given its nonce to another transaction. True where each stands as it is written down, or is shown by no node while its
 * nonce is free; false where something else has used a nonce and is not settled, or is still searched for.
 */
export async function rereadFinds(world: World, sender: Address): Promise<boolean> {
  const finds = await listUnsettled(world.db, world.keys, sender, world.clock.now() - REREAD_FOR_MS)
  if (finds.length === 0) return true
  const head = await world.chain.head()
  if (readAt(world).get(sender) === head.hash) return true
  const read = await Promise.all(finds.map((one) => reread(world, one, head.number)))
  const isWell = read.every((each) => each)
  if (isWell) noteRead(world, sender, head.hash)
  return isWell
}

/** Senders of which there is anything to be read again. */
export function sendersToReread({ db, clock }: Pick<World, 'db' | 'clock'>): Promise<Address[]> {
  return sendersUnsettled(db, clock.now() - REREAD_FOR_MS)
}

async function reread(world: World, one: Unattributed, head: number): Promise<boolean> {
  const shown = await world.chain.receipt(one.hash, { old: true })
  const isThere = shown !== undefined && (await world.chain.block(shown.block))?.hash === shown.blockHash
  if (isThere && shown.blockHash === one.blockHash) {
    const settles = one.settled === 0 && (await isSettled(world, shown, head))
    if (settles) await noteSettled(world.db, one.hash, shown.success)
    return true
  }
  const { sender, nonce } = one
  const use = await world.chain.whoUsedNonce(sender, nonce, await searchFrom(world, sender, nonce))
  // No node shows it, and nothing else: whoever needs it sends it again. A search that has not ended says neither.
  if (use === undefined) return (await world.chain.nonce(sender)) <= nonce
  const receipt = await world.chain.receipt(use.hash, { old: true })
  if (receipt === undefined) return use.hash === one.hash
  const settled = await isSettled(world, receipt, head)
  if (use.hash !== one.hash && !settled) return false
  await atomically(world.db, async (db) => {
    if (use.hash !== one.hash) await forgetUnattributed(db, one.hash)
    await noteUse(db, world, { sender, nonce, use, receipt, isSettled: settled })
  })
  world.log.warn(
    { sender, nonce, hash: use.hash },
    'what was found at a nonce is in another block, or something else is',
  )
  return true
}
