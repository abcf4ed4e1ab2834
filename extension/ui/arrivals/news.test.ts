import { expect, test } from 'vitest'
import type { Heard } from '../../store/arrivals.ts'
import { cameIn } from './news.ts'

const heard = (...ids: string[]): Heard => ({
  floor: 0,
  known: Object.fromEntries(ids.map((id) => [id, 1])),
  unseen: [],
})

test.each([
  ['one payment', { p1: heard('a') }, { p1: heard('a', 'b') }, ['b']],
  ['of two gateways', { p1: heard(), p2: heard() }, { p1: heard('a'), p2: heard('b') }, ['a', 'b']],
  ['at a first look', {}, { p1: heard('a') }, []],
  ['when it was only seen', { p1: { ...heard('a'), unseen: ['a'] } }, { p1: heard('a') }, []],
  ['when a block is gone', { p1: heard('a') }, { p1: heard() }, []],
])('what came in: %s', (_, before, now, came) => {
  expect(cameIn(before, now)).toEqual(came)
})
