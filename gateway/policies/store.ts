import { sql } from 'kysely'
import { Policy } from '#shared/model/policy.ts'
import { openIfKnown, openText, sealText } from '../crypto/amounts.ts'
import type { Keyring, Sealed } from '../crypto/keyring.ts'
import type { Db } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import { checkRow, keepingMac } from '../db/sealed/row-macs.ts'
import { placeOf } from '../transactions/store.ts'
import type { Key, Reservation } from './spent.ts'

/** The tables whose rows a policy can stand in. */
const tables = { account: 'accounts', api_key: 'apiKeys', wallet: 'wallets' } as const
const names = { account: 'accounts', api_key: 'api_keys', wallet: 'wallets' } as const
export type Subject = keyof typeof tables

const placeIn = (subject: Subject, row: string) => ({ table: names[subject], column: 'policy', row })

export function sealPolicy(keys: Keyring, subject: Subject, id: string, policy: Policy | null): Sealed | null {
  return policy === null ? null : sealText(keys, placeIn(subject, id), JSON.stringify(policy))
}

/** A policy that cannot be read lets nothing pass: this throws. */
export function openPolicy(keys: Keyring, subject: Subject, id: string, sealed: Sealed | null): Policy | null {
  return sealed === null ? null : Policy.parse(JSON.parse(openText(keys, placeIn(subject, id), sealed)))
}

/** Belongs into a database transaction. Throws `AlteredRow`. */
export async function setPolicy(db: Db, keys: Keyring, subject: Subject, id: string, policy: Policy | null) {
  const sealed = sealPolicy(keys, subject, id, policy)
  const update = () => {
    if (subject === 'account') return db.updateTable('accounts').set({ policy: sealed }).where('id', '=', id).execute()
    if (subject === 'api_key') return db.updateTable('apiKeys').set({ policy: sealed }).where('id', '=', id).execute()
    return db.updateTable('wallets').set({ policy: sealed }).where('id', '=', id).execute()
  }
  await keepingMac(db, keys, tables[subject], id, update)
}

/** The policies that bind a payment, as they are stored. */
export type InForce = { account: Sealed | null; key: Sealed | null; wallet: Sealed | null }

const inForce = prepared((db, at: { accountId: string; keyId: string; walletId: string }) =>
  db
    .selectFrom('wallets')
    .innerJoin('accounts', 'accounts.id', 'wallets.accountId')
    .leftJoin('apiKeys', (on) => on.on('apiKeys.id', '=', at.keyId))
    .select(['accounts.policy as account', 'apiKeys.policy as key', 'wallets.policy as wallet'])
    .where('wallets.id', '=', at.walletId)
    .where('accounts.id', '=', at.accountId),
)

/** In one statement. Undefined where the wallet is gone. `keyId` names no key where a session asks. */
export async function policiesInForce(
  db: Db,
  at: { accountId: string; keyId: string; walletId: string },
): Promise<InForce | undefined> {
  const [row] = (await inForce(db, at)).rows as InForce[]
  return row
}

const reservedSince = prepared((db, at: { accountId: string; token: string; since: number }) =>
  db
    .selectFrom('transactions')
    .select(['id', 'amount', 'walletId', 'askedBy', sql<number>`coalesce(reserved_at, created_at)`.as('at')])
    .where('accountId', '=', at.accountId)
    // As the index says it.
    .where(sql<boolean>`type in ('TRANSFER', 'REDEEM')`)
    .where(sql<number>`coalesce(reserved_at, created_at)`, '>', at.since)
    .where('token', '=', at.token)
    // A failed payment has moved something only if it is a debt or was mined after all.
    .where(sql<boolean>`(status <> 'FAILED' or owed <> 0)`)
    .where(sql<boolean>`(waiting_for is null or waiting_for <> 'approval')`)
    // What is collected from the address of a request stays in the account.
    .where(sql<boolean>`(request_id is null or request_id <> wallet_id)`),
)

/** What counts against the limits of an account, its keys and its wallets since a moment, of one token. In one statement. */
export async function reservations(
  db: Db,
  keys: Keyring,
  at: { accountId: string; token: string; since: number },
): Promise<Reservation[]> {
  const { rows } = await reservedSince(db, at)
  return rows.map((row) => ({
    at: Number(row.at),
    units: openIfKnown(keys, placeOf('amount', row.id), row.amount),
    walletId: row.walletId,
    askedBy: row.askedBy,
  }))
}

/** The API keys of an account that are not revoked. Throws `AlteredRow`. */
async function unrevokedKeys(db: Db, keys: Keyring, accountId: string) {
  const own = db.selectFrom('apiKeys').selectAll().where('accountId', '=', accountId)
  const rows = await own.where('revokedAt', 'is', null).execute()
  for (const row of rows) checkRow(keys, 'apiKeys', row)
  return rows.map((row) => ({
    id: row.id,
    expiresAt: row.expiresAt,
    walletIds: row.walletIds?.split(' ').filter(Boolean) ?? null,
    policy: openPolicy(keys, 'api_key', row.id, row.policy),
  }))
}

/** Keys of an account that are limited to wallets, and that would be let in. */
export async function limitedKeys(db: Db, keys: Keyring, accountId: string, now: number): Promise<Key[]> {
  const all = await unrevokedKeys(db, keys, accountId)
  return all.filter(({ walletIds, expiresAt }) => walletIds !== null && (expiresAt === null || expiresAt > now))
}

/** Policies of an account's API keys, by ID of the key. */
export async function keyPolicies(db: Db, keys: Keyring, accountId: string): Promise<Map<string, Policy | null>> {
  return new Map((await unrevokedKeys(db, keys, accountId)).map(({ id, policy }) => [id, policy]))
}
