import type { Address } from '#shared/model/ids.ts'
import type { Keyring } from '../crypto/keyring.ts'
import type { Db } from '../db/database.ts'
import { findTransaction } from './store.ts'

/** A redeem whose first leg went through and whose payout provably cannot be made by trying again. */
export type Debt = { id: string; units: bigint; token: string; address: Address; error: string }

export async function listOwed(db: Db, keys: Keyring): Promise<Debt[]> {
  const rows = await db
    .selectFrom('transactions')
    .innerJoin('wallets', 'wallets.id', 'transactions.wallet_id')
    .select(['transactions.id', 'wallets.address'])
    .where('owed', '=', 1)
    .orderBy('transactions.created_at')
    .execute()
  const debts: Debt[] = []
  for (const { id, address } of rows) {
    const transaction = await findTransaction(db, keys, id)
    if (transaction === undefined) continue
    debts.push({ id, units: transaction.units, token: transaction.token, address, error: transaction.error ?? '' })
  }
  return debts
}

/** Takes a debt off the list. Throws where there is none by that ID. */
export async function settleOwed(db: Db, id: string, now: number): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('transactions')
    .set({ owed: 0, updated_at: now })
    .where('id', '=', id)
    .where('owed', '=', 1)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw new Error(`Nothing is owed under ${id}.`)
}
