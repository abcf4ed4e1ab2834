import { accountEndpoints } from './account.ts'
import { apiKeyEndpoints } from './api-keys.ts'
import { authEndpoints } from './auth.ts'
import { batchEndpoints } from './batches.ts'
import { contactEndpoints } from './contacts.ts'
import { notaEndpoints } from './notas.ts'
import { paymentEndpoints } from './payments.ts'
import { policyEndpoints } from './policies.ts'
import { requestEndpoints } from './requests.ts'
import { sandboxEndpoints } from './sandbox.ts'
import { securityEndpoints } from './security.ts'
import { streamEndpoints } from './stream.ts'
import { transactionEndpoints } from './transactions.ts'
import { walletEndpoints } from './wallets.ts'
import { webhookEndpoints } from './webhooks.ts'

/** The API, every endpoint once. Routes, typed client, OpenAPI document and conformance test derive from it. */
export const endpoints = {
  ...sandboxEndpoints,
  ...authEndpoints,
  ...accountEndpoints,
  ...securityEndpoints,
  ...apiKeyEndpoints,
  ...walletEndpoints,
  ...contactEndpoints,
  ...paymentEndpoints,
  ...batchEndpoints,
  ...requestEndpoints,
  ...transactionEndpoints,
  ...policyEndpoints,
  ...streamEndpoints,
  ...notaEndpoints,
  ...webhookEndpoints,
} as const

export type Endpoints = typeof endpoints
export type EndpointName = keyof Endpoints

export { ACCOUNT_HEADER, BASE_PATH, SERVICE, SESSION_COOKIE, VERSION } from './kit/base.ts'
