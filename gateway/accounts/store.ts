import type { Keyring, Sealed } from '../crypto/keyring.ts'
import { isSameHash } from '../crypto/password.ts'
import type { Db } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import type { AccountRow } from '../db/schema/sign-in-rows.ts'
import { openUnaltered } from '../db/sealed/open-unaltered.ts'
import { checkRow, rowMac } from '../db/sealed/row-macs.ts'

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
  policy: Sealed | null
}

/** Throws `AlteredRow` where somebody else than this gateway says who gets in. */
function accountOf(keys: Keyring, row: AccountRow): Account {
  checkRow(keys, 'accounts', row)
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    company: row.company,
    mustChangePassword: row.mustChangePassword === 1,
    disabled: row.disabledAt !== null,
    totpEnabled: row.totpConfirmedAt !== null,
    lastLoginAt: row.lastLoginAt,
    createdAt: row.createdAt,
    policy: row.policy,
  }
}

/** Addresses of accounts are compared without regard to case. */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase()
}

const byId = prepared((db, at: { id: string }) => db.selectFrom('accounts').selectAll().where('id', '=', at.id))

export async function findAccount(db: Db, keys: Keyring, id: string): Promise<Account | undefined> {
  const [row] = (await byId(db, { id })).rows
  return row && accountOf(keys, row)
}

export async function findAccountByEmail(db: Db, keys: Keyring, email: string): Promise<Account | undefined> {
  const query = db.selectFrom('accounts').selectAll().where('email', '=', normalEmail(email))
  const row = await query.executeTakeFirst()
  return row && accountOf(keys, row)
}

/** In place of a hash: an account without a sign-in. */
export const NO_PASSWORD = '' as Sealed

/** What a password is checked against, of the account with that e-mail or ID; undefined where there is nothing to check. */
export async function findPassword(
  db: Db,
  keys: Keyring,
  by: { email: string } | { id: string },
): Promise<{ id: string; passwordHash: Sealed } | undefined> {
  const query = db.selectFrom('accounts').selectAll()
  const row = await ('id' in by
    ? query.where('id', '=', by.id)
    : query.where('email', '=', normalEmail(by.email))
  ).executeTakeFirst()
  if (row === undefined || row.passwordHash === NO_PASSWORD) return undefined
  checkRow(keys, 'accounts', row)
  return { id: row.id, passwordHash: row.passwordHash }
}

/** Whether a password that was found right, by its hash, is still the account's. For a database transaction. */
export async function isPassword(db: Db, keys: Keyring, id: string, hash: Sealed): Promise<boolean> {
  const known = await findPassword(db, keys, { id })
  return known !== undefined && isSameHash(keys, id, known.passwordHash, hash)
}

export async function noteLogin(db: Db, id: string, now: number): Promise<void> {
  await db.updateTable('accounts').set({ lastLoginAt: now }).where('id', '=', id).execute()
}

/** When the first account was made, milliseconds since the epoch: the age of this database. */
export async function firstAccountMadeAt(db: Db): Promise<number | undefined> {
  const row = await db.selectFrom('accounts').select('createdAt').orderBy('createdAt').limit(1).executeTakeFirst()
  return row?.createdAt
}

/** The oldest first. One that somebody has altered throws, unless `altered` is to be told its ID. */
export async function listAccounts(db: Db, keys: Keyring, altered?: (id: string) => void): Promise<Account[]> {
  const rows = await db.selectFrom('accounts').selectAll().orderBy('createdAt').orderBy('id').execute()
  const open = (row: AccountRow) => accountOf(keys, row)
  return altered === undefined ? rows.map(open) : openUnaltered(rows, open, altered)
}

/** By the ID of the account; none of one that somebody has altered. */
export async function emailsById(db: Db, keys: Keyring): Promise<Map<string, string>> {
  return new Map((await listAccounts(db, keys, () => {})).map(({ id, email }) => [id, email]))
}

export type NewAccount = {
  id: string
  email: string
  passwordHash: Sealed
  mustChangePassword: boolean
  policy?: Sealed | null
  now: number
}

/** Rejects with a duplicate error where the e-mail is taken. */
export async function insertAccount(db: Db, keys: Keyring, account: NewAccount): Promise<void> {
  const row = {
    id: account.id,
    email: normalEmail(account.email),
    name: '',
    company: '',
    passwordHash: account.passwordHash,
    mustChangePassword: account.mustChangePassword ? 1 : 0,
    disabledAt: null,
    lastLoginAt: null,
    totpSecret: null,
    totpConfirmedAt: null,
    totpLastStep: 0,
    policy: account.policy ?? null,
    createdAt: account.now,
  }
  await db
    .insertInto('accounts')
    .values({ ...row, mac: rowMac(keys, 'accounts', row) })
    .execute()
}

/**
 * Changes what decides who gets in, where `change` wants to: it sees the row as it stands. The MAC is what is compared and
 * set, so that no change between goes unseen. False where there is no such account, or nothing was to change.
 */
export async function changeAccount(
  db: Db,
  keys: Keyring,
  id: string,
  change: (row: AccountRow) => Partial<AccountRow> | undefined,
): Promise<boolean> {
  for (;;) {
    const row = await db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst()
    if (row === undefined) return false
    checkRow(keys, 'accounts', row)
    const changed = change(row)
    if (changed === undefined) return false
    const mac = rowMac(keys, 'accounts', { ...row, ...changed })
    const { numUpdatedRows } = await db
      .updateTable('accounts')
      .set({ ...changed, mac })
      .where('id', '=', id)
      .where('mac', '=', row.mac)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 1n) return true
  }
}

export async function updateProfile(db: Db, id: string, change: { name?: string; company?: string }): Promise<void> {
  await db.updateTable('accounts').set(change).where('id', '=', id).execute()
}

export async function setPassword(db: Db, keys: Keyring, id: string, hash: Sealed, mustChange: boolean): Promise<void> {
  await changeAccount(db, keys, id, () => ({ passwordHash: hash, mustChangePassword: mustChange ? 1 : 0 }))
}

/** `disabledAt` null enables. */
export async function setDisabled(db: Db, keys: Keyring, id: string, disabledAt: number | null): Promise<void> {
  await changeAccount(db, keys, id, () => ({ disabledAt: disabledAt }))
}
