import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ChainState } from './apply.ts'
import { keepTime } from './keep-time.ts'

const HOUR = 3_600
let state: ChainState
let mined: number
const commit = async () => {
  mined += 1
  state.time = Date.now() / 1000
  return []
}

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000_000_000 })
  mined = 0
  state = { automine: true, pool: new Map(), height: 1, hash: '0x1', time: 1_000_000_000 }
})
afterEach(() => vi.useRealTimers())

test('an idle chain makes a block an hour', async () => {
  const stop = keepTime({ commit, state }, () => {})
  await vi.advanceTimersByTimeAsync(0.9 * HOUR * 1_000)
  expect(mined).toBe(0)
  await vi.advanceTimersByTimeAsync(10 * HOUR * 1_000)
  expect(mined).toBeGreaterThanOrEqual(9)
  expect(mined).toBeLessThanOrEqual(10)
  await stop()
})

test('and one at once, where it starts long after its newest block', async () => {
  state.time -= 2 * HOUR
  const stop = keepTime({ commit, state }, () => {})
  await vi.advanceTimersByTimeAsync(0)
  expect(mined).toBe(1)
  await stop()
})

test('not while a test holds the blocks back', async () => {
  state.automine = false
  const stop = keepTime({ commit, state }, () => {})
  await vi.advanceTimersByTimeAsync(10 * HOUR * 1_000)
  expect(mined).toBe(0)
  await stop()
})
