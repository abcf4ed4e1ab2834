import { expect, test } from 'vitest'
import { isIdle, SESSION_IDLE_MS } from './session-idle.ts'

const now = 1_800_000_000_000

test.each([
  ['used just now', now, false],
  ['used a moment less than ten minutes ago', now - SESSION_IDLE_MS + 1, false],
  ['used ten minutes ago', now - SESSION_IDLE_MS, true],
  ['a clock that was set back by a minute', now + 60_000, false],
  ['a clock that was set back by an hour', now + 3_600_000, true],
])('%s', (_, usedAt, idle) => {
  expect(isIdle(usedAt, now)).toBe(idle)
})
