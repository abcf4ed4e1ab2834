import type { Address, Hex } from '#shared/model/ids.ts'
import type { TransactionType } from '#shared/model/transaction.ts'
import type { Lineage, Receipt } from '../../chain/port.ts'
import type { Leg } from '../store.ts'

/** The payment, as its legs need it. */
export type LegOwner = {
  id: string
  type: TransactionType
  requestDigest: string | null
  accountId: string
  walletId: string
  units: bigint
  toAddress: Address | null
}

/** The effect of a call: a public amount, or the handle of a confidential one. */
export type Effect = { handle?: Hex; moved?: bigint }

/**
 * The effect of the call, by its events. Undefined if the receipt lacks the event that this very call leaves, with the
 * amount that it names or provably out of the input that it handed over: then the node is wrong, and is asked again.
 */
export function effectOf(owner: LegOwner, leg: Leg, receipt: Receipt, input: Hex | undefined): Effect | undefined {
  // These tokens move the whole amount, or revert.
  const exact = receipt.publicMoves.filter((move) => move.units === owner.units)
  const sent = exact.filter((move) => move.from === leg.sender)
  switch (leg.kind) {
    case 'fund':
      return amount(exact.find((move) => move.to === owner.toAddress)?.units)
    case 'transfer':
      if (input === undefined) return amount(sent.find((move) => move.to === owner.toAddress)?.units)
      return hiddenEffectOf(leg, receipt, (lineage) => lineage.input === input)
    case 'unwrap':
      return hiddenEffectOf(leg, receipt, (lineage) => lineage.input === input)
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

/** The handle that a confidential transfer or a burn of this sender left, of such a lineage. */
export function hiddenEffectOf(
  { kind, sender }: Pick<Leg, 'kind' | 'sender'>,
  { confidentialMoves, unwraps }: Receipt,
  isOf: (lineage: Lineage) => boolean,
): Effect | undefined {
  const handle =
    kind === 'unwrap'
      ? unwraps.find((burn) => burn.receiver === sender && isOf(burn))?.request
      : confidentialMoves.find((move) => move.from === sender && isOf(move))?.handle
  return handle && { handle }
}

const amount = (moved: bigint | undefined) => (moved === undefined ? undefined : { moved })
