import { type Created, createAccount } from '../../accounts/create-account.ts'
import { OPERATOR_ACCOUNT } from '../../accounts/operator-account.ts'
import { findAccountByEmail, listAccounts, normalEmail } from '../../accounts/store.ts'
import { auditAdmin } from '../../auth/manage/manage-account.ts'
import type { Config } from '../../config/config.ts'
import { isAltered } from '../../db/sealed/open-unaltered.ts'
import type { Store } from '../open-store.ts'

const DEFAULT_EMAIL = 'admin@sotto.local'

/** Whose account the first start makes. */
export const firstEmail = ({ SOTTO_ADMIN_EMAIL: email }: Config): string => email ?? DEFAULT_EMAIL

/**
 * The first start makes the first account; `accounts/create-account.ts` makes its password, which `greeting.ts` prints once.
 * Undefined where there is one already.
 */
export async function firstAccount(store: Store, config: Config): Promise<Created | undefined> {
  if (await hasAccounts(store)) return undefined
  // If several gateways start at once on an empty database, one of them makes the account.
  return store.locks.run('first account', async () => {
    if (await hasAccounts(store)) return undefined
    return createAccount(store, firstEmail(config), config.SOTTO_ADMIN_PASSWORD, (db, id) =>
      auditAdmin({ ...store, db }, id, 'account.created'),
    )
  })
}

/**
 * Whether its generated password was never used: the start that made it may have been killed before it was printed. One that
 * somebody has altered is none that its password opens.
 */
export async function isUnused({ db, keys }: Store, config: Config): Promise<boolean> {
  const account = await findAccountByEmail(db, keys, firstEmail(config)).catch((error: unknown) => {
    if (!isAltered(error)) throw error
  })
  return account?.mustChangePassword === true && account.lastLoginAt === null && !account.disabled
}

/** Whose key a person is told to make: of the first account, or where that is not in use the oldest one that is. */
export async function accountInUse({ db, keys }: Store, config: Config): Promise<string | undefined> {
  const emails = (await listAccounts(db, keys, () => {}))
    .filter(({ id, disabled }) => id !== OPERATOR_ACCOUNT && !disabled)
    .map(({ email }) => email)
  const first = normalEmail(firstEmail(config))
  return emails.includes(first) ? first : emails[0]
}

/** One that somebody has altered is there too. */
async function hasAccounts({ db, keys }: Store): Promise<boolean> {
  const altered: string[] = []
  const accounts = await listAccounts(db, keys, (id) => void altered.push(id))
  return [...altered, ...accounts.map(({ id }) => id)].some((id) => id !== OPERATOR_ACCOUNT)
}
