import { apiKeyEndpoints } from '../../api/api-keys.ts'
import { authEndpoints } from '../../api/auth.ts'
import { securityEndpoints } from '../../api/security.ts'
import { walletEndpoints } from '../../api/wallets.ts'
import type { Client } from '../../client-of.ts'

/** What the security screens call: for `clientOf`, so that a page carries no more of the API than it uses. */
export const screenEndpoints = {
  ...authEndpoints,
  ...securityEndpoints,
  ...apiKeyEndpoints,
  listWallets: walletEndpoints.listWallets,
} as const

/** A client of the session: it sends the cookie, and no key. */
export type SecurityApi = Pick<Client, keyof typeof screenEndpoints>
