import { expect, test } from 'vitest'
import { defaultSettings, type Settings } from '../../store/settings.ts'
import { laxIn } from './lax.ts'

const now = defaultSettings
const { lock } = now

test.each<[string, Partial<Settings>, string[]]>([
  ['the same', {}, []],
  ['an earlier lock', { lock: { idleMinutes: 1, capHours: 1 } }, []],
  ['a later lock', { lock: { ...lock, idleMinutes: 16 } }, ['lock']],
  ['a later lock of a busy wallet', { lock: { ...lock, capHours: 13 } }, ['lock']],
  ['one of both later', { lock: { idleMinutes: 1, capHours: 13 } }, ['lock']],
  ['amounts that are shown', { hideConfidential: false }, ['amounts']],
  ['other looks', { appearance: 'dark', language: 'fr', opens: 'panel' }, []],
])('of a backup with %s is said: %j', (_, part, lax) => {
  expect(laxIn({ ...now, ...part }, now)).toEqual(lax)
})

test('what is so here already is not said', () => {
  const open = { ...now, hideConfidential: false }
  expect(laxIn(open, open)).toEqual([])
})
