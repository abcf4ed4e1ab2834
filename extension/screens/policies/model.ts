import { Failed } from '#shared/client-failure.ts'
import { formatUnits, parseAmount } from '#shared/model/money.ts'
import { type Day, Policy, type PolicyRule, type Verb } from '#shared/model/policy.ts'
import { amountText } from '#shared/ui/kit/values/group-amount.ts'
import { shortenAddress } from '#shared/ui/kit/values/shorten-address.ts'
import { locale, perLocale } from '#shared/ui/words/spoken.ts'
import { plainLine } from '../../plain-text.ts'
import { isSame } from '../../ui/addresses/address-rules.ts'
import { readAmount, sayFlaw } from '../../ui/amounts/amount-rules.ts'
import { policiesWords } from '../../words/en/policies/policies.ts'

export const limits = ['maxPerPayment', 'maxPerDay', 'maxPerMonth', 'approveAbove'] as const
export type LimitRule = (typeof limits)[number]

export const rules = [...limits, 'destinations', 'verbs', 'hours'] as const satisfies readonly PolicyRule[]

export const days: readonly Day[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

/** What nothing limits: each rule is null. */
export const noRules: Policy = Policy.parse({})
/** What allows nothing at all. */
export const denyAll: Policy = Policy.parse({ verbs: [] })

type Named = readonly { id: string; name: string; address: string }[]

const dayNames = perLocale((spoken) => new Intl.DateTimeFormat(spoken, { weekday: 'short', timeZone: 'UTC' }))
const lists = perLocale((spoken) => new Intl.ListFormat(spoken, { type: 'conjunction' }))

/** The first of January 2024 was a Monday. */
export function dayName(day: Day): string {
  return dayNames().format(new Date(Date.UTC(2024, 0, 1 + days.indexOf(day))))
}

/** What a rule allows, in plain words. */
export function ruleText(rule: PolicyRule, policy: Policy, contacts: Named): string {
  const words = policiesWords
  switch (rule) {
    case 'destinations':
      return receiversText(policy, contacts)
    case 'verbs':
      if (policy.verbs === null) return words.everything
      return policy.verbs.length === 0 ? words.nothing : verbsText(policy.verbs)
    case 'hours':
      return hoursText(policy)
    default:
      return policy[rule] === null ? words.noLimit : words.limit(amountText(policy[rule]))
  }
}

function verbsText(verbs: readonly Verb[]): string {
  const text = lists().format(verbs.map((verb) => policiesWords.verbs[verb]))
  return text.charAt(0).toLocaleUpperCase(locale()) + text.slice(1)
}

function receiversText({ destinations }: Policy, contacts: Named): string {
  const words = policiesWords
  if (destinations === null) return words.anyone
  const names = destinations.allow.map((each) => receiverName(each, contacts))
  const others = words.otherwise[destinations.otherwise]
  return names.length === 0 ? words.noReceiver(others) : words.only(lists().format(names), others)
}

function receiverName(each: string, contacts: Named): string {
  if (each === 'wallets' || each === 'cards') return policiesWords.groups[each]
  const known = contacts.find(({ id, address }) => `contact:${id}` === each || isSame(address, each))
  const name = known && plainLine(known.name, 40)
  if (each.startsWith('contact:')) return name ?? policiesWords.unknownContact
  return name === undefined ? shortenAddress(each) : `${name} (${shortenAddress(each)})`
}

function hoursText({ hours }: Policy): string {
  const words = policiesWords
  if (hours === null) return words.anyTime
  const named = lists().format(days.filter((day) => hours.days.includes(day)).map(dayName))
  return words.between(named, `${hours.from}–${hours.to}`, hours.timeZone, words.otherwise[hours.otherwise])
}

export type Change = {
  rule: PolicyRule
  before: string
  after: string
  /** Some payment may pass that did not, or without a person. */
  loosens: boolean
}

/** What a new policy changes. */
export function changesOf(before: Policy | null, after: Policy | null, contacts: Named): Change[] {
  const [old, next] = [before ?? noRules, after ?? noRules]
  return rules
    .filter((rule) => JSON.stringify(old[rule]) !== JSON.stringify(next[rule]))
    .map((rule) => ({
      rule,
      before: ruleText(rule, old, contacts),
      after: ruleText(rule, next, contacts),
      loosens: loosens(rule, old, next),
    }))
}

/** What cannot be shown to be as strict counts as looser. */
export function loosens(rule: PolicyRule, before: Policy, after: Policy): boolean {
  switch (rule) {
    case 'verbs':
      if (before.verbs === null) return false
      return after.verbs === null || !isWithin(after.verbs, before.verbs)
    case 'destinations': {
      const [old, next] = [before.destinations, after.destinations]
      if (old === null) return false
      return (
        next === null || !isWithin(next.allow, old.allow) || (old.otherwise === 'deny' && next.otherwise !== 'deny')
      )
    }
    case 'hours': {
      const [old, next] = [before.hours, after.hours]
      if (old === null) return false
      if (next === null || (old.otherwise === 'deny' && next.otherwise !== 'deny')) return true
      const sameTimes = old.from === next.from && old.to === next.to && old.timeZone === next.timeZone
      return !sameTimes || !isWithin(next.days, old.days)
    }
    default: {
      const [old, next] = [before[rule], after[rule]].map((text) => (text === null ? null : parseAmount(text)))
      if (old == null) return false
      return next == null || next > old
    }
  }
}

function isWithin(inner: readonly string[], outer: readonly string[]): boolean {
  return inner.every((each) => outer.includes(each))
}

const VERBS: readonly Verb[] = ['fund', 'mint', 'transfer', 'redeem']
const ADDRESS = /^0x[\da-f]{40}$/i

/** What a filled-in form asks for. Throws what is wrong, with the field that it is about. */
export function policyOf(values: FormData): Policy {
  const limit = (name: LimitRule): string | null => {
    const text = textOf(values, name)
    if (text === '') return null
    // Nothing is a limit as well.
    if (parseAmount(text) === 0n) return '0'
    const read = readAmount(text)
    if ('flaw' in read) throw flawed(name, sayFlaw(read.flaw))
    return formatUnits(read.units)
  }
  const verbs = VERBS.filter((verb) => values.getAll('verbs').includes(verb))
  const parsed = Policy.safeParse({
    maxPerPayment: limit('maxPerPayment'),
    maxPerDay: limit('maxPerDay'),
    maxPerMonth: limit('maxPerMonth'),
    approveAbove: limit('approveAbove'),
    verbs: verbs.length === VERBS.length ? null : verbs,
    destinations: values.has('limitReceivers') ? receiversOf(values) : null,
    hours: values.has('limitHours') ? hoursOf(values) : null,
  })
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw flawed(issue?.path.at(-1) === 'timeZone' ? 'timeZone' : String(issue?.path[0] ?? ''), policiesWords.unfit)
  }
  return parsed.data
}

