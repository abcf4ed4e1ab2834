import * as z from 'zod/mini'
import { POLICY_DESTINATIONS_MAX } from '../limits.ts'
import { growing } from './growing.ts'
import { HexAddress } from './ids.ts'
import { GivenAmount } from './money.ts'

/** What a policy can say of each payment; a refusal names one of them. */
export const PolicyRule = z.enum([
  'verbs',
  'maxPerPayment',
  'maxPerDay',
  'maxPerMonth',
  'destinations',
  'hours',
  'approveAbove',
])
export type PolicyRule = z.infer<typeof PolicyRule>

/** What a policy stands at. */
export const PolicyOf = z.enum(['account', 'api_key', 'wallet'])
export type PolicyOf = z.infer<typeof PolicyOf>

export const Verb = z.enum(['fund', 'mint', 'transfer', 'redeem'])
export type Verb = z.infer<typeof Verb>

/** What becomes of a payment that a rule does not let pass by itself. */
const Otherwise = z.enum(['approve', 'deny'])

/**
 * `wallets`: custodial wallets of the account. `cards`: single address cards whose own key the server admin has pinned. An
 * address, or a contact by its ID.
 */
const Destination = z.union([z.literal('wallets'), z.literal('cards'), HexAddress, ContactName()], {
  error: 'must be "wallets", "cards", an address, or "contact:" and the ID of a contact',
})

function ContactName() {
  return z.string().check(z.regex(/^contact:[0-9a-z]{1,100}$/))
}

const Clock = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day such as "08:30"'))

const TimeZone = z
  .string()
  .check(
    z.minLength(1),
    z.maxLength(60),
    z.refine(isTimeZone, { error: 'must be a time zone such as "Europe/Berlin", or "UTC"' }),
  )

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return /^[A-Z]/i.test(name)
  } catch {
    return false
  }
}

const distinct = (list: readonly unknown[]) => new Set(list).size === list.length
const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export const Day = z.enum(DAYS)
export type Day = z.infer<typeof Day>

/** When payments pass by themselves: on these days, from a time of day up to another, in a time zone. A night ends on the next day. */
const Hours = z.strictObject({
  days: z.array(Day).check(z.minLength(1), z.refine(distinct, { error: 'repeats a day' })),
  from: Clock,
  to: Clock,
  timeZone: TimeZone,
  otherwise: Otherwise,
})

const Destinations = z.strictObject({
  allow: z
    .array(Destination)
    .check(z.maxLength(POLICY_DESTINATIONS_MAX), z.refine(distinct, { error: 'repeats a destination' })),
  otherwise: Otherwise,
})

const maybe = <T extends z.ZodMiniType>(schema: T) => z._default(z.nullable(schema), null as never)

/**
 * What payments an account, an API key or a wallet may make. A rule that is null, or left out, limits nothing. `verbs` is about
 * all four; the others are about what takes money from a wallet: transfers and redeems. Amounts count for each token by itself.
 */
export const Policy = z.strictObject({
  version: z._default(z.literal(1), 1),
  maxPerPayment: maybe(GivenAmount),
  /** In any 24 hours, and in any 30 days. */
  maxPerDay: maybe(GivenAmount),
  maxPerMonth: maybe(GivenAmount),
  destinations: maybe(Destinations),
  verbs: maybe(z.array(Verb).check(z.refine(distinct, { error: 'repeats a verb' }))),
  /** What is more waits for a person. */
  approveAbove: maybe(GivenAmount),
  hours: maybe(Hours),
})
export type Policy = z.infer<typeof Policy>
/** As a request writes it. */
export type PolicyInput = z.input<typeof Policy>

/** Which rule a payment was refused by, or waits by; the limit only for who may read the policy. */
export const PolicyVerdict = z.object({
  rule: growing(PolicyRule),
  of: growing(PolicyOf),
  limit: z.optional(z.nullable(z.string())),
})
export type PolicyVerdict = z.infer<typeof PolicyVerdict>
