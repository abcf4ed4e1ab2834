import { afterEach, expect, test, vi } from 'vitest'
import { LockSettings } from '../../vault/lock-rules.ts'
import { settingsWords } from '../../words/en/settings/settings.ts'
import { capOptions, idleOptions, lockingAbout } from './model.ts'

afterEach(() => vi.unstubAllEnvs())

const chosen = (idleMinutes: number, capHours: number): LockSettings => ({ idleMinutes, capHours })
const values = (options: ReturnType<typeof idleOptions>) => options.map(([value]) => Number(value))

test('the times that are offered are times that the lock takes', () => {
  for (const idleMinutes of values(idleOptions(chosen(15, 12))))
    for (const capHours of values(capOptions(chosen(15, 12))))
      expect(LockSettings.parse({ idleMinutes, capHours })).toEqual({ idleMinutes, capHours })
})

test('a time that was set elsewhere stays among them, in its place', () => {
  expect(values(idleOptions(chosen(7, 12)))).toEqual([1, 5, 7, 15, 30, 60, 240])
  expect(values(capOptions(chosen(15, 2)))).toEqual([1, 2, 4, 12, 24, 168])
})

test('the lock of the computer is named only where the browser tells of it', () => {
  expect(lockingAbout()).toBe(settingsWords.lockingAbout)
  vi.stubEnv('FIREFOX', 'true')
  expect(lockingAbout()).not.toContain('computer')
})
