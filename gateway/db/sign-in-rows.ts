import type { EventType } from '#shared/model/event.ts'
import type { Sealed, TokenHash } from '../crypto/keyring.ts'

export type AccountRow = {
  id: string
  email: string
  name: string
  company: string
  /** A PHC string, sealed: the database alone gives nobody anything to guess against. */
  password_hash: Sealed
  must_change_password: number
  disabled_at: number | null
  last_login_at: number | null
  created_at: number
  /** Base32. Pending until it is confirmed. */
  totp_secret: Sealed | null
  totp_confirmed_at: number | null
  /** Time step of the last code that was accepted; none up to it is accepted again. */
  totp_last_step: number
  /** Keyed, over the columns that decide who gets in (`db/row-macs.ts`). */
  mac: TokenHash | null
}

export type ApiKeyRow = {
  id: string
  account_id: string
  label: string
  prefix: string
  hash: TokenHash
  /** Space-separated. */
  scopes: string
  /** Space-separated, or null for every wallet. */
  wallet_ids: string | null
  created_at: number
  last_used_at: number | null
  expires_at: number | null
  revoked_at: number | null
  /** Keyed, over the columns that say whose it is (`db/row-macs.ts`). */
  mac: TokenHash | null
}

/** Receipts are signed with the one key that is not retired. A retired one keeps its public half, and no other. */
export type NotaryKeyRow = {
  fingerprint: string
  public_key: string
  seed: Sealed | null
  created_at: number
  retired_at: number | null
  /** What it has signed counts for nothing any more: its private half was in the wrong hands. */
  revoked_at: number | null
}

export type SessionRow = {
  id: string
  account_id: string
  hash: TokenHash
  /** The browser extension that signed in; null for the gateway's own pages and programs. */
  extension_origin: string | null
  user_agent: string | null
  created_at: number
  last_seen_at: number
  expires_at: number
  /** Keyed, over the columns that say whose it is (`db/row-macs.ts`). */
  mac: TokenHash | null
}

export type ChallengeRow = {
  hash: TokenHash
  purpose: 'sign-in-totp' | 'sign-in-passkey' | 'add-passkey'
  /** The account that waits for its code, or the session that adds a passkey. */
  subject: string | null
  /** Of the value that a passkey has to sign. */
  answer_hash: TokenHash | null
  wrong: number
  expires_at: number
  /** Keyed, over the columns that decide who gets in (`db/row-macs.ts`). */
  mac: TokenHash | null
}

export type PasskeyRow = {
  id: string
  account_id: string
  /** Base64url, as is the key (COSE). */
  credential_id: string
  public_key: string
  counter: number
  /** Space-separated. */
  transports: string
  backed_up: number
  name: string
  created_at: number
  last_used_at: number | null
  /** Keyed, over the columns that say whose it is (`db/row-macs.ts`). */
  mac: TokenHash | null
}

export type EventRow = {
  position: number
  id: string
  at: number
  account_id: string | null
  type: EventType
  outcome: string
  credential_type: 'session' | 'api_key' | 'command_line' | null
  credential_id: string | null
  address: string | null
  subject: string | null
  /** Over this row and the MAC of the row before. */
  mac: TokenHash
}
