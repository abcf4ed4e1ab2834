import { describe, expect, test } from 'vitest'
import { failureOf } from '#shared/client-failure.ts'
import { Policy, type PolicyInput, type PolicyRule } from '#shared/model/policy.ts'
import { policiesWords } from '../../words/en/policies/policies.ts'
import { changesOf, denyAll, loosens, noRules, policyOf, ruleText } from './model.ts'

const policy = (part: PolicyInput) => Policy.parse(part)
const week: NonNullable<PolicyInput['hours']> = {
  days: ['mon', 'tue'],
  from: '08:00',
  to: '18:00',
  timeZone: 'UTC',
  otherwise: 'deny',
}
const A = `0x${'a'.repeat(40)}`
const bob = { id: 'bob', name: 'Bob', address: A }

describe('what loosens', () => {
  test.each<[PolicyRule, PolicyInput, PolicyInput, boolean]>([
    ['maxPerDay', { maxPerDay: '10' }, { maxPerDay: '9.999999' }, false],
    ['maxPerDay', { maxPerDay: '10' }, { maxPerDay: '10.000001' }, true],
    ['maxPerDay', { maxPerDay: '10' }, {}, true],
    ['maxPerDay', {}, { maxPerDay: '10' }, false],
    ['approveAbove', { approveAbove: '0' }, { approveAbove: '1' }, true],
    ['approveAbove', { approveAbove: '1' }, { approveAbove: '0' }, false],
    ['verbs', { verbs: ['transfer'] }, { verbs: [] }, false],
    ['verbs', { verbs: [] }, { verbs: ['fund'] }, true],
    ['verbs', { verbs: [] }, {}, true],
    ['verbs', {}, { verbs: [] }, false],
    ['destinations', { destinations: { allow: [], otherwise: 'deny' } }, {}, true],
    ['destinations', {}, { destinations: { allow: [], otherwise: 'approve' } }, false],
    [
      'destinations',
      { destinations: { allow: ['wallets', 'cards'], otherwise: 'deny' } },
      { destinations: { allow: ['cards'], otherwise: 'deny' } },
      false,
    ],
    [
      'destinations',
      { destinations: { allow: ['cards'], otherwise: 'approve' } },
      { destinations: { allow: ['cards', A], otherwise: 'deny' } },
      true,
    ],
    [
      'destinations',
      { destinations: { allow: [], otherwise: 'deny' } },
      { destinations: { allow: [], otherwise: 'approve' } },
      true,
    ],
    ['hours', { hours: week }, { hours: { ...week, days: ['mon'] } }, false],
    ['hours', { hours: week }, { hours: { ...week, days: ['mon', 'sun'] } }, true],
    ['hours', { hours: week }, { hours: { ...week, otherwise: 'approve' } }, true],
    ['hours', { hours: week }, { hours: { ...week, timeZone: 'Europe/Berlin' } }, true],
    ['hours', { hours: week }, {}, true],
    ['hours', {}, { hours: week }, false],
  ])('%s: %j to %j: %s', (rule, before, after, expected) => {
    expect(loosens(rule, policy(before), policy(after))).toBe(expected)
  })
})

test('a change names the rules that it changes, and no others', () => {
  const changes = changesOf(policy({ maxPerDay: '10', approveAbove: '1' }), policy({ maxPerDay: '20', verbs: [] }), [])
  expect(changes.map(({ rule, loosens: looser }) => [rule, looser])).toEqual([
    ['maxPerDay', true],
    ['approveAbove', true],
    ['verbs', false],
  ])
  expect(changesOf(null, noRules, [])).toEqual([])
  expect(changesOf(denyAll, null, [])).toMatchObject([{ rule: 'verbs', before: policiesWords.nothing, loosens: true }])
})

test.each<[PolicyRule, PolicyInput, string]>([
  ['maxPerDay', { maxPerDay: '1250.5' }, policiesWords.limit('1\u202f250.50')],
  ['verbs', { verbs: ['transfer', 'redeem'] }, 'Transfers and redeems'],
  ['destinations', { destinations: { allow: ['wallets', 'contact:bob'], otherwise: 'deny' } }, 'Bob'],
  ['destinations', { destinations: { allow: [`0x${'A'.repeat(40)}`], otherwise: 'deny' } }, 'Bob (0xAAAA'],
  ['destinations', { destinations: { allow: ['contact:gone'], otherwise: 'deny' } }, policiesWords.unknownContact],
  ['hours', { hours: week }, 'Mon and Tue, 08:00–18:00 (UTC)'],
])('%s: %j is said', (rule, part, expected) => {
  expect(ruleText(rule, policy(part), [bob])).toContain(expected)
})

function form(fields: Record<string, string | string[]>): FormData {
  const values = new FormData()
  for (const [name, value] of Object.entries(fields)) for (const each of [value].flat()) values.append(name, each)
  return values
}
const all = { verbs: ['fund', 'mint', 'transfer', 'redeem'] }

test.each<[Record<string, string | string[]>, PolicyInput]>([
  [all, {}],
  [{}, { verbs: [] }],
  [
    { ...all, maxPerDay: ' 10 ', approveAbove: '0' },
    { maxPerDay: '10', approveAbove: '0' },
  ],
  [
    {
      ...all,
      limitReceivers: 'on',
      receivers: ['cards', 'contact:bob'],
      addresses: `${A}\n${A}`,
      receiversOtherwise: 'deny',
    },
    { destinations: { allow: ['cards', 'contact:bob', A], otherwise: 'deny' } },
  ],
  [
    {
      ...all,
      limitHours: 'on',
      days: ['tue', 'mon'],
      from: '08:00',
      to: '18:00',
      timeZone: 'UTC',
      hoursOtherwise: 'deny',
    },
    { hours: week },
  ],
])('a form with %j asks for %j', (fields, expected) => {
  expect(policyOf(form(fields))).toEqual(policy(expected))
})

test.each([
  ['maxPerDay', { maxPerDay: '1.0000001' }],
  ['maxPerDay', { maxPerDay: 'ten' }],
  ['addresses', { limitReceivers: 'on', addresses: `${A} 0x12`, receiversOtherwise: 'deny' }],
  ['from', { limitHours: 'on', from: '08:00', to: '18:00', timeZone: 'UTC', hoursOtherwise: 'deny' }],
  ['timeZone', { limitHours: 'on', days: 'mon', from: '08:00', to: '18:00', timeZone: 'Moon', hoursOtherwise: 'deny' }],
])('what is wrong is said beside %s: %j', (path, fields) => {
  const failure = (() => {
    try {
      return policyOf(form({ ...all, ...fields }))
    } catch (error) {
      return failureOf(error)
    }
  })()
  expect(failure).toMatchObject({ code: 'validation_error', details: [{ path }] })
})
