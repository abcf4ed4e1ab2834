import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Transaction } from '../store.ts'

function withWallets(db: Db) {
  return db
    .selectFrom('transactions')
    .innerJoin('wallets', 'wallets.id', 'transactions.walletId')
    .select(['transactions.id', 'wallets.address'])
}

/** Payments with a mark for the operator, and their wallets. */
export function marked(db: Db, owed: 1 | 3) {
  // As a literal, as the index says it that holds only such rows: what is bound could be anything.
  return withWallets(db).where(sql<boolean>`owed <> 0`).where('owed', '=', owed)
}

/** Redeems that are being paid out, and their wallets. */
export function settling(db: Db) {
  return withWallets(db)
    .where('transactions.type', '=', 'REDEEM')
    .where('owed', '=', 0)
    .where('transactions.waitingFor', 'is not', null)
    .where('status', 'in', ['SETTLING', 'SETTLED'])
    .where((e) =>
      // Where the first leg is gone permanently there is nothing to pay.
      e.exists(
        e
          .selectFrom('legs')
          .select('legs.id')
          .whereRef('legs.transactionId', '=', 'transactions.id')
          .where('legs.movesValue', '=', 1)
          .where('legs.state', 'in', ['open', 'mined', 'confirmed']),
      ),
    )
}

/** What was mined after all is owed, as a person has said. */
export async function noteOwed(db: Db, id: string): Promise<void> {
  await db.updateTable('transactions').set({ owed: 1 }).where('id', '=', id).where('owed', '=', 3).execute()
}

/** Whether a redeem is still to be paid out as it was when it was read. Belongs into the database transaction that stores a payout. */
export async function isOwedAsRead(db: Db, { id, paidBy, owed }: Pick<Transaction, 'id' | 'paidBy' | 'owed'>) {
  const row = await db.selectFrom('transactions').select(['paidBy', 'owed']).where('id', '=', id).executeTakeFirst()
  return row !== undefined && row.paidBy === paidBy && row.owed === owed
}
