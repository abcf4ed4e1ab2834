import type { Address } from '#shared/model/ids.ts'
import type { Db } from '../db/database.ts'

/** Addresses of the wallets of all accounts whose keys are here, archived ones too; those of requests are looked at when they sign. */
export async function custodialAddresses(db: Db): Promise<Address[]> {
  const rows = await db
    .selectFrom('wallets')
    .select('address')
    .where('type', '=', 'CUSTODIAL')
    .where('forRequest', '=', 0)
    .execute()
  return rows.map(({ address }) => address)
}

/** Addresses of the wallets that were found again since a moment. */
export async function foundSince(db: Db, since: number): Promise<Address[]> {
  const rows = await db
    .selectFrom('wallets')
    .select('address')
    .where('rebuiltAt', 'is not', null)
    .where('rebuiltAt', '>', since)
    .execute()
  return rows.map(({ address }) => address)
}

/** Whose an address is. `forRequest`: 1 of a request's, which has that ID. */
export type Owner = { id: string; accountId: string; forRequest: number }

/** Whose a wallet is, with its key here, archived or not; undefined where its address is no such wallet's. */
export function findOwner(db: Db, address: Address): Promise<Owner | undefined> {
  return db
    .selectFrom('wallets')
    .select(['id', 'accountId', 'forRequest'])
    .where('address', '=', address)
    .where('type', '=', 'CUSTODIAL')
    .executeTakeFirst()
}

/** Whose wallets an address is: of whom has its key, and of all that watch it now. */
export async function watchersOf(db: Db, address: Address): Promise<Owner[]> {
  const watching = db.selectFrom('wallets').select(['id', 'accountId', 'forRequest']).where('address', '=', address)
  return watching.where((e) => e.or([e('archivedAt', 'is', null), e('forRequest', '=', 1)])).execute()
}

/** When a wallet of an address was made, milliseconds since the epoch. The operator's may be older than its row. */
export async function walletMadeAt(db: Db, address: Address): Promise<number | undefined> {
  const row = await db
    .selectFrom('wallets')
    .select('createdAt')
    .where('address', '=', address)
    .where('accountId', '<>', 'operator')
    .executeTakeFirst()
  return row?.createdAt
}
