import { expect, test } from 'vitest'
import { countAttempt, fitted, noAttempts, pauseLeft } from './throttle.ts'

const T = Date.UTC(2027, 0, 31, 12)
const pause = (failed: number) => pauseLeft({ failed, lastAt: T }, T) / 1000

test('three wrong passwords are free, then each pause is twice the last, up to a quarter of an hour', () => {
  const pauses = Array.from({ length: 13 }, (_, failed) => pause(failed))
  expect(pauses).toEqual([0, 0, 0, 5, 10, 20, 40, 80, 160, 320, 640, 900, 900])
  expect(pause(2_000)).toBe(900)
})

test('a pause passes', () => {
  const four = { failed: 4, lastAt: T }
  expect(pauseLeft(four, T + 9_999)).toBe(1)
  expect(pauseLeft(four, T + 10_000)).toBe(0)
  expect(pauseLeft(four, T + 86_400_000)).toBe(0)
})

test('a clock that was set back makes no pause longer than it is', () => {
  expect(pauseLeft({ failed: 4, lastAt: T }, T - 86_400_000)).toBe(10_000)
})

test('an attempt counts with its time', () => {
  expect(countAttempt(countAttempt(noAttempts, T), T + 5)).toEqual({ failed: 2, lastAt: T + 5 })
})

test('after a clock was set back a pause begins anew once, and then passes', () => {
  const back = T - 86_400_000
  const counted = fitted({ failed: 4, lastAt: T }, back)
  expect(pauseLeft(counted, back)).toBe(10_000)
  expect(pauseLeft(fitted(counted, back + 10_000), back + 10_000)).toBe(0)
})
