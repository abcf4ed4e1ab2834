import type { Address, Hex } from '#shared/model/ids.ts'
import { ConfidentialUnavailable, type Lineage, type Receipt } from '../../chain/port.ts'
import { isKnownAt } from '../../decryption/executor.ts'
import { published } from '../../decryption/public-decryption.ts'
import { openPlaintexts, readerOf } from '../../decryption/read-plaintexts.ts'
import { FheType, isComputed, typeOf } from '../../fhe/types.ts'
import type { World } from '../../world/world.ts'
import type { Leg } from '../store.ts'
import { type Effect, hiddenEffectOf, type LegOwner } from './effect.ts'
import { type Included, isFinal } from './inclusion.ts'

/** A confidential call, its signed bytes, and the receipt that a node shows of them. */
type Shown = { leg: Pick<Leg, 'kind' | 'sender'>; raw: Hex; receipt: Receipt }

/**
 * The handle that a confidential call left, as its own input proves; or as the events of its receipt claim it, where the chain
 * ran an executor whose handles cannot be proven here: the money has moved all the same, and must not wait for a newer Sotto.
 * Undefined else: under a known executor a handle that proves nothing is a lie.
 */
export async function handleOfCall(world: World, shown: Shown): Promise<Hex | undefined> {
  const input = world.chain.inputIn(shown.raw)
  const isOwn = (lineage: Lineage) => input !== undefined && lineage.input === input
  const proven = hiddenEffectOf(shown.leg, shown.receipt, isOwn)?.handle
  if (proven !== undefined) return proven
  const claimed = claimIn(world, shown)
  return claimed === undefined || (await isKnownAt(world, shown.receipt.block)) ? undefined : claimed
}

function claimIn(world: World, { leg, raw, receipt }: Shown): Hex | undefined {
  const input = world.chain.inputIn(raw)
  if (input === undefined || !receipt.success) return undefined
  const receiver = receiverIn(world, raw)
  const shown = { ...receipt, confidentialMoves: receipt.confidentialMoves.filter(({ to }) => to === receiver) }
  const handle = hiddenEffectOf(leg, shown, ({ claimedInput }) => claimedInput === input)?.handle
  return handle !== undefined && handle !== input && isAmount(handle) ? handle : undefined
}

/**
 * The effect of such a call, with the amount that the KMS opens the handle to: nothing else binds it to the chain. A node could
 * name the handle of another call, so further nodes must show the same, and no two legs have one handle (`observe-leg.ts`).
 */
export async function claimedEffect(
  world: World,
  owner: LegOwner,
  { leg, raw, seen }: { leg: Leg; raw: Hex; seen: Included },
): Promise<Effect | undefined> {
  const { receipt } = seen
  const handle = claimIn(world, { leg, raw, receipt })
  if (handle === undefined) return undefined
  const isSeenSo = leg.state === 'confirmed' && leg.blockHash === receipt.blockHash && leg.handle === handle
  if (isSeenSo && leg.moved !== null) return { handle, moved: leg.moved }
  if (await isKnownAt(world, receipt.block)) return undefined
  if (!(await isFinal(world, seen))) return undefined
  const moved = leg.kind === 'unwrap' ? await burned(world, owner, handle) : await opened(world, owner, raw, handle)
  return moved === undefined ? undefined : { handle, moved }
}

const burned = (world: World, { walletId }: LegOwner, handle: Hex) =>
  unlessAway(async () => (await published(world, walletId, handle))?.units)

/**
 * An amount that arrives in the float can be opened by the operator alone, whose own money then leaves. One node could name any
 * handle that the operator has received before: on a live network another node has to agree.
 */
async function opened(world: World, owner: LegOwner, raw: Hex, handle: Hex): Promise<bigint | undefined> {
  const { operator } = world.chain
  const { SOTTO_NETWORK: network, SOTTO_RPC_URLS_CONFIRM: further } = world.config
  const toFloat = operator !== undefined && receiverIn(world, raw) === operator.address
  if (toFloat && network !== 'offline' && (further ?? []).length === 0) return undefined
  const reader = { ...readerOf(world, owner.walletId), ...(toFloat ? { by: operator } : {}) }
  return unlessAway(async () => (await openPlaintexts(world, [handle], reader)).get(handle))
}

/** The amount behind a handle; undefined while the KMS does not answer, or refuses. */
function unlessAway<T>(ask: () => Promise<T>): Promise<T | undefined> {
  return ask().catch((error: unknown) => {
    if (error instanceof ConfidentialUnavailable) return undefined
    throw error
  })
}

function receiverIn(world: World, raw: Hex): Address | undefined {
  const meaning = world.chain.calls.meaningOf(world.chain.callIn(raw))
  return meaning?.does === 'hidden transfer' ? meaning.to : undefined
}

/** An input is an amount that the gateway knows, and proves no move: one that it encrypted, or a balance that it moves by its handle. */
const isAmount = (handle: Hex) => isComputed(handle) && typeOf(handle) === FheType.uint64
