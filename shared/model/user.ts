import * as z from 'zod/mini'
import { growing } from './growing.ts'
import { DateTime, Id } from './ids.ts'

export const Email = z.email()

export const User = z.object({
  id: Id,
  email: Email,
  name: z.string(),
  company: z.string(),
  mustChangePassword: z.boolean(),
  totpEnabled: z.boolean(),
  lastLoginAt: z.nullable(DateTime),
  createdAt: DateTime,
})
export type User = z.infer<typeof User>

/** What an API key may do: read, manage wallets and profile, move money. */
export const Scope = z.enum(['read', 'manage', 'pay'])
export type Scope = z.infer<typeof Scope>

export const ApiKeyCredential = z.object({
  type: z.literal('api_key'),
  id: Id,
  label: z.string(),
  /** The first 13 characters of the key, enough to recognise it by. */
  prefix: z.string(),
  scopes: z.array(growing(Scope)),
  /** The wallets the key is limited to, or null for all. */
  walletIds: z.nullable(z.array(Id)),
  expiresAt: z.nullable(DateTime),
})

export const SessionCredential = z.object({
  type: z.literal('session'),
  id: Id,
  expiresAt: DateTime,
  signedInAt: DateTime,
})

export const Credential = z.discriminatedUnion('type', [ApiKeyCredential, SessionCredential])
export type Credential = z.infer<typeof Credential>
