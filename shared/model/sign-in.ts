import * as z from 'zod/mini'
import { PASSWORD_MAX, PASSWORD_MIN } from '../limits.ts'
import { growing } from './growing.ts'
import { DateTime, Id } from './ids.ts'
import { Policy } from './policy.ts'
import { Scope } from './user.ts'

/** A password as a request brings it to be checked: whatever it is, but never longer than one can be. */
export const GivenPassword = z.string().check(z.minLength(1), z.maxLength(PASSWORD_MAX))

export const NewPassword = z.string().check(z.minLength(PASSWORD_MIN), z.maxLength(PASSWORD_MAX))

/** Six digits, or a recovery code. */
export const Code = z.string().check(z.minLength(6), z.maxLength(40))

/** Names a login or ceremony that was begun. */
export const ChallengeId = z.string().check(z.minLength(1), z.maxLength(200))

/** What WebAuthn gives and takes as JSON. The browser fills it, so its inner fields are not ours to close. */
export const CeremonyOptions = z.looseObject({ challenge: z.string() })
export type CeremonyOptions = z.infer<typeof CeremonyOptions>
export const CeremonyResponse = z.looseObject({
  id: z.string().check(z.minLength(1), z.maxLength(2_000)),
  rawId: z.string(),
  type: z.literal('public-key'),
  response: z.looseObject({ clientDataJSON: z.string() }),
})
export type CeremonyResponse = z.infer<typeof CeremonyResponse>

export const Passkey = z.object({
  id: Id,
  name: z.string(),
  createdAt: DateTime,
  lastUsedAt: z.nullable(DateTime),
  backedUp: z.boolean(),
})
export type Passkey = z.infer<typeof Passkey>

export const Session = z.object({
  id: Id,
  createdAt: DateTime,
  lastSeenAt: DateTime,
  expiresAt: DateTime,
  userAgent: z.nullable(z.string()),
  current: z.boolean(),
})
export type Session = z.infer<typeof Session>

export const ApiKey = z.object({
  id: Id,
  label: z.string(),
  prefix: z.string(),
  scopes: z.array(growing(Scope)),
  walletIds: z.nullable(z.array(Id)),
  createdAt: DateTime,
  lastUsedAt: z.nullable(DateTime),
  expiresAt: z.nullable(DateTime),
  /** What payments must keep to that it asks for. Older gateways lack it. */
  policy: z.optional(z.nullable(Policy)),
})
export type ApiKey = z.infer<typeof ApiKey>
