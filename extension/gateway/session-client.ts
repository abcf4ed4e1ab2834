import { type Client, createClient } from '#shared/client.ts'
import { transport } from './transport.ts'

/** The session client: the cookie of a sign-in, never the key. It is used by the dashboard tab alone. */
export function sessionClient(origin: string): Client {
  return createClient({ origin, fetch: transport({ origin, credentials: 'include', timeoutMs: 30_000 }) })
}
