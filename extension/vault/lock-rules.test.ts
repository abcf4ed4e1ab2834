import { expect, test } from 'vitest'
import { defaultLock, lockAt, mustLock, type Unlocked } from './lock-rules.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const T = Date.UTC(2027, 0, 31, 12)
const settings = { idleMinutes: 15, capHours: 12 }
const state = (part: Partial<Unlocked> = {}): Unlocked => ({ dataKey: '', unlockedAt: T, activeAt: T, ...part })

test.each<[string, Partial<Unlocked>, number, boolean]>([
  ['just unlocked', {}, T, false],
  ['idle for less than the limit', {}, T + 15 * MINUTE - 1, false],
  ['idle for as long as the limit', {}, T + 15 * MINUTE, true],
  ['busy a moment ago', { activeAt: T + 14 * MINUTE }, T + 20 * MINUTE, false],
  ['busy all the time, a millisecond before the cap', { activeAt: T + 12 * HOUR - 1 }, T + 12 * HOUR - 1, false],
  ['busy all the time, at the cap', { activeAt: T + 12 * HOUR - 1 }, T + 12 * HOUR, true],
  ['the clock set back by a little', {}, T - MINUTE, false],
  ['the clock set back far', {}, T - MINUTE - 1, true],
  ['the clock set back far, unlocked before that', { unlockedAt: T - HOUR }, T - 2 * MINUTE, true],
])('%s', (_, part, now, locks) => {
  expect(mustLock(state(part), settings, now)).toBe(locks)
})

test('the alarm is due at whichever comes first, idle time or cap', () => {
  expect(lockAt(state(), settings)).toBe(T + 15 * MINUTE)
  expect(lockAt(state({ activeAt: T + 11.9 * HOUR }), settings)).toBe(T + 12 * HOUR)
})

test('unless set otherwise it locks after a quarter of an hour idle, and after half a day', () => {
  expect(defaultLock).toEqual({ idleMinutes: 15, capHours: 12 })
})
