import { type Created, createAccount } from '../../accounts/create-account.ts'
import { OPERATOR_ACCOUNT } from '../../accounts/operator-account.ts'
import { listAccounts } from '../../accounts/store.ts'
import { auditAdmin } from '../../auth/manage/manage-account.ts'
import type { Config } from '../../config/config.ts'
import type { Store } from '../open-store.ts'

export const DEFAULT_EMAIL = 'admin@sotto.local'

/**
 * The first start makes the first account; `accounts/create-account.ts` makes its password, which `greeting.ts` prints once.
 * Undefined where there is one already.
 */
export async function firstAccount(store: Store, config: Config): Promise<Created | undefined> {
  if (await hasAccounts(store)) return undefined
  // If several gateways start at once on an empty database, one of them makes the account.
  return store.locks.run('first account', async () => {
    if (await hasAccounts(store)) return undefined
    const created = await createAccount(store, config.SOTTO_ADMIN_EMAIL ?? DEFAULT_EMAIL, config.SOTTO_ADMIN_PASSWORD)
    await auditAdmin(store, created.id, 'account.created')
    return created
  })
}

async function hasAccounts({ db, keys }: Store): Promise<boolean> {
  return (await listAccounts(db, keys)).some(({ id }) => id !== OPERATOR_ACCOUNT)
}
