import { openUnits } from '../crypto/amounts.ts'
import type { World } from '../world/world.ts'

/**
 * STABLE that the operator has promised to redeems through the float and not yet signed away: their first leg is stored,
 * a living payout is not. What is signed already counts as under way out of the operator's balance.
 */
export async function floatReserved(world: World): Promise<bigint> {
  const rows = await world.db
    .selectFrom('transactions')
    .innerJoin('legs', 'legs.transaction_id', 'transactions.id')
    .select(['transactions.id', 'amount'])
    .where('type', '=', 'REDEEM')
    .where((e) =>
      e.or([
        e('status', 'in', ['PENDING', 'SETTLING']),
        // A reorganisation took the payout back, and it can be made anew.
        e.and([e('status', '=', 'SETTLED'), e('waiting_for', 'is not', null), e('owed', '=', 0)]),
      ]),
    )
    .where('legs.state', 'in', ['open', 'mined', 'confirmed'])
    .where('legs.kind', '=', 'transfer')
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('legs as payout')
            .select('payout.id')
            .whereRef('payout.transaction_id', '=', 'transactions.id')
            .where('payout.kind', '=', 'payout')
            .where('payout.state', 'in', ['open', 'mined', 'confirmed']),
        ),
      ),
    )
    .execute()
  const place = (row: string) => ({ table: 'transactions', column: 'amount', row })
  return rows.reduce((sum, { id, amount }) => sum + openUnits(world.keys, place(id), amount), 0n)
}
