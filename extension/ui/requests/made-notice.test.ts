import { expect, test } from 'vitest'
import type { IntentState } from '../../intents/intent.ts'
import { payWords } from '../../words/en/requests.ts'
import { madeNotice } from './made-notice.ts'

const said = (state: IntentState, terminal: boolean, amount: string | null = '28') =>
  madeNotice({ verdict: { subject: { amount } }, made: { state, terminal } })

test.each<[IntentState, boolean]>([
  ['ready', false],
  ['sending', false],
  ['unknown', false],
  ['ask', false],
  // The gateway has it, and may be waiting for an approval.
  ['accepted', false],
  ['left', false],
])('a payment that is %s is not said to have paid the request', (state, terminal) => {
  for (const amount of ['28', null])
    expect(said(state, terminal, amount)).toEqual({ icon: 'info', title: payWords.begun })
})

test('one that is settled is', () => {
  expect(said('accepted', true)).toEqual({ icon: 'check', title: payWords.paid })
  expect(said('accepted', true, null)).toEqual({ icon: 'check', title: payWords.paidOpen })
})

test('where there is none, nothing is said', () => {
  expect(madeNotice({ verdict: { subject: { amount: '28' } }, made: undefined })).toBeUndefined()
})
