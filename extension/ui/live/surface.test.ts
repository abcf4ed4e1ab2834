import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { holdPort } from './surface.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A page, and the ports that it opened; `cut` is what the browser does when the worker ends. */
function scene(hidden = false) {
  const page = Object.assign(new EventTarget(), { hidden })
  const open = new Set<object>()
  let opened = 0
  let cut: () => void = () => undefined
  const stop = holdPort(page, () => {
    const listeners: (() => void)[] = []
    const port = { disconnect: () => void open.delete(port), onDisconnect: { addListener: push } }
    function push(listener: () => void) {
      listeners.push(listener)
    }
    opened++
    open.add(port)
    cut = () => {
      open.delete(port)
      for (const listener of listeners) listener()
    }
    return port
  })
  const turn = (to: boolean) => {
    page.hidden = to
    page.dispatchEvent(new Event('visibilitychange'))
  }
  return { open, turn, stop, cut: () => cut(), opened: () => opened }
}

test('a visible page holds one port, a hidden one none', () => {
  const { open, turn } = scene()
  expect(open.size).toBe(1)
  turn(false)
  expect(open.size).toBe(1)
  turn(true)
  expect(open.size).toBe(0)
  turn(false)
  expect(open.size).toBe(1)
})

test('a page that begins hidden opens none until it is shown', () => {
  const { open, turn } = scene(true)
  expect(open.size).toBe(0)
  turn(false)
  expect(open.size).toBe(1)
})

test('when the worker ends, a visible page wakes it again; one that was hidden meanwhile does not', async () => {
  const { open, turn, cut, opened } = scene()
  cut()
  expect(open.size).toBe(0)
  await vi.advanceTimersByTimeAsync(1_000)
  expect([open.size, opened()]).toEqual([1, 2])
  cut()
  turn(true)
  await vi.advanceTimersByTimeAsync(60_000)
  expect([open.size, opened()]).toEqual([0, 2])
})

test('shown again before the pause is over, it opens one and not two', async () => {
  const { open, turn, cut } = scene()
  cut()
  turn(true)
  turn(false)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(open.size).toBe(1)
})

test('a page that goes takes its port with it', async () => {
  const { open, turn, stop } = scene()
  stop()
  expect(open.size).toBe(0)
  turn(false)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(open.size).toBe(0)
})
