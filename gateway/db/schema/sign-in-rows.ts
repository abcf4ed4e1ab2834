import type { EventType } from '#shared/model/event.ts'
import type { Sealed, TokenHash } from '../../crypto/keyring.ts'

export type AccountRow = {
  id: string
  email: string
  name: string
  company: string
  /** A PHC string, sealed: a copy of the database alone does not let passwords be guessed. */
  passwordHash: Sealed
  mustChangePassword: number
  disabledAt: number | null
  lastLoginAt: number | null
  createdAt: number
  /** Base32. Pending until it is confirmed. */
  totpSecret: Sealed | null
  totpConfirmedAt: number | null
  /** Time step of the last code that was accepted; none up to it is accepted again. */
  totpLastStep: number
  /** What its payments must keep to. Null in what versions without policies write. */
  policy: Sealed | null
  /** Keyed, over the columns that decide who gets in (`db/sealed/row-macs.ts`). */
  mac: TokenHash | null
}

export type ApiKeyRow = {
  id: string
  accountId: string
  label: string
  prefix: string
  hash: TokenHash
  /** Space-separated. */
  scopes: string
  /** Space-separated, or null for every wallet. */
  walletIds: string | null
  createdAt: number
  lastUsedAt: number | null
  expiresAt: number | null
  revokedAt: number | null
  /** What payments must keep to that it asks for. */
  policy: Sealed | null
  /** Keyed, over the columns that say whose it is (`db/sealed/row-macs.ts`). */
  mac: TokenHash | null
}

/** Receipts are signed with the one key that is not retired. A retired one keeps its public half, and no other. */
export type NotaryKeyRow = {
  fingerprint: string
  publicKey: string
  seed: Sealed | null
  createdAt: number
  retiredAt: number | null
  /** What it has signed counts for nothing any more: its private half was in the wrong hands. */
  revokedAt: number | null
}

export type SessionRow = {
  id: string
  accountId: string
  hash: TokenHash
  /** The browser extension that signed in; null for the gateway's own pages and programs. */
  extensionOrigin: string | null
  userAgent: string | null
  createdAt: number
  lastSeenAt: number
  expiresAt: number
  /** Keyed, over the columns that say whose it is (`db/sealed/row-macs.ts`). */
  mac: TokenHash | null
}

export type ChallengeRow = {
  hash: TokenHash
  purpose: 'sign-in-totp' | 'sign-in-passkey' | 'add-passkey'
  /** The account that waits for its code, or the session that adds a passkey. */
  subject: string | null
  /** Hash of the value that a passkey has to sign. */
  answerHash: TokenHash | null
  wrong: number
  expiresAt: number
  /** Keyed, over the columns that decide who gets in (`db/sealed/row-macs.ts`). */
  mac: TokenHash | null
}

export type PasskeyRow = {
  id: string
  accountId: string
  /** Base64url, as is the key (COSE). */
  credentialId: string
  publicKey: string
  counter: number
  /** Space-separated. */
  transports: string
  backedUp: number
  name: string
  createdAt: number
  lastUsedAt: number | null
  /** Keyed, over the columns that say whose it is (`db/sealed/row-macs.ts`). */
  mac: TokenHash | null
}

export type EventRow = {
  position: number
  id: string
  at: number
  accountId: string | null
  type: EventType
  outcome: string
  credentialType: 'session' | 'api_key' | 'command_line' | null
  credentialId: string | null
  address: string | null
  subject: string | null
  /** Over this row and the MAC of the row before. */
  mac: TokenHash
}
