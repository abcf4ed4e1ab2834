import * as z from 'zod/mini'
import { Approval } from '../model/approval.ts'
import { Gas, WalletBalances } from '../model/balances.ts'
import {
  Batch,
  BatchProgress,
  BatchReport,
  BatchRow,
  BatchStatus,
  Duplicate,
  RowFlaw,
  RowStatus,
} from '../model/batch.ts'
import { Contact } from '../model/contact.ts'
import { AccountEvent, EventType } from '../model/event.ts'
import { CardVerdict, Nota, NotaVerification } from '../model/nota.ts'
import { Policy, PolicyOf, PolicyRule, Verb } from '../model/policy.ts'
import { PaymentRequest, RequestStatus } from '../model/request.ts'
import { ApiKey, Passkey, Session } from '../model/sign-in.ts'
import { Transaction, TransactionStatus, TransactionType, WaitingFor } from '../model/transaction.ts'
import { Credential, Scope, User } from '../model/user.ts'
import { Wallet, WalletExport, WalletSummary, WalletType, WalletWithPolicy } from '../model/wallet.ts'
import {
  Delivery,
  DeliveryFlaw,
  DeliveryState,
  SentEventType,
  Webhook,
  WebhookEventType,
  WebhookStatus,
} from '../model/webhook.ts'

/** Nouns of the API: what generators make types of has these names. */
export const nouns = {
  AccountEvent,
  ApiKey,
  Approval,
  Batch,
  BatchProgress,
  BatchReport,
  BatchRow,
  BatchStatus,
  CardVerdict,
  Contact,
  Credential,
  Delivery,
  DeliveryFlaw,
  DeliveryState,
  Duplicate,
  EventType,
  Gas,
  Nota,
  NotaVerification,
  Passkey,
  PaymentRequest,
  Policy,
  PolicyOf,
  PolicyRule,
  RequestStatus,
  RowFlaw,
  RowStatus,
  Scope,
  SentEventType,
  Session,
  Transaction,
  TransactionStatus,
  TransactionType,
  User,
  Verb,
  WaitingFor,
  Wallet,
  WalletBalances,
  WalletExport,
  WalletSummary,
  WalletType,
  WalletWithPolicy,
  Webhook,
  WebhookEventType,
  WebhookStatus,
} as const

const names = z.registry<{ id: string }>()
for (const [id, noun] of Object.entries(nouns)) names.add(noun, { id })
const none = z.registry<{ id: string }>()

export type Json = Record<string, unknown>
/** What stands once in the document, by its name. */
export type Named = Map<string, Json>

/**
 * Every number of the API is whole: amounts are decimal text. An answer may grow, so that a client must take fields that it
 * does not know.
 */
function changed({ jsonSchema }: { jsonSchema: Json }, io: 'input' | 'output'): void {
  if (jsonSchema.type === 'number') jsonSchema.type = 'integer'
  if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
}

/**
 * A schema as the document has it. What an answer says of a noun is a reference to it, which goes into `named`; what a request
 * may say of one has defaults, and is written out.
 */
export function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output', named: Named): Json {
  const metadata = io === 'output' ? names : none
  const made = z.toJSONSchema(schema, {
    ...{ io, metadata, unrepresentable: 'any' },
    override: (context) => changed(context, io),
  }) as Json & { $defs?: Record<string, Json> }
  const { $schema: _, $defs = {}, ...rest } = referring(made)
  for (const [name, noun] of Object.entries($defs)) named.set(name, noun)
  return rest
}

function referring<T>(json: T): T {
  return JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', '"#/components/schemas/')) as T
}
