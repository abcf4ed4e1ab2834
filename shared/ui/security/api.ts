import { accountEndpoints } from '../../api/account.ts'
import { apiKeyEndpoints } from '../../api/api-keys.ts'
import { securityEndpoints } from '../../api/security.ts'
import { signInEndpoints } from '../../api/auth.ts'
import { walletEndpoints } from '../../api/wallets.ts'
import type { Client } from '../../client-of.ts'

/** What the security screens call: for `clientOf`, so that a page carries no more of the contract than it uses. */
export const securityContract = {
  ...signInEndpoints,
  ...securityEndpoints,
  ...apiKeyEndpoints,
  getSession: accountEndpoints.getSession,
  listWallets: walletEndpoints.listWallets,
} as const

/** A client of the session: it sends the cookie, and no key. */
export type SecurityApi = Pick<Client, keyof typeof securityContract>
