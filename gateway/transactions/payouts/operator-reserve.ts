import { openUnits } from '../../crypto/amounts.ts'
import { payoutKinds } from '../../legs/kinds.ts'
import type { World } from '../../world/world.ts'

/** `payouts`: how many are to be made, each of which takes gas. `stable`: units of STABLE that those from the float take. */
export type Reserved = { payouts: bigint; stable: bigint }

/** More than any payout takes (125 k measured), so that a burn is not begun that the operator cannot pay out. */
const PAYOUT_GAS = 400_000n

/** Wei that the operator needs for what it has promised. */
export function gasReserved({ payouts }: Reserved, maxFee: bigint): bigint {
  return payouts * PAYOUT_GAS * maxFee
}

/**
 * What the operator has promised to redeems and not yet signed away: their first leg is stored, a living payout is not.
 * What is signed already counts as under way out of the operator's balance.
 */
export async function operatorReserved(world: World): Promise<Reserved> {
  const rows = await world.db
    .selectFrom('transactions')
    .innerJoin('legs', 'legs.transactionId', 'transactions.id')
    .select(['transactions.id', 'amount', 'legs.kind'])
    .where('type', '=', 'REDEEM')
    // All that is under way, and what settled and a reorganisation took back, so that it can be made anew.
    .where('waitingFor', 'is not', null)
    .where('owed', '=', 0)
    .where('legs.state', 'in', ['open', 'mined', 'confirmed'])
    .where('legs.movesValue', '=', 1)
    .where('paidBy', 'is', null)
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('legs as payout')
            .select('payout.id')
            .whereRef('payout.transactionId', '=', 'transactions.id')
            .where('payout.kind', 'in', payoutKinds)
            .where('payout.state', 'in', ['open', 'mined', 'confirmed']),
        ),
      ),
    )
    .execute()
  const place = (row: string) => ({ table: 'transactions', column: 'amount', row })
  const fromFloat = rows.filter(({ kind }) => kind === 'transfer')
  const stable = fromFloat.reduce((sum, { id, amount }) => sum + openUnits(world.keys, place(id), amount), 0n)
  return { payouts: BigInt(rows.length), stable }
}
