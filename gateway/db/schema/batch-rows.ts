import type { BatchStatus, RowStatus } from '#shared/model/batch.ts'
import type { Sealed, TokenHash } from '../../crypto/keyring.ts'

export type BatchStoredRow = {
  id: string
  accountId: string
  status: BatchStatus
  /** Its name, its report, and whose it is. */
  content: Sealed
  /** How many rows have which status, and what they come to: kept with each change of a row. */
  totals: Sealed
  /** Why the gateway has paused it. */
  reason: Sealed | null
  /** In whose name it is paid: of who has started or resumed it. */
  credentialType: 'session' | 'api_key' | null
  credentialId: string | null
  /** Number of the last row. */
  rowCount: number
  createdAt: number
  updatedAt: number
  startedAt: number | null
  endedAt: number | null
}

export type BatchRowRow = {
  /** ID of its transaction, which every copy of the data gives it. */
  id: string
  batchId: string
  row: number
  accountId: string
  walletId: string | null
  status: RowStatus
  /** Keyed, of what it pays to whom: null of a row with a flaw. */
  alike: TokenHash | null
  /** All that it says, and whose it is. */
  content: Sealed
  error: Sealed | null
  /** Number of the row that a retry has made of it. */
  retriedAs: number | null
  createdAt: number
}
