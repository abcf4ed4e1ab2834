import type { Address, Hex } from '#shared/model/ids.ts'
import type { Receipt } from '../../../chain/port.ts'
import type { World } from '../../../world/world.ts'
import { isInChain, type Place } from '../../evidence/inclusion.ts'
import type { Unattributed } from './store.ts'

/**
 * The transactions of a sender that this process has read, each named by its hash and its block. `names`: those read while the
 * block `head` was the newest one. `once`: final ones, and the block that was the newest when each was seen first. `standing`:
 * final ones that were seen while two different blocks were the newest. Each of them stands for as long as the chain has the block `top`, which is the newest
 * of their blocks, and is built on all others; `topAt`: the newest block at which it was looked for. `turn`: the look under way.
 */
export type Read = {
  head: Hex | undefined
  names: Set<string>
  once: Map<string, Hex>
  standing: Set<string>
  top: Place | undefined
  topAt: Hex | undefined
  turn: Promise<unknown>
}

const readsOf = (world: World) => world.memory.part('unattributed read', () => new Map<Address, Read>())

export function readOf(world: World, sender: Address): Read {
  const read: Read = readsOf(world).get(sender) ?? {
    head: undefined,
    names: new Set(),
    once: new Map(),
    standing: new Set(),
    top: undefined,
    topAt: undefined,
    turn: Promise.resolve(),
  }
  readsOf(world).set(sender, read)
  return read
}

export function forgetRead(world: World, sender: Address): void {
  readsOf(world).delete(sender)
}

/**
 * One look at a time: of two that overlap a reorganisation, one could take a transaction for standing that the other one sees
 * no more.
 */
export function inTurn<T>(read: Read, look: () => Promise<T>): Promise<T> {
  const mine = read.turn.then(look)
  read.turn = mine.catch(() => undefined)
  return mine
}

export const nameOf = (hash: Hex, blockHash: Hex | null) => `${hash} in ${blockHash}`

/** Notes that a transaction was read while the block `head` was the newest one. */
export function noteName(read: Read, name: string, head: Hex): void {
  if (read.head !== head) Object.assign(read, { head, names: new Set() })
  read.names.add(name)
}

/** Notes that a final transaction was seen in its block. */
export function noteSeen(
  read: Read,
  name: string,
  { block, blockHash }: Pick<Receipt, 'block' | 'blockHash'>,
  head: Hex,
) {
  const first = read.once.get(name) ?? head
  read.once.set(name, first)
  if (first === head) return
  read.once.delete(name)
  read.standing.add(name)
  if (read.top === undefined || block > read.top.block) read.top = { block, blockHash }
}

/**
 * Which transactions have to be read with this block the newest one. Hundreds that a restore has forgotten are asked for by one
 * block, and not each of them again with every block.
 */
export async function unreadOf(
  world: World,
  read: Read,
  listed: readonly Unattributed[],
  head: Hex,
): Promise<Unattributed[]> {
  if (read.top !== undefined && read.topAt !== head) {
    if (!(await isInChain(world, read.top))) startAnew(read)
    else read.topAt = head
  }
  return listed.filter(({ hash, blockHash, isFinal }) => {
    const name = nameOf(hash, blockHash)
    return !(read.head === head && read.names.has(name)) && !(isFinal && read.standing.has(name))
  })
}

function startAnew(read: Read): void {
  read.once.clear()
  read.standing.clear()
  read.top = undefined
}
