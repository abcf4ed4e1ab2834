import type { Db } from '../../db/database.ts'

/** A grant of the faucet, given or asked for. */
export type Grant = { accountId: string; units: bigint; wei: bigint }

/** `fee`: what the call may cost the operator beyond what it gives. */
export async function insertGrant(
  db: Db,
  transactionId: string,
  grant: Grant & { fee: bigint },
  now: number,
): Promise<void> {
  const { accountId, units, wei, fee } = grant
  const row = {
    transactionId: transactionId,
    accountId,
    units: units.toString(),
    wei: wei.toString(),
    fee: fee.toString(),
    createdAt: now,
  }
  await db.insertInto('faucetGrants').values(row).execute()
}

/**
 * A grant dated in the future, by a clock that was ahead, counts from now on: its true time is unknown, and it must not count
 * for days.
 */
export async function redateGrants(db: Db, accountId: string, now: number): Promise<void> {
  const ahead = db.updateTable('faucetGrants').set({ createdAt: now }).where('accountId', '=', accountId)
  await ahead.where('createdAt', '>', now).execute()
}

/** The grants of an account since a moment, oldest first. */
export async function givenSince(db: Db, accountId: string, since: number) {
  const rows = await db
    .selectFrom('faucetGrants')
    .select(['units', 'wei', 'fee', 'createdAt as at'])
    .where('accountId', '=', accountId)
    .where('createdAt', '>', since)
    .orderBy('createdAt')
    .execute()
  return rows.map((row) => ({ at: row.at, units: BigInt(row.units), wei: BigInt(row.wei), fee: BigInt(row.fee) }))
}

/** How often a wallet was given gas, and the transaction that is on its way to do so, if there is one. */
export async function gasGrantsOf(db: Db, walletId: string): Promise<{ count: number; open: string | undefined }> {
  const rows = await db
    .selectFrom('transactions')
    .innerJoin('faucetGrants', 'faucetGrants.transactionId', 'transactions.id')
    .select(['transactions.id', 'transactions.status'])
    .where('transactions.walletId', '=', walletId)
    // As each of them is: a wallet may have a million payments, and few of these.
    .where('transactions.type', '=', 'FUND')
    .where('faucetGrants.wei', '!=', '0')
    .execute()
  return { count: rows.length, open: rows.find(({ status }) => status === 'PENDING' || status === 'SETTLING')?.id }
}
