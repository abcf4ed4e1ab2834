import { expect, test } from 'vitest'
import { historyRun } from './scenes/history-run.ts'
import { inWords, told } from './scenes/told.ts'
import type { Mode } from './stage.ts'

const { say, random, context } = told()
const RESTORES = 5

test.each<Mode>(['backed', 'float'])('%s: 300 payments come back from the chain with each restore', async (mode) => {
  const until = performance.now() + 3_600_000
  const plan = { mode, restores: RESTORES, until, random: random(`history ${mode}`), say }
  const { restores, kills, findings } = await historyRun(plan)
  expect(inWords(findings), context()).toEqual([])
  expect(restores).toBe(RESTORES)
  expect(kills).toBeGreaterThan(0)
})
