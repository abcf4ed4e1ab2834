import { expect, test } from 'vitest'
import { isLong, repeated } from '../../gateway/testing/how-often.ts'
import { killRun } from './scenes/kill-run.ts'
import { restoreRun } from './scenes/restore-run.ts'
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

/** Where the operator's own money pays: `npm run chaos -- --restores` goes through both modes. */
test('backups put back during money traffic pay nothing twice', { timeout: repeated(600_000) }, async () => {
  const plan = { mode: 'float', restores: isLong ? 20 : 1, until: performance.now() + HANG_MS } as const
  const { restores, findings } = await restoreRun({ ...plan, random: random('float'), say })
  expect(inWords(findings), context()).toEqual([])
  expect(restores.count).toBeGreaterThan(0)
})
