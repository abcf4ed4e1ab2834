import type { Address } from '#shared/model/ids.ts'
import type { World } from '../world/world.ts'
import type { Pad } from './pad.ts'

type Kept = { pads: Pad[]; askedAt: number }
type Deps = Pick<World, 'memory' | 'clock'>

/**
 * Pads are in the memory of the process that made them, and nowhere else: no copy of any data has one, so none is ever in two
 * places. What ends the process throws them away.
 */
function pool({ memory }: Pick<World, 'memory'>): Map<Address, Kept> {
  return memory.part('pads', () => new Map<Address, Kept>())
}

function keptOf(deps: Deps, wallet: Address): Kept {
  const kept = pool(deps).get(wallet) ?? { pads: [], askedAt: 0 }
  pool(deps).set(wallet, kept)
  return kept
}

/** Notes that a wallet pays confidentially: pads are made for those that did last. */
export function askFor(deps: Deps, wallet: Address): void {
  keptOf(deps, wallet).askedAt = deps.clock.elapsed()
}

/** Takes a pad out of the pool. Only one that was not spent comes back. */
export function takePad(deps: Deps, wallet: Address): Pad | undefined {
  return keptOf(deps, wallet).pads.shift()
}

export function putPads(deps: Deps, wallet: Address, pads: readonly Pad[]): void {
  keptOf(deps, wallet).pads.push(...pads.filter(({ isSpent }) => !isSpent))
}

/** How many were thrown away. */
export function dropPads(deps: Deps, wallet: Address): number {
  return keptOf(deps, wallet).pads.splice(0).length
}

/** How many pads are ready, in all. */
export function padsReady(deps: Pick<World, 'memory'>): number {
  return [...pool(deps).values()].reduce((sum, { pads }) => sum + pads.length, 0)
}

/** Wallets that pay confidentially, those that did last first, with how many pads each has. */
export function payers(deps: Deps): { wallet: Address; ready: number }[] {
  const all = [...pool(deps)].sort(([, one], [, other]) => other.askedAt - one.askedAt)
  return all.map(([wallet, { pads }]) => ({ wallet, ready: pads.length }))
}

/** Forgets the wallets behind the first so many, with their pads. Returns which had some. */
export function forgetPayers(deps: Deps, most: number): { wallet: Address; ready: number }[] {
  const late = payers(deps).slice(most)
  for (const { wallet } of late) pool(deps).delete(wallet)
  return late.filter(({ ready }) => ready > 0)
}
