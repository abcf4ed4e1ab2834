import { expect, test } from 'vitest'
import { createRestartBudget } from './restart-budget.ts'

const MINUTE_MS = 60_000

function ends(count: number, everyMs: number): boolean[] {
  let now = 0
  const mayRestart = createRestartBudget(5, () => now)
  return Array.from({ length: count }, () => {
    now += everyMs
    return mayRestart()
  })
}

test('what ends now and then is started again for ever', () => {
  expect(ends(100, 13 * MINUTE_MS)).toEqual(Array(100).fill(true))
})

test('what ends a sixth time within an hour is given up', () => {
  expect(ends(6, MINUTE_MS)).toEqual([true, true, true, true, true, false])
})
