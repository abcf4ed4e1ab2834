import type { RequestStatus } from '#shared/model/request.ts'
import type { Sealed, TokenHash } from '../../crypto/keyring.ts'

/** A request to be paid. Its amount, memo and owner are sealed, so that a thief with the database cannot redirect its money. */
export type RequestRow = {
  /** Also the ID of the request's own wallet, if the request has an address of its own. */
  id: string
  accountId: string
  /** To which what it brings goes. */
  walletId: string
  status: RequestStatus
  externalId: string | null
  /** Keyed, of what stands in the link to its page. */
  tokenHash: TokenHash
  content: Sealed
  expiresAt: number | null
  /** When its address is to be emptied next; null where nothing is known to be there. */
  collectAt: number | null
  createdAt: number
  updatedAt: number
  /** When it was found on the chain again after a restore, if it was. */
  rebuiltAt: number | null
}

/** How many requests there are: kept by the store that writes them, in the same database transaction. */
export type RequestTotalRow = { accountId: string; walletId: string; status: RequestStatus; count: number }

/** One row for an account and a generation of the wallet seed. */
export type RequestIndexRow = {
  accountId: string
  generation: number
  /** Index of the next request: no index at or above it was ever given out. */
  nextIndex: number
  /** While requests that a restore lost are looked for: the index that is next, and the one where that ends. */
  searchAt: number | null
  searchUntil: number | null
  /** How many came back in the last search. */
  found: number
  /** What is found was made after this moment, and was paid after this block. */
  madeAfter: number | null
  scannedBlock: number | null
}
