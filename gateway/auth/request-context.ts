import type { SessionToken } from '../crypto/token.ts'
import type { Db } from '../db/database.ts'

/** What a request says of where it comes from, beside its credential. */
export type RequestContext = {
  /** The client's address as it is counted: IPv6 by /64, a trusted proxy's word taken. */
  address: string
  host: string
  /** Port that the gateway listens on, which a `Host` header cannot lie about. */
  port: number
  origin: string | undefined
  /** `Sec-Fetch-Site`, which no page can set. */
  site: string | undefined
  userAgent: string | null
  token: SessionToken | undefined
  /** For the audit log: what only the use case finds out. */
  audit: {
    accountId?: string
    subject?: string
    outcome?: string
    /** Writes the entry of what succeeds, in a database transaction of the use case; else it is written after that. */
    append?: (db: Db) => Promise<void>
    /** Whether a use case has done so, and its transaction is committed. */
    isAppended?: boolean
  }
}

/** Origin of a browser extension, which no web page can send. */
export function extensionOrigin(origin: string | undefined): string | null {
  return origin !== undefined && /^(chrome|moz)-extension:\/\/[\w-]+$/.test(origin) ? origin : null
}
