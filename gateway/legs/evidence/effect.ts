import type { Hex } from '#shared/model/ids.ts'
import type { Receipt } from '../../chain/port.ts'
import type { Leg, LegEvidence } from '../store.ts'
import type { LegOwner } from './owner.ts'

/**
 * What the call did, as its events say: a public amount, or the handle of a confidential one. Undefined where the receipt
 * lacks the event that this very call leaves, with the amount that it names or out of the input that it handed over:
 * then the node is wrong, and is asked again.
 */
export function effectOf(
  owner: LegOwner,
  leg: Leg,
  receipt: Receipt,
  input: Hex | undefined,
): Pick<LegEvidence, 'handle' | 'moved'> | undefined {
  // These tokens move what they are asked to, or revert.
  const exact = receipt.publicMoves.filter((move) => move.units === owner.units)
  const sent = exact.filter((move) => move.from === leg.sender)
  switch (leg.kind) {
    case 'fund':
      return amount(exact.find((move) => move.to === owner.toAddress)?.units)
    case 'transfer': {
      if (input === undefined) return amount(sent.find((move) => move.to === owner.toAddress)?.units)
      const hidden = receipt.confidentialMoves.find((move) => move.from === leg.sender && move.input === input)
      return hidden && { handle: hidden.handle }
    }
    case 'unwrap': {
      const request = receipt.unwraps.find((unwrap) => unwrap.receiver === leg.sender && unwrap.input === input)
      return request && { handle: request.request }
    }
    case 'wrap':
    case 'payout':
      return amount(sent[0]?.units)
    case 'approve':
    case 'finalize':
    case 'nonce gap':
      return {}
    default:
      return leg.kind satisfies never
  }
}

const amount = (moved: bigint | undefined) => (moved === undefined ? undefined : { moved })
