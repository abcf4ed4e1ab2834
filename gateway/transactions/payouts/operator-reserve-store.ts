import { openUnits } from '../../crypto/amounts.ts'
import type { Keyring } from '../../crypto/keyring.ts'
import type { Db } from '../../db/database.ts'
import { payoutKinds } from '../../legs/kinds.ts'
import type { Reserved } from './operator-reserve.ts'

type Books = { db: Db; keys: Keyring }

/**
 * What the operator has promised to redeems and not yet signed away: their first leg is stored, a living payout is not.
 * What is signed already counts as under way out of the operator's balance.
 */
export async function operatorReserved({ db, keys }: Books): Promise<Reserved> {
  const rows = await db
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
  const stable = fromFloat.reduce((sum, { id, amount }) => sum + openUnits(keys, place(id), amount), 0n)
  return { payouts: BigInt(rows.length), stable }
}
