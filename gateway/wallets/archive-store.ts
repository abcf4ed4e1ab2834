import type { Address } from '#shared/model/ids.ts'
import type { Keyring } from '../crypto/keyring.ts'
import type { Db } from '../db/database.ts'
import { columns, type Wallet, walletOf } from './store.ts'

/** The wallet that an account had with an address, and archived; of several the last. */
export async function findArchived(
  db: Db,
  keys: Keyring,
  accountId: string,
  address: Address,
): Promise<Wallet | undefined> {
  const row = await db
    .selectFrom('wallets')
    .select(columns)
    .where('accountId', '=', accountId)
    .where('address', '=', address)
    .where('archivedAt', 'is not', null)
    .where('forRequest', '=', 0)
    .orderBy('archivedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && walletOf(keys, row)
}

/** Rejects as a duplicate where the account has this address in another wallet. */
export async function restoreWallet(db: Db, { id, label, isPrimary }: Wallet): Promise<void> {
  const change = { archivedAt: null, label, isPrimary: isPrimary ? 1 : 0 }
  await db.updateTable('wallets').set(change).where('id', '=', id).execute()
}

export async function archiveWallet(db: Db, id: string, now: number): Promise<void> {
  await db.updateTable('wallets').set({ archivedAt: now, isPrimary: 0 }).where('id', '=', id).execute()
}
