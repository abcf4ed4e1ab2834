import type { Client } from '#shared/client.ts'
import type { Scope } from '#shared/model/user.ts'
import type { Store } from '../../../gateway/cli/open-store.ts'

/**
 * `sound`: nothing is wrong. `hasty`: does not wait for receipts, and reaches the chain over a detour that can be cut.
 * `strict`: every limit is one. `broken`: its tables are gone. `unconfigured`: on a live network, without its settings.
 */
export type Condition = 'sound' | 'hasty' | 'strict' | 'broken' | 'unconfigured'

export type KeySettings = { scopes?: Scope[]; disabled?: boolean }

/** A session of another account than the actor's, of so many milliseconds ago, or of an account that was given its password. */
export type SessionSettings = { accountId?: string; agoMs?: number; mustChange?: true }

/** An account at a gateway, and what it needs to make calls that succeed. */
export type Actor = {
  url: string
  accountId: string
  email: string
  password: string
  apiKey: string
  api: Client
  /** Two custodial wallets; the first holds money where the gateway's chain can be reached. */
  wallet: string
  other: string
  /** A key of a new account. */
  newKey(settings?: KeySettings): Promise<string>
  /** The cookie of a new session, of this account unless told otherwise. */
  newSession(settings?: SessionSettings): Promise<Cookie>
  /** In the gateway's database, beside it. */
  inStore: InStore
  /** An account with the same password. */
  newAccount(): Promise<{ id: string; email: string }>
}

export type InStore = <T>(work: (store: Store) => Promise<T>) => Promise<T>

export type Cookie = { cookie: string }
