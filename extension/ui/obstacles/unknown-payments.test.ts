import { expect, test } from 'vitest'
import type { IntentState, OpenIntent } from '../../intents/intent.ts'
import { unknownPayments } from './unknown-payments.ts'

const T = Date.UTC(2027, 0, 31, 12)
const intent = (state: IntentState, sent: number, part: object = {}) => ({
  id: 'i',
  profileId: 'p1',
  state,
  sent,
  consentedAt: T,
  ...part,
})

test.each<[IntentState, number, boolean]>([
  ['ready', 0, false],
  ['ready', 1, true],
  ['sending', 1, true],
  ['unknown', 1, true],
  ['unknown', 0, true],
  ['ask', 0, false],
  ['ask', 1, false],
  ['accepted', 1, false],
  ['refused', 1, false],
  ['discarded', 0, false],
  ['left', 1, false],
])('one that is %s and was sent %i times: its outcome is unknown: %s', (state, sent, unknown) => {
  expect(unknownPayments([intent(state, sent)], [], undefined)).toHaveLength(unknown ? 1 : 0)
})

test('they are named where the wallet is open, the newest first, and only those of the gateway in question', () => {
  const stored = [
    intent('unknown', 1, { id: 'a' }),
    intent('unknown', 1, { id: 'b', consentedAt: T + 1 }),
    intent('unknown', 1, { id: 'c', profileId: 'p2' }),
  ]
  const opened = [{ id: 'a', order: { verb: 'mint' } }] as OpenIntent[]
  expect(unknownPayments(stored, opened, 'p1')).toEqual([
    { id: 'b', consentedAt: T + 1, verb: undefined },
    { id: 'a', consentedAt: T, verb: 'mint' },
  ])
  expect(unknownPayments(stored, [], undefined)).toHaveLength(3)
})
