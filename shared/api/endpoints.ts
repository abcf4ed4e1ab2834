import { accountEndpoints } from './account.ts'
import { apiKeyEndpoints } from './api-keys.ts'
import { notaEndpoints } from './notas.ts'
import { paymentEndpoints } from './payments.ts'
import { sandboxEndpoints } from './sandbox.ts'
import { securityEndpoints } from './security.ts'
import { signInEndpoints } from './auth.ts'
import { transactionEndpoints } from './transactions.ts'
import { walletEndpoints } from './wallets.ts'

/** The API, every endpoint once. Routes, typed client, OpenAPI document and conformance test derive from it. */
export const contract = {
  ...sandboxEndpoints,
  ...signInEndpoints,
  ...accountEndpoints,
  ...securityEndpoints,
  ...apiKeyEndpoints,
  ...walletEndpoints,
  ...paymentEndpoints,
  ...transactionEndpoints,
  ...notaEndpoints,
} as const

export type Contract = typeof contract
export type EndpointName = keyof Contract

export { BASE_PATH, SERVICE, SESSION_COOKIE, VERSION } from './base.ts'
