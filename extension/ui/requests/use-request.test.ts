import { expect, test } from 'vitest'
import type { Intent } from '../../intents/intent.ts'
import { standingOf } from './use-request.ts'

const payment = (part: Partial<Intent> = {}) =>
  ({ id: 'i1', profileId: 'p1', state: 'sending', terminal: false, updatedAt: 1, ...part }) as Intent
const other = payment({ id: 'i2' })

test.each([
  ['comes in', [], [payment()], true],
  ['is taken by the gateway', [payment()], [payment({ state: 'accepted' })], true],
  ['ends', [payment({ state: 'accepted' })], [payment({ state: 'accepted', terminal: true })], true],
  ['is gone', [payment(), other], [other], true],
  ['is looked at', [payment()], [payment({ updatedAt: 2 })], false],
  ['of another gateway comes in', [], [payment({ profileId: 'p2' })], true],
])('where a payment %s, requests are read anew, or not', (_, before, after, anew) => {
  expect(standingOf(before) !== standingOf(after)).toBe(anew)
})

test('payments that were not read yet are no change', () => {
  expect(standingOf(undefined)).toBeUndefined()
})
