import type { Config } from '../../config/config.ts'

/** Who a passkey is for (WebAuthn Level 3, section 5.1.3), and the pages that may ask for one. */
export type RelyingParty = { id: string; name: string; origins: string[] }

/**
 * The public host where one is configured, else `localhost`, which is the one name without TLS that browsers accept.
 * The port is the one we listen on, never that of the `Host` header: anyone who is no browser may write anything there.
 */
export function relyingParty(config: Config, port: number): RelyingParty {
  const url = new URL(config.SOTTO_PUBLIC_URL ?? `http://localhost:${port}`)
  return { id: url.hostname, name: 'Sotto', origins: [url.origin, ...config.SOTTO_EXTENSION_ORIGINS] }
}
