import { expect, test } from 'vitest'
import { answersInOrder } from './in-order.ts'

test.each([
  ['in their order, all are shown', [0, 1, 2], [true, true, true]],
  ['the last one first, it alone is shown', [2, 0, 1], [true, false, false]],
  ['the second one first, the third one is shown after it', [1, 0, 2], [true, false, true]],
])('of three answers that come %s', (_, order, expected) => {
  const ask = answersInOrder()
  const answers = [ask(), ask(), ask()]
  expect(order.map((each) => answers[each]?.())).toEqual(expected)
})
