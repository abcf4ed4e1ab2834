import { sql } from 'kysely'
import type { Address } from '#shared/model/ids.ts'
import type { PrivateKey, Signer } from '../chain/port.ts'
import type { Keyring, Sealed } from '../crypto/keyring.ts'
import type { Db } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import type { WalletRow } from '../db/schema/schema.ts'
import { AlteredRow, checkRow, rowMac } from '../db/sealed/row-macs.ts'

/** A wallet that is not archived. The sealed key stays in the store until it has to sign. */
export type Wallet = {
  id: string
  accountId: string
  address: Address
  type: 'CUSTODIAL' | 'EXTERNAL'
  label: string | null
  isPrimary: boolean
  createdAt: number
  /** When it came back, of one that a restore had lost. It was made between `createdAt`, the time of the backup, and then. */
  rebuiltAt: number | null
  policy: Sealed | null
  /** Whether it is the address of a request, which has the same ID: in no list of wallets. */
  forRequest: boolean
}

const described = ['label', 'isPrimary', 'createdAt', 'rebuiltAt', 'policy', 'forRequest'] as const
export const columns = ['id', 'accountId', 'address', 'type', ...described, 'mac'] as const

/** Throws `AlteredRow` where somebody else than this gateway says whose wallet it is, or which address it has. */
export function walletOf(keys: Keyring, row: Pick<WalletRow, (typeof columns)[number]>): Wallet {
  checkRow(keys, 'wallets', row)
  return {
    id: row.id,
    accountId: row.accountId,
    address: row.address,
    type: row.type,
    label: row.label,
    isPrimary: row.isPrimary === 1,
    createdAt: row.createdAt,
    rebuiltAt: row.rebuiltAt,
    policy: row.policy,
    forRequest: row.forRequest === 1,
  }
}

const ofAccount = prepared((db, at: { accountId: string }) =>
  db
    .selectFrom('wallets')
    .select(columns)
    .where('accountId', '=', at.accountId)
    .where('archivedAt', 'is', null)
    .orderBy('createdAt')
    .orderBy('id'),
)

const ownById = prepared((db, at: { accountId: string; id: string }) =>
  db
    .selectFrom('wallets')
    .select(columns)
    .where('id', '=', at.id)
    .where('accountId', '=', at.accountId)
    .where('archivedAt', 'is', null),
)

/** Oldest first. */
export async function listWallets(db: Db, keys: Keyring, accountId: string): Promise<Wallet[]> {
  const { rows } = await ofAccount(db, { accountId })
  return rows.map((row) => walletOf(keys, row))
}

export async function findWallet(db: Db, keys: Keyring, accountId: string, id: string): Promise<Wallet | undefined> {
  const [row] = (await ownById(db, { accountId, id })).rows
  return row && walletOf(keys, row)
}

/** A wallet of an account, not archived, or the address of a request, as signer or receiver of old payments. */
export async function findSigning(db: Db, keys: Keyring, accountId: string, id: string): Promise<Wallet | undefined> {
  const row = db.selectFrom('wallets').select(columns).where('id', '=', id).where('accountId', '=', accountId)
  const found = await row.where(isWatched).executeTakeFirst()
  return found && walletOf(keys, found)
}

/** Those of some addresses that an account holds the keys of; `as` parties of payments, those of requests too. */
export async function findCustodial(
  db: Db,
  keys: Keyring,
  accountId: string,
  addresses: Address[],
  as: 'wallets' | 'parties' = 'wallets',
): Promise<Wallet[]> {
  const all = db.selectFrom('wallets').select(columns).where('accountId', '=', accountId)
  const found = all.where('address', 'in', addresses).where('type', '=', 'CUSTODIAL')
  const rows = await (as === 'parties' ? found.where(isWatched) : found.where('archivedAt', 'is', null)).execute()
  return rows.map((row) => walletOf(keys, row))
}

/**
 * Wallets of all accounts with one of these addresses, but of one account. A row that somebody else has written counts for
 * nothing, and leaves the others in use.
 */
export async function findWatched(
  db: Db,
  keys: Keyring,
  addresses: readonly Address[],
  except: string,
): Promise<{ wallets: Wallet[]; altered: string[] }> {
  const altered: string[] = []
  const wallets: Wallet[] = []
  for (let start = 0; start < addresses.length; start += AT_ONCE) {
    const rows = await db
      .selectFrom('wallets')
      .select(columns)
      .where('address', 'in', addresses.slice(start, start + AT_ONCE))
      .where('accountId', '!=', except)
      .where(isWatched)
      .execute()
    for (const row of rows) {
      try {
        wallets.push(walletOf(keys, row))
      } catch (error) {
        if (!(error instanceof AlteredRow)) throw error
        altered.push(row.id)
      }
    }
  }
  return { wallets, altered }
}

/** What comes in is looked for: to the address of a request for ever, since anybody may have it. */
const isWatched = sql<boolean>`(archived_at is null or for_request = 1)`

/** SQLite takes so many parameters in one statement, PostgreSQL more. */
const AT_ONCE = 500

/** Addresses of the wallets of all accounts but one, each once. */
export async function watchedAddresses(db: Db, except: string): Promise<Address[]> {
  const rows = await db
    .selectFrom('wallets')
    .select('address')
    .distinct()
    .where('accountId', '!=', except)
    .where(isWatched)
    .execute()
  return rows.map(({ address }) => address)
}

/** Rejects as a duplicate where the account has this address already. */
export async function insertWallet(db: Db, keys: Keyring, wallet: Wallet, signer: Signer | undefined): Promise<void> {
  const row = {
    id: wallet.id,
    accountId: wallet.accountId,
    address: wallet.address,
    type: wallet.type,
    label: wallet.label,
    isPrimary: wallet.isPrimary ? 1 : 0,
    key: signer === undefined ? null : keys.seal(placeOfKey(wallet.id), signer.key),
    createdAt: wallet.createdAt,
    archivedAt: wallet.forRequest ? wallet.createdAt : null,
    rebuiltAt: wallet.rebuiltAt,
    policy: wallet.policy,
    forRequest: wallet.forRequest ? 1 : 0,
  }
  await db
    .insertInto('wallets')
    .values({ ...row, mac: rowMac(keys, 'wallets', row) })
    .execute()
}

const byId = prepared((db, at: { id: string }) => db.selectFrom('wallets').selectAll().where('id', '=', at.id))

/**
 * A custodial wallet's address with its private key, unsealed; undefined for an external one. The address is what the row
 * says, which its MAC holds: to compute it from the key takes as long as a signature.
 */
export async function openSigner(db: Db, keys: Keyring, walletId: string): Promise<Signer | undefined> {
  const [row] = (await byId(db, { id: walletId })).rows
  if (row?.key == null) return undefined
  checkRow(keys, 'wallets', row)
  return { address: row.address, key: keys.open(placeOfKey(walletId), row.key) as PrivateKey }
}

function placeOfKey(walletId: string) {
  return { table: 'wallets', column: 'key', row: walletId }
}

export async function setLabel(db: Db, id: string, label: string | null): Promise<void> {
  await db.updateTable('wallets').set({ label }).where('id', '=', id).execute()
}

/** Makes one wallet the only primary one of its account. Belongs into a database transaction. */
export async function setPrimary(db: Db, accountId: string, id: string): Promise<void> {
  await db.updateTable('wallets').set({ isPrimary: 0 }).where('accountId', '=', accountId).execute()
  await db.updateTable('wallets').set({ isPrimary: 1 }).where('id', '=', id).execute()
}
