import { expect, test, vi } from 'vitest'
import { createTester, createTestWorld, walletWithMoney } from '../testing/test-world.ts'
import { look } from '../transactions/arrivals/look-fixture.ts'
import { createMetrics } from './metrics.ts'

test('what /metrics says is read once for all who ask within a second, and never twice at a time', async () => {
  const world = await createTestWorld()
  let asked = 0
  let isSlow = true
  let answer = () => {}
  const metrics = createMetrics(world, async () => {
    asked++
    if (isSlow)
      await new Promise<void>((resolve) => {
        answer = resolve
      })
    return { checks: [], warnings: [], lacks: {} }
  })
  const crowd = Array.from({ length: 100 }, () => metrics.text())
  world.clock.pass(60_000)
  const late = metrics.text()
  answer()
  const [first] = await Promise.all([...crowd, late])
  expect(await late).toBe(first)
  expect(asked).toBe(1)
  isSlow = false
  await metrics.text()
  expect(asked).toBe(1)
  world.clock.pass(1_001)
  await Promise.all([metrics.text(), metrics.text()])
  expect(asked).toBe(2)
})

test('what could not be read is read again', async () => {
  const world = await createTestWorld()
  let fails = true
  const metrics = createMetrics(world, async () => {
    if (fails) throw new Error('no')
    return { checks: [], warnings: [], lacks: {} }
  })
  await expect(metrics.text()).rejects.toThrow('no')
  fails = false
  expect(await metrics.text()).toContain('sotto_build_info')
})

test('a node that takes a question and never answers keeps /metrics from nobody', async () => {
  const world = await createTestWorld()
  const { api } = await createTester(world)
  await api.createWallet({ type: 'custodial' })
  await look(world)
  const silent = () => new Promise<never>(() => {})
  Object.assign(world.chain, { head: silent, readGas: silent })
  const metrics = createMetrics(world, async () => ({ checks: [], warnings: [], lacks: {} }))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const text = metrics.text()
    await vi.advanceTimersByTimeAsync(60_000)
    const said = await Promise.race([text, 'nothing yet'])
    expect(said).toContain('sotto_operator_eth Nan')
    expect(said).toContain('sotto_scan_lag_blocks Nan')
  } finally {
    vi.useRealTimers()
  }
})

test('/metrics answers while the database is away: its check is 0, and the metrics of the process are there', async () => {
  const world = await createTestWorld()
  const api = await createTester(world)
  await walletWithMoney(api)
  // The database answers what is asked for readiness, and nothing else.
  const checks = [{ name: 'database' as const, ok: true }]
  const metrics = createMetrics(world, async () => ({ checks, warnings: [], lacks: {} }))
  expect(await metrics.text()).toMatch(/^sotto_transactions\{/m)
  await world.db.destroy()
  world.clock.pass(1_001)
  const said = await metrics.text()
  expect(said).toContain('sotto_ready{check="database"} 0')
  expect(said).toContain('sotto_redeems_owed Nan')
  expect(said).not.toMatch(/^sotto_transactions\{/m)
})
