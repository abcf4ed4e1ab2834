import { expect, test } from 'vitest'
import type { Failure } from '../../../client-failure.ts'
import { type Loading, next } from './use-load.ts'

const failure: Failure = { code: 'unreachable', message: 'away' }
const other: Failure = { code: 'timeout', message: 'slow' }
const waiting: Loading<string> = { is: 'waiting' }
const ready: Loading<string> = { is: 'ready', value: 'old', at: 1 }

test.each<[string, Loading<string>, Parameters<typeof next<string>>[1], Loading<string>]>([
  ['an answer is shown with its age', waiting, { value: 'new', at: 2 }, { is: 'ready', value: 'new', at: 2 }],
  ['a first failure is shown alone', waiting, { failure }, { is: 'refused', failure }],
  ['a later failure leaves the value', ready, { failure }, { ...ready, failure }],
  ['the newest failure is told', { ...ready, failure }, { failure: other }, { ...ready, failure: other }],
  [
    'a new answer ends the failure',
    { ...ready, failure },
    { value: 'new', at: 2 },
    { is: 'ready', value: 'new', at: 2 },
  ],
  [
    'an answer after a first failure is shown',
    { is: 'refused', failure },
    { value: 'new', at: 2 },
    { is: 'ready', value: 'new', at: 2 },
  ],
])('%s', (_, before, found, after) => {
  expect(next(before, found)).toEqual(after)
})
