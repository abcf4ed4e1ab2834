import type { Address } from '#shared/model/ids.ts'
import type { CallType } from '#shared/model/transaction.ts'
import type { RefusalCode } from '#shared/refusal-codes.ts'
import type { Caller } from '../../auth/caller.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import type { Db } from '../../db/database.ts'
import type { Claim } from '../../idempotency/fingerprint.ts'
import type { Reading } from '../../legs/reading.ts'
import type { Spendable } from '../../legs/spendable.ts'
import type { Encryption } from '../../pads/encryption.ts'
import type { Order } from '../../policies/in-force.ts'
import type { Waiting } from '../../transactions/approvals/store.ts'
import type { NewTransaction } from '../../transactions/write-store.ts'
import type { Wallet } from '../../wallets/store.ts'
import type { World } from '../../world/world.ts'

/** The facts that a payment is decided on. */
export type Outlook = {
  reading: Reading
  spendable: Spendable
  /** Whether everything in it is of the same block: before anything is refused, the rest is asked for again. */
  atOneBlock: boolean
}

/**
 * For a payment that is a row of a batch. A failure before it is made is thrown unchanged: the batch row says what became of
 * it.
 */
export type OfBatch = {
  batchId: string
  /** The account's own note. */
  note: string | null
  /**
   * Marks the batch row as paid, in the database transaction that stores the payment; throws if the row is not to be paid any
   * more.
   */
  store(db: Db): Promise<void>
}

/** A payment as it was asked for. Its legs, and what it needs, promises and stores, are read off it (`rules/`). */
export type Draft = {
  /** The caller whose policies apply; null for payments that the gateway makes by itself, to which none applies. */
  by: Caller | null
  claim: Claim | undefined
  wallet: Wallet
  type: CallType
  token: string
  units: bigint
  confidential: boolean
  /** Encryption of a confidential amount that has no proof of its own. */
  encryption?: Encryption | undefined
  to: Address | null
  /** Fingerprint of the pinned issuer whose address card names the receiver. */
  issuer?: string | undefined
  /** The waiting payment that a person has approved: its row is there. The entry of that is committed with its call. */
  approved?: Waiting & Pick<RequestContext, 'audit'>
  externalId: string | null
  /** Who signs: the wallet, or the operator for the faucet. */
  sender: Address
  /** Set for a row of a batch. */
  ofBatch?: OfBatch | undefined
  /** For a gift of gas that another payment waits for: how many gifts the wallet had had when this one was decided. */
  givenBefore?: number
  /** The request that it names. */
  requestId?: string
}

/** The part of a draft that policies look at. */
export function orderOf({ by, wallet, type, token, units, to, issuer, approved }: Draft): Order {
  return { by, wallet, type, token, units, to, byCard: issuer !== undefined, isApproved: approved !== undefined }
}

/** A cause that keeps a payment from being made and is no fault of the request: recorded, and answered as a 502. */
export class PaymentImpossible extends Error {
  readonly code: RefusalCode | undefined
  constructor(reason: string, code?: RefusalCode) {
    super(reason)
    this.name = 'PaymentImpossible'
    this.code = code
  }
}

/** The row that a draft becomes: with its first leg, or as a failure before anything was signed. */
export function newRow(
  world: World,
  draft: Draft,
  id: string,
  status: 'PENDING' | 'FAILED',
  error: string | null,
): NewTransaction {
  const { wallet, type, units, token, confidential, sender: from, to, externalId } = draft
  const now = world.clock.now()
  const accountId = wallet.accountId
  return {
    id,
    accountId,
    walletId: wallet.id,
    type,
    status,
    units,
    token,
    confidential,
    from,
    to,
    externalId,
    txHash: null,
    error,
    requestDigest: draft.claim?.digest ?? null,
    askedBy: draft.by?.credential.id ?? null,
    requestId: wallet.forRequest ? wallet.id : (draft.requestId ?? null),
    batchId: draft.ofBatch?.batchId ?? null,
    note: draft.ofBatch?.note ?? null,
    now,
  }
}
