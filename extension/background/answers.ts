import { batchEndpoints } from '#shared/api/batches.ts'
import { contactEndpoints } from '#shared/api/contacts.ts'
import type { Endpoint } from '#shared/api/kit/endpoint.ts'
import { notaEndpoints } from '#shared/api/notas.ts'
import { policyEndpoints } from '#shared/api/policies.ts'
import { requestEndpoints } from '#shared/api/requests.ts'
import { transactionEndpoints } from '#shared/api/transactions.ts'
import { walletEndpoints } from '#shared/api/wallets.ts'
import { webhookEndpoints } from '#shared/api/webhooks.ts'
import { dataOf } from '#shared/client-of.ts'
import type { BatchCall } from '../gateway/batch-calls.ts'
import type { ReadEndpoint, WriteEndpoint } from '../gateway/page-calls.ts'
import type { CallAnswer } from './requests.ts'

const endpoints: Record<ReadEndpoint | WriteEndpoint | BatchCall, Endpoint> = {
  ...walletEndpoints,
  ...contactEndpoints,
  ...transactionEndpoints,
  ...notaEndpoints,
  ...policyEndpoints,
  ...requestEndpoints,
  ...batchEndpoints,
  ...webhookEndpoints,
}

/** What the worker brought of a gateway's answer, held to the API. */
export function answerOf<E extends ReadEndpoint | WriteEndpoint | BatchCall>(endpoint: E, text: string): CallAnswer<E> {
  return dataOf(endpoints[endpoint], JSON.parse(text))
}
