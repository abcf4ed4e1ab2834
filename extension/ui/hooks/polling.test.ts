import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { poll } from './polling.ts'

class Page extends EventTarget {
  hidden = false
  show(visible: boolean) {
    this.hidden = !visible
    this.dispatchEvent(new Event('visibilitychange'))
  }
}

let page: Page
let answers: (() => void)[]
const work = vi.fn(() => new Promise<void>((resolve) => answers.push(resolve)))
/** Every poll that is under way gets its answer. */
const answer = async () => {
  for (const resolve of answers.splice(0)) resolve()
  await vi.advanceTimersByTimeAsync(0)
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0)
  page = new Page()
  answers = []
  work.mockClear()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('it asks at once, then ever less often, and never before the last answer', async () => {
  poll(page, work)
  const at: number[] = []
  const begun = Date.now()
  for (let asked = 1; asked <= 7; asked++) {
    expect(work).toHaveBeenCalledTimes(asked)
    at.push((Date.now() - begun) / 1_000)
    await pass(0)
    await answer()
    await vi.advanceTimersToNextTimerAsync()
  }
  expect(at).toEqual([0, 2, 4, 9, 14, 29, 44])
})

test('one that fails is followed by the next', async () => {
  work.mockRejectedValueOnce(new Error('away'))
  poll(page, work)
  await pass(2_000)
  expect(work).toHaveBeenCalledTimes(2)
})

test('a hidden page asks nothing; shown again it asks at once and quickly', async () => {
  poll(page, work)
  await answer()
  page.show(false)
  await pass(60_000)
  expect(work).toHaveBeenCalledTimes(1)
  page.show(true)
  expect(work).toHaveBeenCalledTimes(2)
  await answer()
  await pass(2_000)
  expect(work).toHaveBeenCalledTimes(3)
})

test('hidden and shown while an answer was awaited, it goes on in one loop, not in two', async () => {
  poll(page, work)
  for (let times = 0; times < 5; times++) {
    page.show(false)
    page.show(true)
  }
  work.mockClear()
  await answer()
  await pass(2_000)
  expect(work).toHaveBeenCalledTimes(1)
})

test('stopped, it asks no more, whatever was under way', async () => {
  const stop = poll(page, work)
  stop()
  await answer()
  page.show(false)
  page.show(true)
  await pass(60_000)
  expect(work).toHaveBeenCalledTimes(1)
})
