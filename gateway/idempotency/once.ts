import { type EndpointName, endpoints } from '#shared/api/endpoints.ts'
import { Refusal } from '#shared/refusal.ts'
import { type RefusalCode, statuses } from '#shared/refusal-codes.ts'
import type { Caller } from '../auth/caller.ts'
import { isDuplicate, writeIfPossible } from '../db/database.ts'
import { Reply } from '../http/handlers.ts'
import type { World } from '../world/world.ts'
import { type Claim, claimOf } from './fingerprint.ts'
import { findClaim, forgetClaims, type Recorded, recordOutcome } from './store.ts'

/** How long the keys of wallets and contacts are kept; those of payments are kept as long as the transaction. */
const CLAIMS_KEPT_MS = 7 * 24 * 60 * 60_000

export type Once<D> = {
  endpoint: EndpointName
  kind: Claim['kind']
  caller: Caller
  key: string | undefined
  body: unknown
  /**
   * Refuses what the credential may not ask for, before the key is looked up: else what is answered for a key would tell
   * a limited credential what another one has done.
   */
  authorize?(): Promise<void>
  /** Carries the request out; must store the claim in the database transaction that stores what it makes. */
  run(claim: Claim | undefined): Promise<D>
  /** The answer to the same request again: its subject, as it is now. */
  replay(subjectId: string): Promise<D>
}

/**
 * Carries a request out at most once per `Idempotency-Key`. The claim is stored with its subject, so that it holds after
 * a crash at any point; before anything is stored a second request is told that the first is still running, whichever gateway
 * on the database has it. That one ended without an answer is known after some seconds. A payment that failed before anything was
 * signed leaves its key free (`payments/submit/failed-payment.ts`).
 */
export async function once<D>(world: World, request: Once<D>): Promise<D | Reply<D>> {
  await request.authorize?.()
  if (request.key === undefined) return request.run(undefined)
  const { method, path } = endpoints[request.endpoint]
  const { key, body, kind } = request
  const claim = claimOf(world.keys, { accountId: request.caller.account.id, key, method, path, body, kind })

  const claimed = await world.locks.claim(`request:${claim.keyHash}`, claim.fingerprint)
  if (claimed.is === 'taken') throw conflict({ fingerprint: claimed.note }, claim)
  claim.isHeld = claimed.isHeld
  try {
    // What cannot be written now must not keep a repeat from its answer.
    const free = () => writeIfPossible(forgetClaims(world.db, claim, world.clock.now() - CLAIMS_KEPT_MS))
    const isKept = kind === 'transaction' || kind === 'batch'
    if (!isKept) await free()
    let before = await findClaim(world.db, claim)
    if (isKept && before !== undefined && before.fingerprint !== claim.fingerprint) {
      // The key of a payment may be an old one of a wallet.
      await free()
      before = await findClaim(world.db, claim)
    }
    if (before === undefined) return await runAndRecord(world, request, claim)
    requireSame(before, claim)
    return await replayed(request, before)
  } finally {
    await claimed.release()
  }
}

type Fingerprinted = { fingerprint: string }

function conflict(other: Fingerprinted, claim: Claim, cause?: unknown): Refusal {
  const code = other.fingerprint === claim.fingerprint ? 'idempotency_in_progress' : 'idempotency_mismatch'
  return new Refusal(code, { cause })
}

function requireSame(other: Fingerprinted, claim: Claim): void {
  if (other.fingerprint !== claim.fingerprint) throw conflict(other, claim)
}

async function runAndRecord<D>(world: World, request: Once<D>, claim: Claim): Promise<D | Reply<D>> {
  try {
    const data = await request.run(claim)
    // The subject stands, and its key with it: an outcome that cannot be noted is answered as 201 by a repeat.
    const { status } = endpoints[request.endpoint]
    await writeIfPossible(note(world, claim, data, status, null))
    return data
  } catch (error) {
    // Another process carried the same request out meanwhile: what this one was refused for may be what that one took.
    const other = await heldByOther(world, claim)
    if (other !== undefined) return answered(request, claim, other, error)
    if (isDuplicate(error, 'idempotencyKeys') || !(await isHeld(world, claim))) throw conflict(claim, claim, error)
    if (error instanceof Refusal && error.status === 502) {
      await writeIfPossible(note(world, claim, error.details, 502, error.code))
    }
    throw error
  }
}

/** Where it cannot be looked up, what led here is what counts. */
async function heldByOther(world: World, claim: Claim): Promise<Recorded | undefined> {
  const found = await findClaim(world.db, claim).catch(() => undefined)
  return found?.subjectId === claim.subjectId ? undefined : found
}

async function isHeld(world: World, claim: Claim): Promise<boolean> {
  return (await claim.isHeld?.(world.db).catch(() => undefined)) ?? true
}

function answered<D>(request: Once<D>, claim: Claim, other: Recorded, cause: unknown): Promise<Reply<D>> {
  requireSame(other, claim)
  if (other.status === null) throw conflict(other, claim, cause)
  return replayed(request, other)
}

/** A request that failed before anything was signed has made nothing that holds its key. */
async function note(world: World, claim: Claim, data: unknown, status: number, code: string | null): Promise<void> {
  const subjectId = ((data ?? {}) as { [Kind in Claim['kind']]?: { id: string } })[claim.kind]?.id
  if (subjectId !== undefined) await recordOutcome(world.db, claim, { subjectId, status, code })
}

/** The recorded status with the subject's current state; 201 where the process ended before it could say. */
async function replayed<D>(
  request: Once<D>,
  before: { subjectId: string; status: number | null; code: string | null },
): Promise<Reply<D>> {
  const data = await request.replay(before.subjectId)
  const headers = { 'idempotency-replayed': 'true' }
  if (before.code !== null && before.code in statuses) {
    throw new Refusal(before.code as RefusalCode, { details: data, headers })
  }
  return new Reply(data, before.status ?? 201, headers)
}
