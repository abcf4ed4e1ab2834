import { expect, test } from 'vitest'
import { hoursText, lockText, minutesText } from './model.ts'

test.each([
  [1, '1 minute'],
  [15, '15 minutes'],
  [60, '1 hour'],
  [90, '90 minutes'],
  [240, '4 hours'],
  [1_440, '1 day'],
])('%d minutes are said as %s', (minutes, said) => {
  expect(minutesText(minutes)).toBe(said)
})

test.each([
  [1, '1 hour'],
  [12, '12 hours'],
  [24, '1 day'],
  [168, '7 days'],
])('%d hours are said as %s', (hours, said) => {
  expect(hoursText(hours)).toBe(said)
})

test('the sentence names both times', () => {
  expect(lockText({ idleMinutes: 15, capHours: 12 })).toBe(
    'Locks after 15 minutes without use, and 12 hours after the unlock at the latest.',
  )
})
