import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SlidingWindow } from './sliding-window.ts'

test('no window of its length ever holds more than the limit, and a refusal tells the exact moment to come back', () => {
  const gaps = fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 200 })
  fc.assert(
    fc.property(gaps, fc.integer({ min: 1, max: 10 }), (waits, limit) => {
      const window = new SlidingWindow(1_000)
      const accepted: number[] = []
      let now = 0
      for (const wait of waits) {
        now += wait
        const { remaining, resetMs } = window.look('a', limit, now)
        if (remaining > 0) {
          window.add('a', now)
          accepted.push(now)
        } else {
          expect(window.look('a', limit, now + resetMs - 1).remaining).toBe(0)
        }
      }
      for (const start of accepted) {
        expect(accepted.filter((at) => at >= start && at < start + 1_000).length).toBeLessThanOrEqual(limit)
      }
    }),
  )
})

test('one principal does not spend what another has', () => {
  const window = new SlidingWindow(1_000)
  window.add('a', 0)
  expect(window.look('b', 1, 0).remaining).toBe(1)
})
