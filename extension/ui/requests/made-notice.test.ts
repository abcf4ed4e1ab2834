import { expect, test } from 'vitest'
import type { IntentState } from '../../intents/intent.ts'
import type { RequestState } from '../../sites/payments/rules.ts'
import { payWords } from '../../words/en/requests.ts'
import { madeNotice } from './made-notice.ts'

const said = (made: IntentState, terminal: boolean, amount: string | null = '28', state: RequestState = 'open') =>
  madeNotice({ verdict: { subject: { amount } }, state, made: { state: made, terminal } })

test.each<[IntentState, boolean]>([
  ['ready', false],
  ['sending', false],
  ['unknown', false],
  ['ask', false],
  // The gateway has it, and may be waiting for an approval.
  ['accepted', false],
  ['left', false],
])('a payment that is %s is not said to have paid the request', (state, terminal) => {
  expect(said(state, terminal)).toEqual({ icon: 'info', title: payWords.begun })
})

test('one that is settled is', () => {
  expect(said('accepted', true)).toEqual({ icon: 'check', title: payWords.paid })
})

test.each<[string, IntentState, boolean, string | null, RequestState]>([
  ['an open amount, after a payment under way', 'accepted', false, null, 'open'],
  ['an open amount, after one that is settled', 'accepted', true, null, 'open'],
  ['what is left of an amount', 'accepted', true, '28', 'part'],
])('where %s can be paid, it is said that this is another payment', (_, made, terminal, amount, state) => {
  expect(said(made, terminal, amount, state)).toMatchObject({ children: payWords.again })
})

test('where there is none, nothing is said', () => {
  expect(madeNotice({ verdict: { subject: { amount: '28' } }, state: 'open', made: undefined })).toBeUndefined()
})
