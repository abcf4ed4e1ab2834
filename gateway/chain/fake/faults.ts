import type { Hex } from '#shared/model/ids.ts'
import type { Receipt } from '../port.ts'
import type { Sent } from './ledger.ts'

/** What a test can break, while it is set. */
export type Faults = {
  chainAway: boolean
  decryptionAway: boolean
  unpublished: boolean
  /** Decides what becomes of signed bytes: `lost` never arrives, `refused` says no but takes them, as bad nodes do. */
  broadcast?: (sent: Sent) => 'accepted' | 'lost' | 'refused'
  /** What the node says instead of the truth about a transaction. */
  lie?: (hash: Hex, truth: Receipt | undefined) => Receipt | undefined
  /** The next nonce of every sender looks used, by a transaction without a receipt. */
  rival?: boolean
  /** Further nodes, which show the truth, have to agree. */
  confirming?: boolean
  /** So many of them say nothing. */
  nodesBehind?: number
  /** Whether what is signed bears no tag, as versions before them signed. */
  untagged?: boolean
}
