import type { Address } from '#shared/model/ids.ts'
import type { World } from '../world/world.ts'
import type { Pad } from './pad.ts'

type Kept = { pads: Pad[]; askedAt: number }
type Books = Pick<World, 'memory' | 'clock'>

/**
 * Pads are in the memory of the process that made them, and nowhere else: no copy of any data has one, so none is ever in two
 * places. What ends the process throws them away.
 */
function pool({ memory }: Pick<World, 'memory'>): Map<Address, Kept> {
  return memory.part('pads', () => new Map<Address, Kept>())
}

function keptOf(books: Books, wallet: Address): Kept {
  const kept = pool(books).get(wallet) ?? { pads: [], askedAt: 0 }
  pool(books).set(wallet, kept)
  return kept
}

/** Notes that a wallet pays confidentially: pads are made for those that did last. */
export function askFor(books: Books, wallet: Address): void {
  keptOf(books, wallet).askedAt = books.clock.elapsed()
}

/** Takes a pad out of the pool. Only one that was not spent comes back. */
export function takePad(books: Books, wallet: Address): Pad | undefined {
  return keptOf(books, wallet).pads.shift()
}

export function putPads(books: Books, wallet: Address, pads: readonly Pad[]): void {
  keptOf(books, wallet).pads.push(...pads.filter(({ isSpent }) => !isSpent))
}

/** How many were thrown away. */
export function dropPads(books: Books, wallet: Address): number {
  return keptOf(books, wallet).pads.splice(0).length
}

/** How many pads are ready, in all. */
export function padsReady(books: Pick<World, 'memory'>): number {
  return [...pool(books).values()].reduce((sum, { pads }) => sum + pads.length, 0)
}

/** Wallets that pay confidentially, those that did last first, with how many pads each has. */
export function payers(books: Books): { wallet: Address; ready: number }[] {
  const all = [...pool(books)].sort(([, one], [, other]) => other.askedAt - one.askedAt)
  return all.map(([wallet, { pads }]) => ({ wallet, ready: pads.length }))
}

/** Forgets the wallets behind the first so many, with their pads. Returns which had some. */
export function forgetPayers(books: Books, most: number): { wallet: Address; ready: number }[] {
  const late = payers(books).slice(most)
  for (const { wallet } of late) pool(books).delete(wallet)
  return late.filter(({ ready }) => ready > 0)
}
