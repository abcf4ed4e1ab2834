import { clientOf } from '#shared/client-of.ts'
import { endpoints } from './calls.ts'
import { type TransportSettings, transport } from './transport.ts'

const READ_MS = 20_000
/** A money call waits up to 90 s for its receipt. */
const MONEY_MS = 120_000
/** One transaction is under 2 KB. What is kept of a payment shares its storage with those of other gateways. */
const MONEY_LENGTH = 32 * 1024

/** The ordinary client: the profile's API key, never a cookie. */
export function keyClient(origin: string, apiKey: string, limits: Limits = { timeoutMs: READ_MS }) {
  return clientOf(endpoints, { origin, apiKey, fetch: transport({ origin, credentials: 'omit', ...limits }) })
}
type Limits = Pick<TransportSettings, 'timeoutMs' | 'lengthMax'>
export type KeyClient = ReturnType<typeof keyClient>

/** For money calls, and to look after what became of them. */
export function moneyClient(origin: string, apiKey: string): KeyClient {
  return keyClient(origin, apiKey, { timeoutMs: MONEY_MS, lengthMax: MONEY_LENGTH })
}
