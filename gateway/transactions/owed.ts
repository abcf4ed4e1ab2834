import type { Address } from '#shared/model/ids.ts'
import type { WaitingFor } from '#shared/model/transaction.ts'
import type { Keyring } from '../crypto/keyring.ts'
import type { Db } from '../db/database.ts'
import { findTransaction, type Transaction } from './store.ts'

type Claim = { id: string; units: bigint; token: string; address: Address }

/** A redeem whose first leg went through and whose payout provably cannot be made by trying again. */
export type Debt = Claim & { error: string }

/** A redeem that is still being paid out: every look at it tries again. `since` is when it last changed. */
export type Unpaid = Claim & { waitingFor: WaitingFor | null; since: Date }

export async function listOwed(db: Db, keys: Keyring): Promise<Debt[]> {
  const claims = await redeems(db, keys, 'owed')
  return claims.map(({ claim, transaction }) => ({ ...claim, error: transaction.error ?? '' }))
}

export async function listUnpaid(db: Db, keys: Keyring): Promise<Unpaid[]> {
  const claims = await redeems(db, keys, 'settling')
  return claims.map(({ claim, transaction }) => ({
    ...claim,
    waitingFor: transaction.waiting_for,
    since: new Date(transaction.updated_at),
  }))
}

/** Oldest first. */
async function redeems(db: Db, keys: Keyring, which: 'owed' | 'settling') {
  const rows = await db
    .selectFrom('transactions')
    .innerJoin('wallets', 'wallets.id', 'transactions.wallet_id')
    .select(['transactions.id', 'wallets.address'])
    .where((e) =>
      which === 'owed' ? e('owed', '=', 1) : e.and({ 'transactions.type': 'REDEEM', status: 'SETTLING', owed: 0 }),
    )
    .orderBy('transactions.created_at')
    .execute()
  const found: { claim: Claim; transaction: Transaction }[] = []
  for (const { id, address } of rows) {
    const transaction = await findTransaction(db, keys, id)
    if (transaction === undefined) continue
    const { units, token } = transaction
    found.push({ claim: { id, units, token, address }, transaction })
  }
  return found
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
