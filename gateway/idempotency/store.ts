import type { CallType } from '#shared/model/transaction.ts'
import type { RefusalCode } from '#shared/refused.ts'
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

export type Recorded = { fingerprint: TokenHash; subjectId: string; status: number | null; code: string | null }

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

/**
 * The subject of the key. A restored database does not have the claims of payments that came back from the chain: those
 * are found by the ID that the key gives them, and say by their digest whether the same was asked.
 */
export async function findClaim(db: Db, claim: Claim): Promise<Recorded | undefined> {
  const row = await db
    .selectFrom('idempotencyKeys')
    .selectAll()
    .where('accountId', '=', claim.accountId)
    .where('keyHash', '=', claim.keyHash)
    .executeTakeFirst()
  if (row === undefined) return findByRow(db, claim)
  return { fingerprint: row.fingerprint, subjectId: row.subjectId, status: row.status, code: row.code }
}

async function findByRow(db: Db, claim: Claim): Promise<Recorded | undefined> {
  const row = await db
    .selectFrom('transactions')
    .select(['requestDigest', 'type', 'status'])
    .where('id', '=', claim.rowId)
    .where('accountId', '=', claim.accountId)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const isSame = row.requestDigest === claim.digest
  const fingerprint = isSame ? claim.fingerprint : OTHER
  // As the call that had waited for its end would have been answered.
  const answer = row.status === 'FAILED' && row.type !== 'RECEIVE' ? failures[row.type] : undefined
  return { fingerprint, subjectId: claim.rowId, status: answer === undefined ? 201 : 502, code: answer ?? null }
}

const failures = {
  FUND: 'fund_failed',
  MINT: 'mint_failed',
  TRANSFER: 'transfer_failed',
  REDEEM: 'redeem_failed',
} as const satisfies Record<CallType, RefusalCode>

/** Fingerprint of another request, whose own fingerprint is gone. */
const OTHER = '' as TokenHash

/** Belongs into the database transaction that stores the subject. Rejects as a duplicate where the key is taken. */
export async function insertClaim(db: Db, claim: Claim, subjectId: string, now: number): Promise<void> {
  claim.subjectId = subjectId
  await db
    .insertInto('idempotencyKeys')
    .values({
      accountId: claim.accountId,
      keyHash: claim.keyHash,
      fingerprint: claim.fingerprint,
      kind: claim.kind,
      subjectId: subjectId,
      status: null,
      code: null,
      createdAt: now,
    })
    .execute()
}

/**
 * Records the outcome in the claim that holds this subject: meanwhile the key may have been freed, and taken by another
 * request.
 */
export async function recordOutcome(
  db: Db,
  claim: Claim,
  outcome: { subjectId: string; status: number; code: string | null },
): Promise<void> {
  const { subjectId, status, code } = outcome
  await db
    .updateTable('idempotencyKeys')
    .set({ status, code })
    .where('accountId', '=', claim.accountId)
    .where('keyHash', '=', claim.keyHash)
    .where('subjectId', '=', subjectId)
    .execute()
}

/** Keys of wallets and contacts are kept for a while only; keys of transactions as long as the transaction. */
export async function forgetClaims(db: Db, kind: Claim['kind'], before: number): Promise<void> {
  await db.deleteFrom('idempotencyKeys').where('kind', '=', kind).where('createdAt', '<', before).execute()
}
