import * as z from 'zod/mini'
import type { Endpoints } from '#shared/api/endpoints.ts'
import type { Data } from '#shared/api/kit/endpoint.ts'
import { ShortText } from '#shared/model/ids.ts'
import type { Transaction } from '#shared/model/transaction.ts'
import { type BatchCall, batchCalls } from '../gateway/batch-calls.ts'
import { type ReadEndpoint, reads, type WriteEndpoint, writes } from '../gateway/page-calls.ts'
import { type Profile, ProfileList } from '../gateway/profiles.ts'
import { type OpenIntent, Order } from '../intents/intent.ts'
import { type RequestRead, Shown } from '../sites/payments/rules.ts'
import { Site } from '../sites/sites.ts'
import { Card, type CardName, NOTA_KINDS, type SavedNota } from '../store/sealed/notas.ts'
import { Settings } from '../store/settings.ts'
import { KeyOfPassword } from '../vault/kdf.ts'
import type { VaultState } from '../vault/state.ts'

const Text = z.string().check(z.maxLength(5_000))
/** As `crypto.randomUUID` makes them. */
const Uuid = z.string().check(z.regex(/^[0-9a-f-]{36}$/))
const Nothing = z.strictObject({})
const OfProfile = z.strictObject({ profileId: Text })
const consent = { id: Text, allow: z.literal(true), profileId: Text, walletId: Text }
const OfIntent = z.strictObject({ id: Text })

const Input = z.record(z.string(), z.unknown())
const namesOf = <N extends string>(calls: Record<N, unknown>) => Object.keys(calls) as N[]

/**
 * Every question that a page of the wallet may ask the worker: a closed table. Whatever is not in it, or does not fit
 * its schema, is refused before anything is done.
 */
export const requests = {
  'vault.state': Nothing,
  /** Passwords stay in the page: `vault/by-password.ts` derives what is sent here. */
  'vault.create': KeyOfPassword,
  'vault.unlock': z.strictObject({ key: Text, stronger: z.optional(KeyOfPassword) }),
  'vault.unlockByPasskey': z.strictObject({ prf: Text }),
  'vault.addPasskey': z.strictObject({ credentialId: Text, salt: Text, prf: Text }),
  'vault.removePasskey': Nothing,
  'vault.changePassword': z.strictObject({ current: Text, next: KeyOfPassword }),
  'vault.lock': Nothing,
  'vault.touch': Nothing,
  /** Forgets everything, for a person who forgot the password. */
  'vault.erase': Nothing,

  'profile.add': z.strictObject({ origin: Text, name: ShortText, apiKey: Text }),
  'profile.reconnect': z.strictObject({ profileId: Text, apiKey: Text }),
  'profile.select': OfProfile,
  'profile.rename': z.strictObject({ profileId: Text, name: ShortText }),
  'profile.remove': OfProfile,
  /** What a backup held, into a wallet without gateways. */
  'profile.restore': z.strictObject({
    profiles: ProfileList,
    settings: Settings,
    explorers: z.record(z.string(), z.string()),
    sites: z.array(Site),
  }),

  'gateway.read': z.strictObject({ profileId: Text, endpoint: z.enum(namesOf(reads)), input: Input }),
  'gateway.write': z.strictObject({
    profileId: Text,
    endpoint: z.enum(namesOf(writes)),
    input: Input,
    idempotencyKey: z.optional(Text),
  }),
  /** Reads balances and the newest transactions into the view, unless that was done a moment ago. */
  'gateway.refresh': z.strictObject({ profileId: Text, force: z.optional(z.boolean()) }),

  /** `id` names the payment, so that a page which got no answer can ask again without paying twice. */
  'money.begin': z.strictObject({ profileId: Text, order: Order, id: z.optional(Uuid) }),
  'money.list': OfProfile,
  'money.look': OfIntent,
  'money.sendAgain': OfIntent,
  'money.discard': OfIntent,
  /** Stops following a payment of unknown outcome. */
  'money.leave': OfIntent,

  /** Pays rows of a batch. */
  'money.batch': z.strictObject({
    profileId: Text,
    endpoint: z.enum(namesOf(batchCalls)),
    input: z.strictObject({ id: Text, skipFlaws: z.optional(z.boolean()), payDuplicates: z.optional(z.boolean()) }),
  }),

  'activity.cached': z.strictObject({ profileId: Text, limit: z.number() }),

  'nota.save': z.strictObject({
    profileId: Text,
    kind: z.enum(NOTA_KINDS),
    name: Text,
    text: z.string(),
    /** The holder of an address card that the gateway found valid. */
    card: z.optional(Card),
  }),
  /** A request to pay: its nota as it is, or the one behind the address of its page, as the gateway reads it. */
  'request.read': z.strictObject({ profileId: Text, text: z.string() }),
  /** Names of others by their kept address cards. */
  'nota.names': OfProfile,
  'nota.list': OfProfile,
  'nota.remove': z.strictObject({ profileId: Text, id: Text }),

  'site.enable': z.strictObject({ origin: Text }),
  'site.disable': z.strictObject({ origin: Text }),
  'grant.revoke': z.strictObject({ id: Text }),
  /** The window in which pages wait for an answer is there, and shown; null where it is a tab. */
  'approval.check': z.strictObject({ windowId: z.nullable(z.number()) }),
  'approval.decide': z.union([
    z.strictObject({ id: Text, allow: z.literal(false) }),
    /** `shown` is what the person saw of the request, and has to be what it says when it is paid. */
    z.strictObject({ ...consent, shown: Shown, receipt: z.boolean() }),
    z.strictObject({
      ...consent,
      /** Until the grant ends by itself; null for never. */
      days: z.nullable(z.number().check(z.minimum(1), z.maximum(365))),
    }),
  ]),
} as const satisfies Record<string, z.ZodMiniType>

export type RequestName = keyof typeof requests

export type CallAnswer<E extends ReadEndpoint | WriteEndpoint | BatchCall> = Data<Endpoints[E]>

/** What the worker answers. */
export type Answers = {
  'vault.state': {
    state: VaultState
    /** Seconds until a password may be tried. */
    throttledFor: number
    passkey: { credentialId: string; salt: string; createdAt: number } | null
  }
  'vault.create': null
  'vault.unlock': null
  'vault.unlockByPasskey': null
  'vault.addPasskey': null
  'vault.removePasskey': null
  'vault.changePassword': null
  'vault.lock': null
  'vault.touch': null
  'vault.erase': null
  'profile.add': Profile
  'profile.reconnect': null
  'profile.select': null
  'profile.rename': null
  'profile.remove': null
  'profile.restore': null
  /** What the gateway answered, as JSON: `read` and `write` of `ask.ts` hold it to the API. */
  'gateway.read': string
  'gateway.write': string
  'gateway.refresh': null
  'money.begin': OpenIntent
  'money.list': OpenIntent[]
  'money.look': OpenIntent
  'money.sendAgain': OpenIntent
  'money.discard': OpenIntent
  'money.leave': OpenIntent
  'money.batch': string
  'activity.cached': Transaction[]
  'nota.save': SavedNota
  'nota.names': CardName[]
  'nota.list': SavedNota[]
  'request.read': RequestRead
  'nota.remove': null
  'site.enable': null
  'site.disable': null
  'grant.revoke': null
  'approval.check': null
  'approval.decide': null
}

export type RequestInput<N extends RequestName> = z.infer<(typeof requests)[N]>
