import { parseAmount } from '#shared/model/money.ts'
import type { Day, Policy, PolicyOf, PolicyRule, Verb } from '#shared/model/policy.ts'

/** What a policy looks at of a payment. */
export type Asked = {
  verb: Verb
  units: bigint
  /** All that the receiver is: `wallets`, `cards`, its address in lower case, `contact:ID`. Null if nothing is paid to anyone. */
  destination: readonly string[] | null
  /** Milliseconds since the epoch. */
  at: number
}

/** Units that payments of the same token took in the last 24 hours, and the last 30 days. */
export type Spent = { day: bigint; month: bigint }

/** A policy, what it stands at, and what counts against its limits. */
export type PolicyInForce = { of: PolicyOf; policy: Policy; spent: Spent }

/** `limit`: what the rule says, for who may read it. */
type Against = { rule: PolicyRule; of: PolicyOf; limit: string | null }
export type Denied = Against & { is: 'denied' }
export type Waits = Against & { is: 'waits' }
export type Verdict = { is: 'allowed' } | Denied | Waits

/**
 * What becomes of a payment: every policy that applies must allow it. What one denies is denied, whatever others would send to
 * a person; `isApproved`, a person has let it pass, and only what denies still counts.
 */
export function evaluate(inForce: readonly PolicyInForce[], asked: Asked, isApproved = false): Verdict {
  for (const one of inForce) {
    const broken = denial(one, asked)
    if (broken !== undefined) return { is: 'denied', of: one.of, ...broken }
  }
  if (isApproved) return ALLOWED
  for (const one of inForce) {
    const broken = doubt(one, asked)
    if (broken !== undefined) return { is: 'waits', of: one.of, ...broken }
  }
  return ALLOWED
}

const ALLOWED: Verdict = { is: 'allowed' }

type Broken = { rule: PolicyRule; limit: string | null }

/** Test money comes in, and a mint moves nothing away: `verbs` alone is about them. */
const takesMoney = (verb: Verb) => verb === 'transfer' || verb === 'redeem'

function denial({ policy, spent }: PolicyInForce, asked: Asked): Broken | undefined {
  const { verb, units } = asked
  if (policy.verbs !== null && !policy.verbs.includes(verb)) return { rule: 'verbs', limit: policy.verbs.join(', ') }
  if (!takesMoney(verb)) return undefined
  if (isMore(units, policy.maxPerPayment)) return { rule: 'maxPerPayment', limit: policy.maxPerPayment }
  if (!isAllowed(policy, asked) && policy.destinations?.otherwise === 'deny')
    return { rule: 'destinations', limit: null }
  if (!isWithinHours(policy, asked.at) && policy.hours?.otherwise === 'deny')
    return { rule: 'hours', limit: hoursText(policy) }
  if (isMore(spent.day + units, policy.maxPerDay)) return { rule: 'maxPerDay', limit: policy.maxPerDay }
  if (isMore(spent.month + units, policy.maxPerMonth)) return { rule: 'maxPerMonth', limit: policy.maxPerMonth }
  return undefined
}

function doubt({ policy }: PolicyInForce, asked: Asked): Broken | undefined {
  if (!takesMoney(asked.verb)) return undefined
  if (!isAllowed(policy, asked)) return { rule: 'destinations', limit: null }
  if (!isWithinHours(policy, asked.at)) return { rule: 'hours', limit: hoursText(policy) }
  if (isMore(asked.units, policy.approveAbove)) return { rule: 'approveAbove', limit: policy.approveAbove }
  return undefined
}

function isMore(units: bigint, limit: string | null): boolean {
  return limit !== null && units > unitsIn(limit)
}

/** A stored limit that is none would let everything pass. */
export function unitsIn(limit: string): bigint {
  const units = parseAmount(limit)
  if (units === undefined) throw new Error('a policy has a limit that is no amount')
  return units
}

/** A redeem pays its own wallet. */
function isAllowed({ destinations }: Policy, { destination }: Asked): boolean {
  if (destinations === null || destination === null) return true
  return destinations.allow.some((name) => destination.includes(name.startsWith('0x') ? name.toLowerCase() : name))
}

/** A night belongs to the day on which it begins. Where both ends are one time, it is the whole day. */
export function isWithinHours({ hours }: Policy, at: number): boolean {
  if (hours === null) return true
  const { day, time } = localTime(at, hours.timeZone)
  const { from, to, days } = hours
  if (from < to) return days.includes(day) && from <= time && time < to
  return (days.includes(day) && time >= from) || (days.includes(dayBefore(day)) && time < to)
}

const WEEK: readonly Day[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const dayBefore = (day: Day) => WEEK[(WEEK.indexOf(day) + 6) % 7] as Day

function localTime(at: number, timeZone: string): { day: Day; time: string } {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]))
  return { day: (parts.get('weekday') ?? '').toLowerCase() as Day, time: `${parts.get('hour')}:${parts.get('minute')}` }
}

function hoursText({ hours }: Policy): string | null {
  return hours === null ? null : `${hours.days.join(' ')} ${hours.from}-${hours.to} ${hours.timeZone}`
}
