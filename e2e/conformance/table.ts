import type { EndpointName } from '#shared/api/endpoints.ts'
import { accountRows } from './account.ts'
import { apiKeyRows } from './api-keys.ts'
import { authRows } from './auth.ts'
import { batchRows } from './batches.ts'
import { contactRows } from './contacts.ts'
import type { Row } from './kit/row.ts'
import { notaRows } from './notas.ts'
import { paymentRows } from './payments.ts'
import { policyRows } from './policies.ts'
import { requestRows } from './requests.ts'
import { sandboxRows } from './sandbox.ts'
import { securityRows } from './security.ts'
import { streamRows } from './stream.ts'
import { transactionRows } from './transactions.ts'
import { walletRows } from './wallets.ts'
import { webhookRows } from './webhooks.ts'

/** Every endpoint of the API, by name; the rows stand in one file per area, named as in shared/api and gateway/routes. */
export const table: { [Name in EndpointName]: Row } = {
  ...sandboxRows,
  ...authRows,
  ...accountRows,
  ...securityRows,
  ...apiKeyRows,
  ...walletRows,
  ...contactRows,
  ...paymentRows,
  ...batchRows,
  ...requestRows,
  ...transactionRows,
  ...policyRows,
  ...streamRows,
  ...notaRows,
  ...webhookRows,
}
