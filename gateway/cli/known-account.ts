import { OPERATOR_ACCOUNT } from '../accounts/operator-account.ts'
import { type Account, findAccountByEmail } from '../accounts/store.ts'
import { printableLine } from '../world/printable.ts'
import type { Store } from './open-store.ts'

/** The account that a command names. Throws where there is none, and for the operator's, which no sign-in or key may lead to. */
export async function knownAccount(store: Store, email: string): Promise<Account> {
  const account = await findAccountByEmail(store.db, store.keys, email)
  if (account?.id === OPERATOR_ACCOUNT)
    throw new Error(
      `${printableLine(email)} is the operator's own account: it has no sign-in, key or policy. "sotto operator status" shows its money.`,
    )
  if (account !== undefined) return account
  throw new Error(`There is no account ${printableLine(email)}. "sotto account list" shows those that exist.`)
}
