import { describe, expect, test } from 'vitest'
import type { Hex } from '#shared/model/ids.ts'
import { type Answers, type Known, nextStep, type Payout, type Step, wanting } from './next-step.ts'

const HASH: Hex = `0x${'a'.repeat(64)}`
const OTHER: Hex = `0x${'b'.repeat(64)}`
const published = { units: 5n, proof: '0x' } as const

type Leg = Known['payouts'][number]
const leg = (state: Leg['state'], more: Partial<Leg> = {}): Leg => ({
  state,
  minedHash: null,
  transient: null,
  reason: null,
  ...more,
})
const paid = leg('confirmed', { minedHash: HASH })
const sent = leg('open')
const mined = leg('mined', { minedHash: HASH })
const failed = leg('reverted', { transient: false, reason: 'No gas.' })
const passing = leg('reverted', { transient: true })

/** Nothing was paid, and everything is there to pay it. */
const clear: Known = {
  payouts: [],
  hasNote: false,
  backed: true,
  insist: false,
  isByHandOnly: false,
  isTooSoon: false,
  hasOperator: true,
}
const answers: Answers = {
  noted: null,
  ownsBurn: true,
  forgotten: null,
  finalized: null,
  isFinal: true,
  published,
}
const confirmedBy = (hash: Hex): Payout => ({ fact: { is: 'confirmed' }, hash })
const underway = (hash?: Hex): Payout => ({ fact: { is: 'open' }, ...(hash === undefined ? {} : { hash }) })
const float = { backed: false } as const

describe('what is done about a payout, by all that is known', () => {
  test.each<[string, Partial<Known>, Step]>([
    ['nothing was paid: the token pays', {}, { make: published }],
    ['nothing was paid: the float pays', float, { make: 'from the float' }],
    ['its own payout is confirmed', { payouts: [failed, paid] }, { payout: confirmedBy(HASH) }],
    ['its own is confirmed, and another is noted', { payouts: [paid], hasNote: true }, { payout: confirmedBy(HASH) }],
    ['what is noted has paid', { hasNote: true, noted: confirmedBy(OTHER) }, { payout: confirmedBy(OTHER) }],
    ['what is noted has not paid: the next look pays', { hasNote: true }, { payout: wanting(null) }],
    ['another redeem was paid for its burn', { ownsBurn: false }, { payout: wanting('confirmation') }],
    ['a payout is known again after a restore', { forgotten: underway(OTHER) }, { payout: underway(OTHER) }],
    [
      'what operators have sent is not known yet',
      { forgotten: wanting('confirmation') },
      { payout: wanting('confirmation') },
    ],
    ['somebody else has finalized', { finalized: confirmedBy(OTHER) }, { payout: confirmedBy(OTHER) }],
    [
      'somebody else has finalized while its own waits',
      { payouts: [sent], finalized: confirmedBy(OTHER) },
      { payout: confirmedBy(OTHER) },
    ],
    [
      'from the float no other account finalizes',
      { ...float, finalized: confirmedBy(OTHER) },
      { make: 'from the float' },
    ],
    ['its own is sent', { payouts: [sent] }, { payout: underway() }],
    ['its own is mined', { payouts: [failed, mined] }, { payout: underway(HASH) }],
    ['only a person pays again', { isByHandOnly: true }, { payout: wanting('confirmation') }],
    ['a person pays again', { isByHandOnly: true, insist: true }, { make: published }],
    ['two have reverted', { payouts: [failed, failed] }, { make: published }],
    [
      'three have reverted',
      { payouts: [failed, failed, failed] },
      { payout: { fact: { is: 'failed', reason: 'The payout reverted: No gas. The burned amount is owed.' } } },
    ],
    ['three have reverted for what passes', { payouts: [passing, passing, passing] }, { make: published }],
    [
      'three have reverted, and a person insists',
      { payouts: [failed, failed, failed], insist: true },
      { make: published },
    ],
    ['one has failed a moment ago', { isTooSoon: true }, { payout: wanting(null) }],
    ['one has failed a moment ago, and a person insists', { isTooSoon: true, insist: true }, { make: published }],
    ['there is no operator', { hasOperator: false }, { payout: wanting('operator_gas') }],
    ['the first leg is not final', { ...float, isFinal: false }, { payout: wanting('confirmation') }],
    ['what the token pays needs no node but one', { isFinal: false }, { make: published }],
    ['the amount is not published', { published: null }, { payout: wanting('public_decryption') }],
    ['the float needs no publication', { ...float, published: null }, { make: 'from the float' }],
  ])('%s', (_, change, expected) => {
    expect(nextStep({ ...clear, ...answers, ...change })).toEqual(expected)
  })
})

describe('what is asked, and no sooner than it is needed', () => {
  /** The questions until a step is known. */
  function asked(change: Partial<Known>, given: Partial<Answers> = {}): string[] {
    const known = { ...clear, ...change }
    const questions: string[] = []
    for (let step = nextStep(known); 'ask' in step; step = nextStep(known)) {
      questions.push(step.ask)
      Object.assign(known, { [step.ask]: { ...answers, ...given }[step.ask] })
    }
    return questions
  }

  test.each<[string, Partial<Known>, Partial<Answers>, string[]]>([
    ['nothing of what is paid', { payouts: [paid] }, {}, []],
    ['a note alone', { hasNote: true }, {}, ['noted']],
    ["of a burn that is another one's nothing more", {}, { ownsBurn: false }, ['ownsBurn']],
    ['of a payout under way not a forgotten one', { payouts: [sent] }, {}, ['ownsBurn', 'finalized']],
    ['of what is under way from the float nothing', { ...float, payouts: [sent] }, {}, ['ownsBurn']],
    [
      'a forgotten payout before a finalizing from elsewhere',
      {},
      { forgotten: underway(OTHER) },
      ['ownsBurn', 'forgotten'],
    ],
    ['no publication of what waits', { isTooSoon: true }, {}, ['ownsBurn', 'forgotten', 'finalized']],
    ['everything before the token pays', {}, {}, ['ownsBurn', 'forgotten', 'finalized', 'published']],
    ['everything before the float pays', float, {}, ['ownsBurn', 'forgotten', 'isFinal']],
  ])('%s', (_, change, given, expected) => {
    expect(asked(change, given)).toEqual(expected)
  })
})

test('nothing is paid while it may have been: whatever is unknown, and although a person insists', () => {
  const mayHave: Partial<Known>[] = [
    { payouts: [paid] },
    { payouts: [sent] },
    { hasNote: true, noted: underway(OTHER) },
    { ownsBurn: false },
    { forgotten: underway(OTHER) },
    { finalized: underway(OTHER) },
  ]
  for (const change of mayHave)
    for (const insist of [false, true])
      for (const isByHandOnly of [false, true])
        expect(nextStep({ ...clear, ...answers, insist, isByHandOnly, ...change })).not.toHaveProperty('make')
})
