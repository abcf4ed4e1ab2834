import type { Sealed } from '../../crypto/keyring.ts'

/** A payment that waits for a person: there while it waits. */
export type ApprovalRow = {
  transactionId: string
  accountId: string
  /** All that was asked for, by whom, and why it waits. */
  content: Sealed
  expiresAt: number
}
