import type { Trust } from '#shared/model/nota.ts'
import type { Db } from '../db/database.ts'
import type { OpenNota } from './format/open-nota.ts'
import { vouches } from './format/vouches.ts'
import { listIssuers } from './issuers-store.ts'
import { isCardKey, listNotaryKeys } from './store.ts'

/** RFC 7638 thumbprint, SHA-256: 43 characters of base64url, of which the last carries four bits. */
export function isFingerprint(text: string): boolean {
  return /^[\w-]{42}[AEIMQUYcgkosw048]$/.test(text)
}

/**
 * Whether to believe who signed. Card keys and notary keys do not stand in for each other, and a retired notary key
 * signs for this gateway only notas issued while it was in force; a revoked one signs nothing, no matter who pinned it.
 */
export async function trustOf(db: Db, { type, fingerprint, content }: OpenNota): Promise<Trust> {
  const isNotarial = type !== 'address-card'
  const own = isNotarial ? await isNotaryKey(db, fingerprint, content.iat) : await isCardKey(db, fingerprint)
  if (own) return 'this_gateway'
  if (isNotarial && (await isRevoked(db, fingerprint))) return 'unknown'
  const issuers = await listIssuers(db)
  return issuers.some((issuer) => issuer.fingerprint === fingerprint) ? 'trusted' : 'unknown'
}

async function isNotaryKey(db: Db, fingerprint: string, iat: number): Promise<boolean> {
  const key = (await listNotaryKeys(db)).find((one) => one.fingerprint === fingerprint)
  if (key === undefined || key.revokedAt !== null) return false
  return vouches({ retiredAt: key.retiredAt === null ? undefined : Math.floor(key.retiredAt / 1000) }, iat)
}

async function isRevoked(db: Db, fingerprint: string): Promise<boolean> {
  return (await listNotaryKeys(db)).some((key) => key.fingerprint === fingerprint && key.revokedAt !== null)
}
