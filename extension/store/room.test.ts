import { expect, test } from 'vitest'
import { fitting } from './room.ts'

test.each([
  ['all, where there is room', ['ab', 'cd'], 10, ['ab', 'cd']],
  ['the first ones, where there is not', ['ab', 'cd', 'ef'], 14, ['ab', 'cd']],
  ['none, where the first is too large', ['abcdefgh', 'i'], 5, []],
  ['none of none', [], 5, []],
])('%s', (_, list, room, expected) => {
  expect(fitting(list, room)).toEqual(expected)
})
