import type { User } from '#shared/model/user.ts'
import type { Sealed } from '../crypto/keyring.ts'
import type { Db } from '../db/database.ts'
import type { AccountRow } from '../db/schema.ts'

/** An account as the gateway knows it. The password hash stays in the store. */
export type Account = {
  id: string
  email: string
  name: string
  company: string
  mustChangePassword: boolean
  disabled: boolean
  totpEnabled: boolean
  lastLoginAt: number | null
  createdAt: number
}

const columns = [
  'id',
  'email',
  'name',
  'company',
  'must_change_password',
  'disabled_at',
  'totp_confirmed_at',
  'last_login_at',
  'created_at',
] as const

type PlainRow = Pick<AccountRow, (typeof columns)[number]>

function accountOf(row: PlainRow): Account {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    company: row.company,
    mustChangePassword: row.must_change_password === 1,
    disabled: row.disabled_at !== null,
    totpEnabled: row.totp_confirmed_at !== null,
    lastLoginAt: row.last_login_at,
    createdAt: row.created_at,
  }
}

/** The account as the API shows it. */
export function userOf(account: Account): User {
  return {
    id: account.id,
    email: account.email,
    name: account.name,
    company: account.company,
    mustChangePassword: account.mustChangePassword,
    totpEnabled: account.totpEnabled,
    lastLoginAt: account.lastLoginAt === null ? null : new Date(account.lastLoginAt).toISOString(),
    createdAt: new Date(account.createdAt).toISOString(),
  }
}

/** Addresses of accounts are compared without regard to case. */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase()
}

export async function findAccount(db: Db, id: string): Promise<Account | undefined> {
  const row = await db.selectFrom('accounts').select(columns).where('id', '=', id).executeTakeFirst()
  return row && accountOf(row)
}

export async function findAccountByEmail(db: Db, email: string): Promise<Account | undefined> {
  const row = await db.selectFrom('accounts').select(columns).where('email', '=', normalEmail(email)).executeTakeFirst()
  return row && accountOf(row)
}

/** In place of a hash: an account that nobody signs in to. */
export const NO_PASSWORD = '' as Sealed

/** What a password is checked against, of the account with that e-mail or ID; undefined where there is nothing to check. */
export async function findPassword(
  db: Db,
  by: { email: string } | { id: string },
): Promise<{ id: string; passwordHash: Sealed } | undefined> {
  const query = db.selectFrom('accounts').select(['id', 'password_hash'])
  const row = await ('id' in by
    ? query.where('id', '=', by.id)
    : query.where('email', '=', normalEmail(by.email))
  ).executeTakeFirst()
  if (row === undefined || row.password_hash === NO_PASSWORD) return undefined
  return { id: row.id, passwordHash: row.password_hash }
}

/** Whether a password that was found right, by its hash, is still the account's. For a database transaction. */
export async function isPassword(db: Db, id: string, hash: Sealed): Promise<boolean> {
  return (await findPassword(db, { id }))?.passwordHash === hash
}

export async function noteLogin(db: Db, id: string, now: number): Promise<void> {
  await db.updateTable('accounts').set({ last_login_at: now }).where('id', '=', id).execute()
}

export async function listAccounts(db: Db): Promise<Account[]> {
  const rows = await db.selectFrom('accounts').select(columns).orderBy('created_at').orderBy('id').execute()
  return rows.map(accountOf)
}

export type NewAccount = { id: string; email: string; passwordHash: Sealed; mustChangePassword: boolean; now: number }

/** Rejects with a duplicate error where the e-mail is taken. */
export async function insertAccount(db: Db, account: NewAccount): Promise<void> {
  await db
    .insertInto('accounts')
    .values({
      id: account.id,
      email: normalEmail(account.email),
      name: '',
      company: '',
      password_hash: account.passwordHash,
      must_change_password: account.mustChangePassword ? 1 : 0,
      disabled_at: null,
      last_login_at: null,
      totp_secret: null,
      totp_confirmed_at: null,
      created_at: account.now,
    })
    .execute()
}

export async function updateProfile(db: Db, id: string, change: { name?: string; company?: string }): Promise<void> {
  await db.updateTable('accounts').set(change).where('id', '=', id).execute()
}

export async function setPassword(db: Db, id: string, hash: Sealed, mustChange: boolean): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ password_hash: hash, must_change_password: mustChange ? 1 : 0 })
    .where('id', '=', id)
    .execute()
}

/** `disabledAt` null enables. */
export async function setDisabled(db: Db, id: string, disabledAt: number | null): Promise<void> {
  await db.updateTable('accounts').set({ disabled_at: disabledAt }).where('id', '=', id).execute()
}
