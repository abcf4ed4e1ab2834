import { failureCodes } from '#shared/refusal-codes.ts'
import type { TokenHash } from '../crypto/keyring.ts'
import type { Db } from '../db/database.ts'
import type { Claim } from './fingerprint.ts'

export type Recorded = { fingerprint: TokenHash; subjectId: string; status: number | null; code: string | null }

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
  const answer = row.status === 'FAILED' && row.type !== 'RECEIVE' ? failureCodes[row.type] : undefined
  return { fingerprint, subjectId: claim.rowId, status: answer === undefined ? 201 : 502, code: answer ?? null }
}

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

/** So many keys are looked at for old ones by each request that adds one. */
const LOOKED_AT = 20

/**
 * Keys of wallets, contacts and requests are kept for a while only; those of transactions and batches as long as these. Frees the
 * key of this claim if it is too old, and of the next keys of its account those that are. Hashes come in no order:
 * while keys come steadily, about one in so many is too old; after many at once, each new one frees so many at most.
 */
export async function forgetClaims(db: Db, { accountId, keyHash }: Claim, before: number): Promise<void> {
  const near = db
    .selectFrom('idempotencyKeys')
    .select('keyHash')
    .where('accountId', '=', accountId)
    .where('keyHash', '>=', keyHash)
    .orderBy('keyHash')
    .limit(LOOKED_AT)
  await db
    .deleteFrom('idempotencyKeys')
    .where('accountId', '=', accountId)
    .where('keyHash', 'in', near)
    .where('kind', 'not in', ['transaction', 'batch'])
    .where('createdAt', '<', before)
    .execute()
}
