import { expect, test } from 'vitest'
import { killRun } from './scenes/kill-run.ts'
import { padsRun } from './scenes/pads-run.ts'
import { restoreRun } from './scenes/restore-run.ts'
import { inWords, told } from './scenes/told.ts'

const { say, random, context } = told()
const HANG_MS = 5_000_000
const KILLS = 30
const RESTORES = 20
const PAYMENTS = 250

test('kills where the operator’s own money pays and amounts are decrypted', { timeout: HANG_MS }, async () => {
  const plan = { mode: 'float', amounts: 'decrypted', kills: KILLS, until: performance.now() + HANG_MS } as const
  const { kills, findings } = await killRun({ ...plan, random: random('float'), say })
  expect(inWords(findings), context()).toEqual([])
  expect(kills.count).toBeGreaterThanOrEqual(KILLS)
  expect(findings.settled).toBeGreaterThan(10)
})

/** Where the operator's own money pays: `npm run chaos -- --restores` goes through both modes. */
test('backups put back during money traffic pay nothing twice', { timeout: HANG_MS }, async () => {
  const plan = { mode: 'float', restores: RESTORES, until: performance.now() + HANG_MS } as const
  const { restores, findings } = await restoreRun({ ...plan, random: random('float'), say })
  expect(inWords(findings), context()).toEqual([])
  expect(restores.count).toBeGreaterThan(0)
})

test('proofs made ahead: no node hears of two numbers for one, and what was asked is paid', {
  timeout: HANG_MS,
}, async () => {
  const plan = { payments: PAYMENTS, engine: 'sqlite', replicas: 1, until: performance.now() + HANG_MS } as const
  const { kills, padded, findings } = await padsRun({ ...plan, random: random('pads'), say })
  expect(inWords(findings), context()).toEqual([])
  expect(kills).toBeGreaterThan(0)
  expect(padded).toBeGreaterThan(0)
})
