import type { Address } from '#shared/model/ids.ts'
import { OPERATOR_ACCOUNT } from '../../accounts/operator-account.ts'
import type { Db } from '../../db/database.ts'

/**
 * Senders that are no user's wallet and that have signed here, or whose nonces were looked at: operators, also those that had
 * nothing to sign yet. Of each sender one entry of the index is read, however many legs it has.
 */
export async function signersBesideWallets(db: Db): Promise<Address[]> {
  const rows = await db
    .withRecursive('signers', (cte) =>
      cte
        .selectFrom('legs')
        .select((e) => e.fn.min('sender').as('address'))
        .unionAll(
          cte
            .selectFrom('signers')
            .where('signers.address', 'is not', null)
            .select((e) =>
              e
                .selectFrom('legs')
                .select((next) => next.fn.min('sender').as('sender'))
                .whereRef('sender', '>', 'signers.address')
                .as('address'),
            ),
        ),
    )
    .with('known', (cte) =>
      cte.selectFrom('signers').select('address').union(cte.selectFrom('senders').select('senders.address')),
    )
    .selectFrom('known')
    .select('known.address')
    .where('known.address', 'is not', null)
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('wallets')
            .select('wallets.id')
            .whereRef('wallets.address', '=', 'known.address')
            .where('type', '=', 'CUSTODIAL')
            .where('accountId', '<>', OPERATOR_ACCOUNT),
        ),
      ),
    )
    .execute()
  return rows.flatMap(({ address }) => (address === null ? [] : [address]))
}
