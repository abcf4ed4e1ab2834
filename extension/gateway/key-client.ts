import { type Client, createClient } from '#shared/client.ts'
import { transport } from './transport.ts'

const READ_MS = 20_000
/** A money call waits up to 90 s for its receipt. */
const MONEY_MS = 120_000

/** The ordinary client: the profile's API key, never a cookie. */
export function keyClient(origin: string, apiKey: string, timeoutMs = READ_MS): Client {
  return createClient({ origin, apiKey, fetch: transport({ origin, credentials: 'omit', timeoutMs }) })
}

export function moneyClient(origin: string, apiKey: string): Client {
  return keyClient(origin, apiKey, MONEY_MS)
}
