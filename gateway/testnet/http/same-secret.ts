import { hash, timingSafeEqual } from 'node:crypto'

export const SECRET_HEADER = 'x-sotto-testnet-secret'

/** Compares in constant time, whatever the lengths. */
export function sameSecret(secret: string, given: string | string[] | undefined): boolean {
  if (typeof given !== 'string') return false
  return timingSafeEqual(hash('sha256', secret, 'buffer'), hash('sha256', given, 'buffer'))
}
