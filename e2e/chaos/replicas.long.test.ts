import { expect, test } from 'vitest'
import { createRandom } from './random.ts'
import { batchRun, KILLS } from './scenes/batch-run.ts'
import { limitRun } from './scenes/limit-run.ts'
import { oneKeyRun } from './scenes/one-key-run.ts'
import { padsRun } from './scenes/pads-run.ts'
import { upgradeRun } from './scenes/upgrade-run.ts'

const seed = process.env.CHAOS_SEED ?? String(Date.now())
const said: string[] = []
const say = (text: string) => said.push(text)
const random = (name: string) => createRandom(`${seed}/${name}`)
const context = () => `seed ${seed}\n${said.splice(0).join('\n')}`
const MINUTES_MS = 30 * 60_000
const until = () => performance.now() + MINUTES_MS

test('one key at three gateways at once, while they are killed, is one payment to all who ask', {
  timeout: 2 * MINUTES_MS,
}, async () => {
  const { kills, findings } = await oneKeyRun({ mode: 'float', keys: 100, until: until(), random: random('key'), say })
  expect([...findings.problems, ...findings.surprises], context()).toEqual([])
  expect(kills.count).toBeGreaterThan(10)
})

test('three gateways get two later releases one after the other, while they are killed, and lose nothing', {
  timeout: 2 * MINUTES_MS,
}, async () => {
  const { kills, findings } = await upgradeRun({ mode: 'backed', kills: 30, until: until(), random: random('up'), say })
  expect([...findings.problems, ...findings.surprises], context()).toEqual([])
  expect(kills.count).toBeGreaterThanOrEqual(30)
})

test('proofs made ahead, 500 payments through two gateways while they are killed: no node hears of two numbers for one', {
  timeout: 2 * MINUTES_MS,
}, async () => {
  const plan = { payments: 500, engine: 'postgres', replicas: 2, until: until() } as const
  const { kills, padded, findings } = await padsRun({ ...plan, random: random('pads'), say })
  expect([...findings.problems, ...findings.surprises], context()).toEqual([])
  expect(kills).toBeGreaterThan(10)
  expect(padded).toBeGreaterThan(50)
})

test('of many payments at once a limit lets exactly its amount pass, through kills, a restore and payments that are taken back', {
  timeout: 2 * MINUTES_MS,
}, async () => {
  const { findings, moved } = await limitRun({ payments: 300, until: until(), random: random('limit'), say })
  expect([...findings.problems, ...findings.surprises], context()).toEqual([])
  expect(moved).toEqual([30, 40])
})

test.each([
  ['sqlite', 1],
  ['postgres', 2],
] as const)(
  'of a batch on %s, through %i gateways that are killed and restored, each row is paid exactly once',
  {
    timeout: 2 * MINUTES_MS,
  },
  async (engine, replicas) => {
    const plan = { rows: 300, engine, replicas, until: until(), random: random(`batch ${engine}`), say }
    const { kills, restores, findings } = await batchRun(plan)
    expect([...findings.problems, ...findings.surprises], context()).toEqual([])
    expect([kills, restores, findings.settled]).toEqual([KILLS, 1, 300])
  },
)
