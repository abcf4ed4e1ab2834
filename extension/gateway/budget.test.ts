import { expect, test } from 'vitest'
import { READS_PER_WINDOW, WRITES_PER_WINDOW } from '#shared/limits.ts'
import { createBudget, READS_A_MINUTE, WRITES_A_MINUTE } from './budget.ts'

const T = Date.UTC(2027, 0, 31, 12)

test('so many a minute go, the next has to wait until the first is a minute old', () => {
  const budget = createBudget(3)
  expect([0, 10_000, 20_000].map((ms) => budget.take(T + ms))).toEqual([0, 0, 0])
  expect(budget.take(T + 30_000)).toBe(30)
  expect(budget.take(T + 59_999)).toBe(1)
  expect(budget.take(T + 60_000)).toBe(0)
  expect(budget.take(T + 60_000)).toBe(10)
})

test('what had to wait does not count', () => {
  const budget = createBudget(1)
  budget.take(T)
  for (let tries = 0; tries < 50; tries++) expect(budget.take(T + 1_000)).toBe(59)
  expect(budget.take(T + 60_000)).toBe(0)
})

test('in no minute, wherever it begins, are there more than allowed', () => {
  const budget = createBudget(10)
  const taken: number[] = []
  for (let now = T; now < T + 300_000; now += 700) if (budget.take(now) === 0) taken.push(now)
  for (const start of taken)
    expect(taken.filter((at) => at >= start && at < start + 60_000).length).toBeLessThanOrEqual(10)
  expect(taken.length).toBeGreaterThan(40)
})

test('a clock that was set back does not lock it for long', () => {
  const budget = createBudget(1)
  budget.take(T + 3_600_000)
  expect(budget.take(T)).toBe(0)
})

test('there is room left under the limits of the gateway', () => {
  expect(READS_A_MINUTE).toBeLessThan(READS_PER_WINDOW)
  expect(WRITES_A_MINUTE).toBeLessThan(WRITES_PER_WINDOW)
})
