import type { Address } from '#shared/model/ids.ts'
import type { CallType } from '#shared/model/transaction.ts'
import type { RefusalCode } from '#shared/refused.ts'
import type { Caller } from '../../auth/caller.ts'
import type { Signer } from '../../chain/port.ts'
import type { Db } from '../../db/database.ts'
import type { Claim } from '../../idempotency/store.ts'
import type { LegDraft } from '../../legs/prepare.ts'
import type { Reading } from '../../legs/reading.ts'
import type { Spendable } from '../../legs/spendable.ts'
import type { Wallet } from '../../wallets/store.ts'
import type { LockName } from '../../world/locks.ts'
import type { World } from '../../world/world.ts'
import type { NewTransaction } from '../write-store.ts'

/** What is known when a payment is decided on. */
export type Outlook = {
  reading: Reading
  spendable: Spendable
  /** Whether everything in it is of the same block: before anything is refused, what was not is asked for again. */
  exactly: boolean
}

/** A payment that a money call has decided on. */
export type Draft = {
  caller: Caller
  claim: Claim | undefined
  wallet: Wallet
  type: CallType
  token: string
  units: bigint
  confidential: boolean
  /** Of a confidential one: no amount has to be proved for it, so it takes no turn. */
  provesNothing?: boolean
  to: Address | null
  externalId: string | null
  /** Who pays: the wallet, or the operator for the faucet. */
  sender: Address
  /** Its key, unsealed for the moment in which it signs: not while the payment queues, encrypts, or is refused. */
  unseal(): Promise<Signer>
  /** Who else has to stand well for it, as the operator does for a redeem; and wallets whose balances matter. */
  alsoSpends?: Address
  alsoRead?: Address
  /**
   * Throws the refusal that what the sender can spend calls for. Asked when nobody else can spend from the sender any more, and
   * before an encryption that is costly, so that a hopeless call costs nothing.
   */
  check(outlook: Outlook): Promise<void>
  /** Makes the legs, encryption included: `atItsTurn` is for `Confidential.encrypt`. */
  build(atItsTurn: (takesMs: number) => void): Promise<LegDraft[]>
  /** Finishes a leg whose call depends on what the chain said: the same call, with other values. */
  complete?(leg: LegDraft, outlook: Outlook): Promise<LegDraft>
  /**
   * Whether what was checked still is so, by the database alone: asked in the database transaction that stores the payment,
   * of what is promised to several senders. Where it is not, the payment is checked again.
   */
  stillHolds?(db: Db): Promise<boolean>
  /**
   * Wei of the sender that it has promised to others: it must still be there when this has been paid for. Asked when this is
   * decided on, and once more in the database transaction that stores it.
   */
  keeps?(books: Pick<World, 'db' | 'keys'>, outlook: Outlook): Promise<bigint>
  /** Held as well while this is checked and stored, and nothing is asked: for what is shared by several senders. */
  alsoLock?: LockName
  /** Stored in the same database transaction as the first leg, whose cost in wei is given. */
  alongside?(db: Db, transactionId: string, cost: bigint): Promise<void>
  /** The code of a failure. */
  failure: RefusalCode
  /** Refuses for want of gas: as a flaw of the wallet, unless the operator pays. */
  lacksGas?(): Error
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
    now,
  }
}
