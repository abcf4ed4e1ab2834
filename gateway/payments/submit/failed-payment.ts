import { Refusal } from '#shared/refusal.ts'
import { failureCodes, type RefusalCode } from '#shared/refusal-codes.ts'
import { ChainUnavailable, ConfidentialUnavailable } from '../../chain/port.ts'
import { atomically } from '../../db/database.ts'
import { findClaim } from '../../idempotency/store.ts'
import { WouldRevert } from '../../legs/prepare.ts'
import { findTransaction, type Transaction } from '../../transactions/store.ts'
import { transactionAnswer } from '../../transactions/transaction-answer.ts'
import { insertTransaction } from '../../transactions/write-store.ts'
import type { World } from '../../world/world.ts'
import { type Draft, newRow, PaymentImpossible } from './draft.ts'

/**
 * The error to throw if a payment ended before it was stored under its ID. A flaw of the request is refused and leaves no
 * trace; a cause that is no fault of the request is recorded as a failed transaction, under a random ID: it leaves its
 * idempotency key free, and the ID that the key gives. A stored payment lives on, whatever was thrown.
 */
export async function recordFailure(world: World, draft: Draft, id: string, error: unknown): Promise<unknown> {
  const reason = reasonOf(error)
  if (draft.approved !== undefined) return stillWaiting(reason, error)
  if (
    reason === undefined ||
    draft.ofBatch !== undefined ||
    (await findTransaction(world.db, world.keys, id)) !== undefined
  )
    return error
  const failed = world.newId()
  // A redeem that the operator cannot pay out brings its own code: `rules/operator-cover.ts`.
  const code = (error instanceof PaymentImpossible && error.code) || failureCodes[draft.type]
  // Without its idempotency key: nothing was signed, so that the same request may be carried out by a repeat.
  await atomically(world.db, async (trx) => {
    // Another gateway has made this payment, or makes it now: then it did not fail.
    if (draft.claim !== undefined && (await findClaim(trx, draft.claim)) !== undefined) return
    if ((await draft.claim?.isHeld?.(trx)) === false) return
    await insertTransaction(trx, world.keys, newRow(world, draft, failed, 'FAILED', reason))
  })
  const transaction = await findTransaction(world.db, world.keys, failed)
  return transaction === undefined ? error : failureOf(code, transaction)
}

/** The failure of a payment that a person has approved: the row is there, and goes on waiting. */
function stillWaiting(reason: string | undefined, cause: unknown): unknown {
  return reason === undefined ? cause : new Refusal('upstream_unavailable', { message: reason, cause })
}

function reasonOf(error: unknown): string | undefined {
  if (error instanceof PaymentImpossible) return error.message
  if (error instanceof WouldRevert) return `The chain would refuse it: ${error.message}. Nothing was sent.`
  if (error instanceof ChainUnavailable) return 'The chain did not answer. Nothing was sent.'
  if (error instanceof ConfidentialUnavailable) return 'The encryption service did not answer. Nothing was sent.'
  return undefined
}

/** The 502 of a failed payment, with the payment as it is. */
export function failureOf(code: RefusalCode, transaction: Transaction): Refusal {
  return new Refusal(code, {
    message: transaction.error ?? undefined,
    details: { transaction: transactionAnswer(transaction) },
  } as ConstructorParameters<typeof Refusal>[1])
}
