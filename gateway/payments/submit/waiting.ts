import { APPROVALS_MAX } from '#shared/limits.ts'
import type { Hex } from '#shared/model/ids.ts'
import { Refusal } from '#shared/refusal.ts'
import { findAccount } from '../../accounts/store.ts'
import type { Caller } from '../../auth/caller.ts'
import { findApiKeyPolicy } from '../../auth/credentials/api-keys.ts'
import { atomically, type Db } from '../../db/database.ts'
import { insertClaim } from '../../idempotency/store.ts'
import { append } from '../../outbox/store.ts'
import type { Waits } from '../../policies/evaluate.ts'
import { endApproved } from '../../transactions/approvals/end.ts'
import {
  type Asker,
  approvalNews,
  areWaiting,
  type BatchNow,
  insertWaiting,
  lockBatch,
} from '../../transactions/approvals/store.ts'
import { findTransaction, type Transaction } from '../../transactions/store.ts'
import { insertTransaction } from '../../transactions/write-store.ts'
import { findWallet } from '../../wallets/store.ts'
import type { World } from '../../world/world.ts'
import { type Draft, newRow } from './draft.ts'

const HOUR_MS = 60 * 60_000

/**
 * Stores a payment that waits for a person, under the ID that it will be signed with: nothing is signed, no nonce is taken. Its
 * idempotency key is taken, so that a repeat is answered with it. Throws `overloaded` where as many single payments wait as a list shows.
 */
export async function storeWaiting(world: World, draft: Draft, id: string, { rule, of }: Waits): Promise<Transaction> {
  const { wallet, by, type, units, token, confidential, to, issuer, externalId, claim } = draft
  if (by === null || (type !== 'TRANSFER' && type !== 'REDEEM')) throw new Error(`a ${type} needs no approval`)
  await atomically(world.db, async (db) => {
    const createdAt = await world.sharedNow(db)
    if (draft.ofBatch === undefined && (await areWaiting(db, wallet.accountId, APPROVALS_MAX))) throw tooManyWait()
    await draft.ofBatch?.store(db)
    await insertTransaction(db, world.keys, { ...newRow(world, draft, id, 'PENDING', null), waitsForApproval: true })
    if (claim !== undefined) await insertClaim(db, claim, id, world.clock.now())
    await insertWaiting(db, world.keys, {
      ...{ transactionId: id, accountId: wallet.accountId, walletId: wallet.id },
      ...{
        type,
        units,
        token,
        confidential,
        from: wallet.address,
        to,
        externalId,
        ...(issuer === undefined ? {} : { issuer }),
      },
      ...{ requestDigest: claim?.digest ?? null, asker: askerOf(by), rule, of },
      ...(draft.requestId == null ? {} : { requestId: draft.requestId }),
      ...{ createdAt, expiresAt: createdAt + world.config.SOTTO_APPROVAL_HOURS * HOUR_MS },
    })
    const named = { id, accountId: wallet.accountId, walletId: wallet.id }
    await append(db, [approvalNews(named, 'waiting')], world.clock.now())
  })
  const stored = await findTransaction(world.db, world.keys, id)
  if (stored === undefined) throw new Error(`transaction ${id} is gone`)
  return stored
}

/** An API key that asks without end could otherwise hide a payment from the person behind thousands of its own. */
function tooManyWait(): Refusal {
  return new Refusal('overloaded', {
    message: `${APPROVALS_MAX} payments wait for a person already. Approve or reject some of them first. Nothing was stored.`,
    headers: { 'retry-after': '60' },
  })
}

function askerOf({ credential }: Caller): Asker {
  if (credential.type === 'session') return { type: 'session', id: credential.id, label: null, walletIds: null }
  const { id, label, walletIds } = credential
  return { type: 'api_key', id, label, walletIds: walletIds === null ? null : [...walletIds] }
}

/** In the database transaction that signs: a second one, or one after the end of the wait, finds no wait. */
export async function takeWaiting(
  db: Db,
  world: World,
  { transactionId, accountId, audit }: NonNullable<Draft['approved']>,
  { txHash, reservedAt }: { txHash: Hex | null; reservedAt: number },
): Promise<void> {
  const transaction = await findTransaction(db, world.keys, transactionId, accountId)
  if (transaction?.state !== 'waiting') throw new Refusal('not_waiting')
  // Before the head of the outbox, as all that changes a batch takes them.
  if (transaction.batchId !== null) requireUnheld(await lockBatch(db, world.keys, transaction.batchId))
  const paid = { reservedAt, ...(txHash === null ? {} : { txHash }) }
  if (!(await endApproved(db, world.keys, transaction, paid, world.clock.now()))) throw new Refusal('not_waiting')
  await audit.append?.(db)
}

/** By a person, or what a person has to see first. What else pauses a batch says only that its next row cannot be paid now. */
const HOLDS: readonly (string | null)[] = [null, 'restored', 'credential_ended']

/** Whether a batch that is paused for this reason, a code, keeps its rows from being approved; null: a person paused it. */
export const holdsApprovals = (reason: string | null) => HOLDS.includes(reason)

/** Throws `batch_conflict`: after the answer to a pause or a cancellation nothing more of a batch is signed. */
export function requireUnheld(batch: BatchNow | undefined): void {
  if (batch?.status === 'PAUSED' && holdsApprovals(batch.reason))
    throw new Refusal('batch_conflict', {
      message: 'The batch of this payment is paused. Resume the batch first. The payment goes on waiting.',
    })
  if (batch?.status === 'CANCELLED')
    throw new Refusal('batch_conflict', { message: 'The batch of this payment was cancelled. Nothing was sent.' })
}

/** The asker and the wallet, with the policies that they have now. */
export async function withPoliciesNow(
  world: World,
  { by, wallet }: Pick<Draft, 'by' | 'wallet'>,
): Promise<Pick<Draft, 'by' | 'wallet'>> {
  const again = await findWallet(world.db, world.keys, wallet.accountId, wallet.id)
  if (again === undefined) throw new Refusal('not_found')
  return { by: by && (await callerNow(world, by)), wallet: again }
}

async function callerNow(world: World, by: Caller): Promise<Caller> {
  const account = await findAccount(world.db, world.keys, by.account.id)
  if (account === undefined) throw new Refusal('not_found')
  if (by.credential.type === 'session') return { ...by, account }
  return { ...by, account, policy: await findApiKeyPolicy(world.db, world.keys, by.credential.id) }
}
