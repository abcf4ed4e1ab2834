import { expect, test } from 'vitest'
import { showsEnd } from './use-seen.ts'

/** An element from `top` to `bottom` in a window of 300 pixels above the bar. */
const look = (top: number, bottom: number) => ({
  isIntersecting: bottom > 0 && top < 300,
  boundingClientRect: { bottom },
  intersectionRect: { bottom: bottom > 0 && top < 300 ? Math.min(bottom, 300) : 0 },
})

test.each([
  ['below the window', 300, 360, false],
  ['with its first line in view', 280, 340, false],
  ['but for a fraction of a pixel', 240, 300.4, true],
  ['whole', 200, 260, true],
  ['higher than the window, with its end below', -20, 700, false],
  ['higher than the window, at its end', -400, 300, true],
  ['scrolled away before it was looked at', -100, -40, false],
])('what a site will see, %s: its end was seen: %s', (_, top, bottom, seen) => {
  expect(showsEnd(look(top, bottom))).toBe(seen)
})
