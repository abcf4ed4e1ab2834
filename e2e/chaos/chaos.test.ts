import { expect, test } from 'vitest'
import { repeated } from '../../gateway/testing/how-often.ts'
import type { Findings } from './checks/check.ts'
import { killRun } from './scenes/kill-run.ts'
import { padsRun } from './scenes/pads-run.ts'
import { restoreRun } from './scenes/restore-run.ts'
import { told } from './scenes/told.ts'
import type { Amounts, Mode } from './stage.ts'

const { say, random, context } = told()

test.each<[Mode, Amounts, number]>([
  ['backed', 'derived', repeated(4)],
  ['float', 'decrypted', repeated(3)],
])(
  '%s, amounts %s: %i kills during money traffic lose nothing and pay nothing twice',
  { timeout: repeated(600_000) },
  async (mode, amounts, kills) => {
    const until = performance.now() + repeated(500_000)
    const { kills: done, findings } = await killRun({ mode, amounts, kills, until, random: random(mode), say })
    expect(inWords(findings), context()).toEqual([])
    expect(done.count).toBeGreaterThanOrEqual(kills)
    expect(findings.settled).toBeGreaterThan(10)
  },
)

/** Where the operator's own money pays: `npm run chaos -- --restores` goes through both modes. */
test('backups put back during money traffic pay nothing twice', { timeout: repeated(600_000) }, async () => {
  const mode = 'float'
  const until = performance.now() + repeated(500_000)
  const { restores, findings } = await restoreRun({ mode, restores: repeated(2), until, random: random(mode), say })
  expect(inWords(findings), context()).toEqual([])
  expect(restores.count).toBeGreaterThan(0)
})

test('proofs made ahead: no node hears of two numbers for one, and what was asked is paid', {
  timeout: repeated(600_000),
}, async () => {
  const plan = {
    payments: repeated(25),
    engine: 'sqlite',
    replicas: 1,
    until: performance.now() + repeated(500_000),
  } as const
  const { kills, padded, findings } = await padsRun({ ...plan, random: random('pads'), say })
  expect(inWords(findings), context()).toEqual([])
  expect(kills).toBeGreaterThan(0)
  expect(padded).toBeGreaterThan(0)
})

/** Each in words: a list of objects is cut in the report of a run. */
function inWords({ problems, surprises }: Findings): string[] {
  return [...problems.map(({ kind, text }) => `${kind}: ${text}`), ...surprises]
}
