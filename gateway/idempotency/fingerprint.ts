import type { Keyring, TokenHash } from '../crypto/keyring.ts'
import type { Db } from '../db/database.ts'
import type { IdempotencyRow } from '../db/schema/schema.ts'
import { derivedId } from '../world/new-id.ts'

/** What a request with an `Idempotency-Key` claims: the key within its account, and the request under it. */
export type Claim = {
  accountId: string
  keyHash: TokenHash
  fingerprint: TokenHash
  kind: IdempotencyRow['kind']
  /** What this request has made under it, or tried to: anything else that holds the key was made by another one. */
  subjectId?: string
  /** Whether no other process carries the request out by now. */
  isHeld?(db: Db): Promise<boolean>
  /** ID of the payment that is signed under it: every copy of the data gives it the same. */
  rowId: string
  /** The first digits of the fingerprint, as many as a tag on chain has. */
  digest: string
}

export function claimOf(
  keys: Keyring,
  request: { accountId: string; key: string; method: string; path: string; body: unknown; kind: Claim['kind'] },
): Claim {
  const { accountId, key, method, path, body, kind } = request
  const fingerprint = keys.hash('idempotency-fingerprint', `${method}\0${path}\0${canonical(body)}`)
  return {
    accountId,
    kind,
    rowId: derivedId(keys, accountId, key),
    digest: Buffer.from(fingerprint, 'base64url').toString('hex').slice(0, DIGEST_DIGITS),
    keyHash: keys.hash('idempotency-key', `${accountId}\0${key}`),
    fingerprint,
  }
}

/** 64 bits. */
const DIGEST_DIGITS = 16

/** JSON with sorted keys: the same request however it was spelled. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  return `{${fields
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`)
    .join()}}`
}
