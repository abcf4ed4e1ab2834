import { expect, test } from 'vitest'
import { repeated } from '../../gateway/testing/how-often.ts'
import { killRun } from './scenes/kill-run.ts'
import { inWords, told } from './scenes/told.ts'

const { say, random, context } = told()
const HANG_MS = repeated(500_000)

test('kills during money traffic lose nothing and pay nothing twice', { timeout: repeated(600_000) }, async () => {
  const [kills, until] = [repeated(3), performance.now() + HANG_MS]
  const plan = { mode: 'backed', amounts: 'derived', kills, until, random: random('backed'), say } as const
  const { kills: done, findings } = await killRun(plan)
  expect(inWords(findings), context()).toEqual([])
  expect(done.count).toBeGreaterThanOrEqual(kills)
  expect(findings.settled).toBeGreaterThan(10)
})
