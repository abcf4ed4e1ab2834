import type { Address } from '#shared/model/ids.ts'
import type { CallType } from '#shared/model/transaction.ts'
import type { RefusalCode } from '#shared/refused.ts'
import type { Claim } from '../../idempotency/store.ts'
import type { Reading } from '../../legs/reading.ts'
import type { Spendable } from '../../legs/spendable.ts'
import type { Encryption } from '../../pads/encryption.ts'
import type { NewTransaction } from '../../transactions/write-store.ts'
import type { Wallet } from '../../wallets/store.ts'
import type { World } from '../../world/world.ts'

/** What is known when a payment is decided on. */
export type Outlook = {
  reading: Reading
  spendable: Spendable
  /** Whether everything in it is of the same block: before anything is refused, the rest is asked for again. */
  atOneBlock: boolean
}

/** A payment as it was asked for. Its legs, and what it needs, promises and stores, are read off it (`rules/`). */
export type Draft = {
  claim: Claim | undefined
  wallet: Wallet
  type: CallType
  token: string
  units: bigint
  confidential: boolean
  /** Of a confidential one, where it is not by a proof of its own. */
  encryption?: Encryption | undefined
  to: Address | null
  externalId: string | null
  /** Who signs: the wallet, or the operator for the faucet. */
  sender: Address
  /** The code of a failure. */
  failure: RefusalCode
  /** Of a gift of gas that another payment waits for: how often the wallet had been given some when that was decided. */
  givenBefore?: number
  /** The request that it names. */
  requestId?: string
}

/** Something that keeps a payment from being made and is no fault of the request: recorded, and answered as a 502. */
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
    requestId: wallet.forRequest ? wallet.id : (draft.requestId ?? null),
    now,
  }
}