function receiversOf(values: FormData) {
  const addresses = textOf(values, 'addresses')
    .split(/[\s,;]+/)
    .filter((each) => each !== '')
  const unfit = addresses.find((each) => !ADDRESS.test(each))
  if (unfit !== undefined) throw flawed('addresses', policiesWords.noAddress(plainLine(unfit, 60)))
  const allow = [...new Set([...values.getAll('receivers').map(String), ...addresses])]
  return { allow, otherwise: textOf(values, 'receiversOtherwise') }
}

function hoursOf(values: FormData) {
  const chosen = days.filter((day) => values.getAll('days').includes(day))
  if (chosen.length === 0) throw flawed('from', policiesWords.noDay)
  const [from, to, timeZone] = ['from', 'to', 'timeZone'].map((name) => textOf(values, name))
  return { days: chosen, from, to, timeZone, otherwise: textOf(values, 'hoursOtherwise') }
}

function textOf(values: FormData, name: string): string {
  const value = values.get(name)
  return typeof value === 'string' ? value.trim() : ''
}

function flawed(path: string, message: string): Failed {
  return new Failed({ code: 'validation_error', message, details: [{ path, message }] })
}

/** What the browser is set to, as a first guess. */
export function ownTimeZone(): string {
  return new Intl.DateTimeFormat(locale()).resolvedOptions().timeZone
}
