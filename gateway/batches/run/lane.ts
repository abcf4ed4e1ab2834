import { ChainUnavailable, ConfidentialUnavailable } from '../../chain/port.ts'
import { cannotWrite } from '../../db/database.ts'
import { isAltered } from '../../db/sealed/open-unaltered.ts'
import { errorWords } from '../../error-words.ts'
import type { World } from '../../world/world.ts'
import { sayAltered } from './altered.ts'
import type { Inputs } from './inputs.ts'

/** What this process does for the batches of a wallet: nothing that it could not lose. */
export type Lane = {
  /** Rows that are begun, by ID, and a proof. */
  begun: Map<string, Promise<void>>
  /** The begun rows whose payments are not stored yet: this process works on them, and afterwards the chain does. */
  unsigned: Map<string, Promise<void>>
  inputs: Inputs
  /** Rows whose shared input was refused, each with its batch: they have a proof of their own. */
  alone: Map<string, string>
  proving: boolean
  notBefore: number
  pauseMs: number
}

/** After what another try may find otherwise; the pause doubles. */
const PAUSE_MS = 1_000
const PAUSE_MAX_MS = 30_000

const lanesOf = ({ memory }: World): Map<string, Lane> => memory.part('batches', () => new Map<string, Lane>())

export function laneOf(world: World, walletId: string): Lane {
  const lane: Lane = lanesOf(world).get(walletId) ?? {
    begun: new Map(),
    unsigned: new Map(),
    inputs: new Map(),
    alone: new Map(),
    proving: false,
    notBefore: 0,
    pauseMs: PAUSE_MS,
  }
  lanesOf(world).set(walletId, lane)
  return lane
}

/**
 * Forgets what is for other batches than these, which are paid now, and lanes of wallets from which none of them pays: proofs are
 * long, and a batch that is paused or cancelled may never need them.
 */
export function keepOnly(world: World, running: ReadonlySet<string>, paying: ReadonlySet<string>): void {
  for (const [walletId, lane] of lanesOf(world)) {
    for (const [id, { batchId }] of lane.inputs) if (!running.has(batchId)) lane.inputs.delete(id)
    for (const [id, batchId] of lane.alone) if (!running.has(batchId)) lane.alone.delete(id)
    if (!paying.has(walletId) && lane.begun.size === 0) lanesOf(world).delete(walletId)
  }
}

/** All that is begun, of all wallets. */
export const begunIn = (world: World) => [...lanesOf(world).values()].flatMap(({ begun }) => [...begun.values()])

/** The begun rows of all wallets whose payments are not stored yet. */
export const unsignedIn = (world: World) =>
  [...lanesOf(world).values()].flatMap(({ unsigned }) => [...unsigned.values()])

/** It went well: the next row need not wait. */
export function gone(lane: Lane): void {
  lane.notBefore = 0
  lane.pauseMs = PAUSE_MS
}

export function later(world: World, lane: Lane, batch: { id: string }, reason: string): void {
  world.log.debug({ batch: batch.id, reason }, 'a row of a batch is tried again')
  const now = world.clock.elapsed()
  // Rows that were begun together are refused together.
  if (now < lane.notBefore) return
  lane.notBefore = now + lane.pauseMs
  // Each try goes on with the search for what the chain has of the wallet.
  lane.pauseMs = reason === 'reconciling' ? PAUSE_MS : Math.min(lane.pauseMs * 2, PAUSE_MAX_MS)
}

/** Of what is outside the gateway and may come back by itself. */
export const isAway = (error: unknown): boolean =>
  error instanceof ChainUnavailable || error instanceof ConfidentialUnavailable || cannotWrite(error)

/** The same after an error: one that is no refusal may come at each try, and only the log tells of it. An altered row is logged once. */
export function missed(world: World, lane: Lane, batch: { id: string }): (error: unknown) => void {
  return (error) => {
    const reason = errorWords(error)
    if (isAltered(error)) sayAltered(world)(batch.id)
    else if (!isAway(error))
      world.log.error({ batch: batch.id, reason }, 'rows of a batch cannot be paid: they are tried again')
    later(world, lane, batch, reason)
  }
}
