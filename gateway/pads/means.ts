import type { Address } from '#shared/model/ids.ts'
import type { LegDraft } from '../legs/prepare.ts'
import type { World } from '../world/world.ts'
import { rightOf } from './rights-store.ts'

/** How long a wallet lets the contract move its tokens, and how long before the end that is renewed, in seconds. */
const RIGHT_LASTS = 30 * 86_400
const RENEWED_BEFORE = 15 * 86_400
/** By a clock of the chain that is further ahead of this machine's nothing is signed, in seconds: it would last for years. */
const AHEAD_MAX = 86_400
/** A right that ends this soon may have ended before a payment is mined. */
const MARGIN = 3_600

/** The wallet's permission to the contract, until a time in seconds since the epoch: a leg before the payment that brings it. */
export type Renewal = { leg: LegDraft; until: number }

/** `no contract`: the chain has none. `mayMove`: without the renewal, and for long enough. */
export type Means =
  | { is: 'off' }
  | { is: 'no contract' }
  | { is: 'there'; mayMove: boolean; renewal: Renewal | undefined }

/** What spares a confidential payment of a wallet its proof. */
export async function meansOf(world: World, wallet: Address): Promise<Means> {
  const { chain, clock } = world
  if (world.config.SOTTO_PADS === 0) return { is: 'off' }
  if (!(await chain.pads.isThere())) return { is: 'no contract' }
  const [head, until, isAllowed] = await Promise.all([
    chain.head(),
    rightOf(world.db, wallet),
    chain.pads.mayMove(wallet),
  ])
  const here = Math.floor(clock.now() / 1_000)
  // The newest block of a chain where nothing happens is old.
  const now = Math.max(head.time, here)
  const mayMove = isAllowed && until - now > MARGIN
  const isAhead = head.time > here + AHEAD_MAX
  if (isAhead || (mayMove && until - now > RENEWED_BEFORE)) return { is: 'there', mayMove, renewal: undefined }
  const next = now + RIGHT_LASTS
  const leg: LegDraft = { kind: 'approve', call: chain.calls.allowPads(next), movesValue: false }
  return { is: 'there', mayMove, renewal: { leg, until: next } }
}
