import { expect, test } from 'vitest'
import { faultRun } from './scenes/fault-run.ts'
import { lagRun } from './scenes/lag-run.ts'
import { told } from './scenes/told.ts'
import type { Mode } from './stage.ts'

const { say, random, context } = told()

const LIES = ['foreign logs', 'receipt of what was not mined', 'false revert', 'invented rival'] as const

test.each<Mode>(['backed', 'float'])(
  'a node that lies about what was mined, beside one that does not: nothing lost, nothing paid twice, %s',
  async (mode) => {
    const only = LIES.join('|')
    const plan = { mode, eachMs: 1_000, least: 5, heal: true, only, random: random(`lies ${mode}`), say }
    const { met, findings } = await faultRun(plan)
    expect([...findings.problems, ...findings.surprises], context()).toEqual([])
    expect([...met.keys()].sort()).toEqual(LIES.map((name) => `rpc ${name}`).sort())
    expect([...met].filter(([, times]) => times < 5)).toEqual([])
  },
)

test('two nodes some blocks apart fail no payment, and what has settled reads the same', async () => {
  const { met, paid, findings } = await lagRun({ mode: 'backed', forMs: 10_000, random: random('lag'), say })
  expect([...findings.problems, ...findings.surprises], context()).toEqual([])
  expect(met).toBeGreaterThan(100)
  expect(paid).toBeGreaterThan(5)
})

test('with derived amounts nothing is paid on a fault that is about what moved', async () => {
  const only = 'computations|foreign logs|reorganisation|wrong amount|bad signature'
  const shape = { mode: 'backed', amounts: 'derived', eachMs: 1_000, least: 3, heal: true } as const
  const { met, findings } = await faultRun({ ...shape, only, random: random('moved'), say })
  expect([...findings.problems, ...findings.surprises], context()).toEqual([])
  expect(met.size).toBeGreaterThanOrEqual(5)
  expect([...met].filter(([, times]) => times === 0)).toEqual([])
})
