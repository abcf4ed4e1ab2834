import type { Address, Hex } from '#shared/model/ids.ts'
import type { Head, Receipt } from '../../../chain/port.ts'
import type { World } from '../../../world/world.ts'
import { isInChain, type Place } from '../../evidence/inclusion.ts'

/**
 * The transactions of a sender that this process has read, each named by its hash and its block. `now`: those read while the
 * block `head` was the newest one, and whether each is final there; `once`: final ones read while the newest block before it was.
 * `standing`: final ones read with two newest blocks. They stand for as long as the chain has the block `head` and the newest block
 * of theirs, `top`. (Of two nodes on different branches one may have told `head`, and the other one the receipts.)
 */
type Read = { head: Head; top: Place | undefined; now: Map<string, boolean>; once: Set<string>; standing: Set<string> }

const readsOf = (world: World) => world.memory.part('unattributed read', () => new Map<Address, Read>())

/** The transactions read by now, with this block the newest one: of those read before, what the chain still has for sure. */
export async function readAt(world: World, sender: Address, head: Head): Promise<Read> {
  const known = readsOf(world).get(sender)
  if (known?.head.hash === head.hash) return known
  const before = known !== undefined && (await stands(world, known)) ? known : undefined
  const seen = new Set([...(before?.now ?? [])].flatMap(([name, isFinal]) => (isFinal ? name : [])))
  const standing = new Set([...(before?.standing ?? []), ...[...seen].filter((name) => before?.once.has(name))])
  const read: Read = { head, top: before?.top, now: new Map(), once: seen, standing }
  readsOf(world).set(sender, read)
  return read
}

async function stands(world: World, { head, top }: Read): Promise<boolean> {
  const isHeadThere = await isInChain(world, { block: head.number, blockHash: head.hash })
  return isHeadThere && (top === undefined || isInChain(world, top))
}

/** Notes that a transaction was read in its block. */
export function noteRead(read: Read, { hash, block, blockHash }: Receipt, isFinal: boolean): void {
  read.now.set(nameOf(hash, blockHash), isFinal)
  if (isFinal && block > (read.top?.block ?? -1)) read.top = { block, blockHash }
}

export const nameOf = (hash: Hex, blockHash: Hex | null) => `${hash} in ${blockHash}`
