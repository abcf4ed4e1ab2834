import { sessionEndpoints } from '#shared/api/auth.ts'
import { cardEndpoints } from '#shared/api/notas.ts'
import { paymentEndpoints } from '#shared/api/payments.ts'
import { transactionEndpoints } from '#shared/api/transactions.ts'
import { balanceEndpoints } from '#shared/api/wallets.ts'
import { BrokenAnswer } from '#shared/client-errors.ts'
import { askFor, type CallOptions, type ClientSettings, clientOf, type Route } from '#shared/client-of.ts'
import { type TransportSettings, transport } from './transport.ts'

const READ_MS = 20_000
/** A money call waits up to 90 s for its receipt; to check or change thousands of rows takes less. */
const MONEY_MS = 120_000
/** One transaction is under 2 KB. What is kept of a payment shares its storage with those of other gateways. */
const MONEY_LENGTH = 32 * 1024

/** What the worker itself reads. Schemas of other answers would only make it larger: `page-calls.ts`. */
const endpoints = {
  ...sessionEndpoints,
  ...balanceEndpoints,
  ...cardEndpoints,
  ...paymentEndpoints,
  ...transactionEndpoints,
} as const

/** The ordinary client: the profile's API key, never a cookie. */
export function keyClient(origin: string, apiKey: string, limits?: Limits) {
  return clientOf(endpoints, settingsOf(origin, apiKey, limits))
}

/** `changes`: what changes something may take long, and to give it up would leave open whether it has. */
type PageCallOptions = CallOptions & { changes?: boolean }

/** One call for a page, which reads the answer. As text, since no message between the two carries lists in lists in lists. */
export async function callFor(
  origin: string,
  apiKey: string,
  route: Route,
  input: Record<string, unknown>,
  { changes = false, ...options }: PageCallOptions = {},
): Promise<string> {
  const settings = settingsOf(origin, apiKey, { timeoutMs: changes ? MONEY_MS : READ_MS })
  const data = await askFor(settings, route, input, options)
  try {
    return JSON.stringify(data ?? null)
  } catch (error) {
    throw new BrokenAnswer(`${route.method} ${route.path}`, 200, error)
  }
}

function settingsOf(origin: string, apiKey: string, limits: Limits = { timeoutMs: READ_MS }): ClientSettings {
  return { origin, apiKey, fetch: transport({ origin, credentials: 'omit', ...limits }) }
}
type Limits = Pick<TransportSettings, 'timeoutMs' | 'lengthMax'>
export type KeyClient = ReturnType<typeof keyClient>

/** For money calls, and to look after what became of them. */
export function moneyClient(origin: string, apiKey: string): KeyClient {
  return keyClient(origin, apiKey, { timeoutMs: MONEY_MS, lengthMax: MONEY_LENGTH })
}
