/** As long as an issuer's clock may be ahead. */
const AHEAD_S = 600

/**
 * Whether a listed key still speaks for what it signed at a moment: never once it is revoked, and once it is retired only
 * for what is older. Page, command and API ask this one question. All in seconds since the epoch.
 */
export function vouches(key: { retiredAt?: number | undefined; revokedAt?: number | undefined }, iat: number): boolean {
  if (key.revokedAt !== undefined) return false
  return key.retiredAt === undefined || iat <= key.retiredAt + AHEAD_S
}
