import * as z from 'zod/mini'
import { growing } from './growing.ts'
import { DateTime, Id } from './ids.ts'

/** What the audit log keeps. The second list is done by the server admin, on its command line. */
export const EventType = z.enum([
  'sign_in.password',
  'sign_in.totp',
  'sign_in.passkey',
  'sign_out',
  'session.ended',
  'password.changed',
  'totp.begun',
  'totp.enabled',
  'totp.disabled',
  'recovery_codes.renewed',
  'recovery_code.used',
  'passkey.added',
  'passkey.renamed',
  'passkey.removed',
  'api_key.created',
  'api_key.revoked',
  'wallet.exported',
  'contact.added',
  'contact.imported',
  'contact.changed',
  'contact.removed',
  'webhook.added',
  'webhook.changed',
  'webhook.removed',
  'webhook.secret_rotated',
  'money.fund',
  'money.mint',
  'money.transfer',
  'money.redeem',
  'money.cancel',
  'batch.created',
  'batch.started',
  'batch.paused',
  'batch.resumed',
  'batch.cancelled',
  'batch.retried',
  'policy.changed',
  'approval.approved',
  'approval.rejected',
  'approval.expired',
  'wallet.rebuilt',
  'transaction.rebuilt',

  'account.created',
  'account.disabled',
  'account.enabled',
  'password.reset',
  'second_factors.reset',
  'master_key.rotated',
  'nota_key.revoked',
  'backup.restored',
  'backup.made',
  'row_macs.made',
  'audit.acknowledged',
])
export type EventType = z.infer<typeof EventType>

/** One entry of the audit log, as its account reads it. */
export const AccountEvent = z.object({
  id: Id,
  at: DateTime,
  type: growing(EventType),
  /** `ok`, `challenge` where a second factor was asked for, or the code of the refusal; after `policy_denied` a colon and the rule. */
  outcome: z.string(),
  /** Null before a sign-in. */
  credential: z.nullable(
    z.object({ type: growing(z.enum(['session', 'api_key', 'command_line'])), id: z.nullable(Id) }),
  ),
  address: z.nullable(z.string()),
  /** ID of what it was done to: a key, passkey, session, wallet, contact, webhook, batch or transaction. */
  subject: z.nullable(z.string()),
})
export type AccountEvent = z.infer<typeof AccountEvent>
