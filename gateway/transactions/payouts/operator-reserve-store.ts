import { openIfKnown } from '../../crypto/amounts.ts'
import type { Keyring } from '../../crypto/keyring.ts'
import type { Db } from '../../db/database.ts'
import { MARK } from '../../db/schema/marks.ts'
import type { LegState } from '../../db/schema/payment-rows.ts'
import { openUnaltered } from '../../db/sealed/open-unaltered.ts'
import { payoutKinds } from '../../legs/kinds.ts'
import { isUnderway, placeOf } from '../store.ts'
import type { Reserved } from './operator-reserve.ts'

const living: readonly LegState[] = ['open', 'mined', 'confirmed']

type Deps = { db: Db; keys: Keyring }

/**
 * The operator's promises to redeems, as far as they are not signed yet: the first leg is stored, a living payout is not.
 * A signed payout counts as under way out of the operator's balance.
 */
export async function operatorReserved({ db, keys }: Deps): Promise<Reserved> {
  const promised = await db
    .selectFrom('transactions')
    .select((e) => [
      'id',
      'amount',
      // Not joined: SQLite would go through all legs there ever were, and look up the redeem of each.
      e
        .selectFrom('legs')
        .select('legs.kind')
        .whereRef('legs.transactionId', '=', 'transactions.id')
        .where('legs.state', 'in', living)
        .where('legs.movesValue', '=', 1)
        .limit(1)
        .as('kind'),
    ])
    // What settled and a reorganisation took back as well, so that it can be made anew.
    .where(isUnderway)
    .where('type', '=', 'REDEEM')
    .where('owed', '=', MARK.none)
    .where('paidBy', 'is', null)
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('legs as payout')
            .select('payout.id')
            .whereRef('payout.transactionId', '=', 'transactions.id')
            .where('payout.kind', 'in', payoutKinds)
            .where('payout.state', 'in', living),
        ),
      ),
    )
    .execute()
  const rows = promised.filter(({ kind }) => kind !== null)
  const fromFloat = rows.filter(({ kind }) => kind === 'transfer')
  // A redeem that somebody has altered is not paid, and keeps no other payment waiting.
  const units = openUnaltered(
    fromFloat,
    ({ id, amount }) => openIfKnown(keys, placeOf('amount', id), amount),
    () => {},
  )
  return { payouts: BigInt(rows.length), stable: units.reduce((sum, one) => sum + one, 0n) }
}
