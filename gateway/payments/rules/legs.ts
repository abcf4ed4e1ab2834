import type { Address } from '#shared/model/ids.ts'
import type { LegDraft } from '../../legs/prepare.ts'
import type { World } from '../../world/world.ts'
import type { Draft } from '../submit/draft.ts'
import { hasTank } from './faucet-gas.ts'
import type { Grant } from './grants-store.ts'
import { requireOperator } from './operator.ts'
import { paddedLeg, publicBurnLeg, undecidedLeg } from './unproven.ts'

type AtItsTurn = (takesMs: number) => void

/** The legs of a payment, encryption included. `atItsTurn` is for `Confidential.encrypt`. */
export async function legsOf(world: World, draft: Draft, atItsTurn: AtItsTurn): Promise<LegDraft[]> {
  const { wallet, units, to } = draft
  const { calls } = world.chain
  switch (draft.type) {
    case 'FUND':
      // Tried with gas to give, however little: what it takes does not depend on how much.
      return [faucetLeg(world, draft, hasTank(wallet) ? 1n : 0n)]
    case 'MINT':
      return calls.wrap(wallet.address, units).map((leg) => ({ ...leg, movesValue: leg.kind === 'wrap' }))
    case 'TRANSFER':
      if (to === null) throw new Error('a transfer has a receiver')
      if (draft.confidential) return [...permission(draft), await hiddenTransfer(world, draft, to, atItsTurn)]
      return [{ kind: 'transfer', call: calls.transferPublic(to, units), movesValue: true }]
    case 'REDEEM':
      return [...permission(draft), await (isThroughFloat(world) ? intoFloat : burn)(world, draft, atItsTurn)]
  }
}

/** Whether the operator's float pays redeems. */
export const isThroughFloat = ({ config }: Pick<World, 'config'>) => config.SOTTO_REDEEM_MODE === 'float'

const permission = ({ encryption }: Draft) => (encryption?.renewal === undefined ? [] : [encryption.renewal.leg])

/** A leg whose call depends on a decision: the same call, with other values. */
export function completed(world: World, draft: Draft, leg: LegDraft, grant: Grant | undefined): LegDraft {
  if (grant !== undefined) return faucetLeg(world, draft, grant.wei)
  const { encryption } = draft
  return encryption?.by === 'pad' && leg.movesValue ? paddedLeg(world, draft, encryption.pad) : leg
}

function faucetLeg({ chain }: World, { wallet, units }: Draft, wei: bigint): LegDraft {
  return { kind: 'fund', call: chain.calls.fund(wallet.address, units, wei), movesValue: true }
}

async function burn(world: World, draft: Draft, atItsTurn: AtItsTurn): Promise<LegDraft> {
  const { wallet, units, encryption } = draft
  const { calls, confidential } = world.chain
  if (encryption?.by === 'contract') return publicBurnLeg(world, draft, encryption.isPermitted)
  const input = await confidential.encrypt(wallet.address, units, atItsTurn)
  const call = calls.unwrap(wallet.address, input)
  return { kind: 'unwrap', call, movesValue: true, encrypted: { handle: input.handle, units } }
}

async function intoFloat(world: World, draft: Draft, atItsTurn: AtItsTurn): Promise<LegDraft> {
  return hiddenTransfer(world, draft, requireOperator(world).address, atItsTurn)
}

async function hiddenTransfer(world: World, draft: Draft, to: Address, atItsTurn: AtItsTurn): Promise<LegDraft> {
  const { wallet, units, encryption } = draft
  if (encryption?.by === 'pad') return undecidedLeg(world)
  if (encryption?.by === 'balance')
    return { kind: 'transfer', call: world.chain.calls.transferHeld(to, encryption.handle), movesValue: true }
  const input =
    encryption?.by === 'input'
      ? encryption.input
      : await world.chain.confidential.encrypt(wallet.address, units, atItsTurn)
  const call = world.chain.calls.transferConfidential(to, input)
  return { kind: 'transfer', call, movesValue: true, encrypted: { handle: input.handle, units } }
}
