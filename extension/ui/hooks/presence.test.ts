import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchPresence } from './presence.ts'

/** Dispatches as a browser does for a hand: no script can make an event that is trusted. */
class Page {
  readonly listeners = new Map<string, (event: Event) => void>()
  addEventListener = (name: string, listener: (event: Event) => void) => this.listeners.set(name, listener)
  removeEventListener = (name: string) => this.listeners.delete(name)
  by(who: 'a hand' | 'a script', name: string) {
    this.listeners.get(name)?.({ isTrusted: who === 'a hand' } as Event)
  }
}

let page: Page
let told: number
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  page = new Page()
  told = 0
  stop = watchPresence(page as unknown as EventTarget, () => told++)
})
afterEach(() => vi.useRealTimers())

test.each(['pointerdown', 'keydown'])('a %s by a hand is told, one by a script is not', (name) => {
  page.by('a script', name)
  expect(told).toBe(0)
  page.by('a hand', name)
  expect(told).toBe(1)
})

test('a hand that goes on moving is told every 20 seconds, also where the clock was set back', () => {
  for (const [ms, times] of [
    [0, 1],
    [19_999, 1],
    [1, 2],
    [-3_600_000, 3],
  ] as const) {
    vi.setSystemTime(Date.now() + ms)
    page.by('a hand', 'keydown')
    expect(told).toBe(times)
  }
})

test('stopped, nothing is told', () => {
  stop()
  page.by('a hand', 'pointerdown')
  expect(told).toBe(0)
})
