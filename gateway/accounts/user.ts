import type { User } from '#shared/model/user.ts'
import type { Account } from './store.ts'

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
