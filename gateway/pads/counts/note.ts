import type { Address } from '#shared/model/ids.ts'
import { countPads, type PadOutcome } from '../../tallies.ts'
import type { World } from '../../world/world.ts'
import { payers } from '../pool.ts'
import { addPadCounts, NOTHING, type PadCounts, type WalletPads } from './store.ts'

/** Rows say at least so often that their process lives (`store.ts` waits three times as long). */
const SAID_EVERY_MS = 30_000

const columns = {
  used: 'used',
  'thrown away': 'thrownAway',
  'none ready': 'noneReady',
  'no right': 'noRight',
  'no contract': 'noContract',
} as const satisfies Partial<Record<PadOutcome, keyof PadCounts>>

type Kept = { process: string; since: Map<Address, PadCounts>; said: Map<Address, number>; saidAt: number }

function kept({ memory, newId }: Pick<World, 'memory' | 'newId'>): Kept {
  return memory.part('pad counts', () => ({ process: newId(), since: new Map(), said: new Map(), saidAt: 0 }))
}

/** Counts what became of pads of a wallet, or why a payment had none: for metrics, and for `sotto pads`. */
export function notePads(world: World, wallet: Address, outcome: keyof typeof columns, count = 1): void {
  countPads(outcome, count)
  const { since } = kept(world)
  const counts = since.get(wallet) ?? NOTHING
  since.set(wallet, { ...counts, [columns[outcome]]: counts[columns[outcome]] + count })
}

/** Writes down what has changed since the last time, and now and then all that is ready. */
export async function storePadCounts(world: World): Promise<void> {
  const { process, since, said, saidAt } = kept(world)
  const isTime = world.clock.elapsed() - saidAt >= SAID_EVERY_MS
  const ready = new Map(payers(world).map((payer) => [payer.wallet, payer.ready]))
  const isNews = (wallet: Address) => since.has(wallet) || said.get(wallet) !== ready.get(wallet)
  const told = [...new Set([...since.keys(), ...said.keys(), ...ready.keys()])].filter(
    (wallet) => isNews(wallet) || (isTime && (ready.get(wallet) ?? 0) > 0),
  )
  if (told.length === 0) return
  const wallets = told.map(
    (address): WalletPads => ({ address, ready: ready.get(address) ?? 0, ...(since.get(address) ?? NOTHING) }),
  )
  // Counted on while it is written: those go with the next ones.
  since.clear()
  await addPadCounts(world.db, process, wallets, world.clock.now())
  if (isTime) kept(world).saidAt = world.clock.elapsed()
  for (const wallet of said.keys()) if (!ready.has(wallet)) said.delete(wallet)
  for (const [wallet, count] of ready) said.set(wallet, count)
}
