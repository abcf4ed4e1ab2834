import { type Account, findAccountByEmail } from '../accounts/store.ts'
import { printableLine } from '../world/printable.ts'
import type { Store } from './open-store.ts'

/** The account that a command names. Throws, and says where to look, where there is none. */
export async function knownAccount(store: Store, email: string): Promise<Account> {
  const account = await findAccountByEmail(store.db, store.keys, email)
  if (account !== undefined) return account
  throw new Error(`There is no account ${printableLine(email)}. "sotto account list" shows those that exist.`)
}
