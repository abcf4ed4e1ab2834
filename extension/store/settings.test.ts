import { beforeEach, expect, test } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { defaultSettings, settings } from './settings.ts'

beforeEach(() => fakeBrowser.reset())

const stored = (value: unknown) => fakeBrowser.storage.local.set({ settings: value })
const own = { ...defaultSettings, appearance: 'dark', lock: { idleMinutes: 5, capHours: 2 } } as const

test.each([
  ['a setting more', { ...own, sounds: true }, own],
  ['a choice that this version does not have', { ...own, language: 'it', opens: 'window' }, own],
  ['a lock of another kind', { ...own, lock: { ...own.lock, onSleep: true } }, own],
  ['a setting less', { ...own, notifications: undefined }, own],
])('what a newer version stored, with %s, is read as far as it is known, and can be changed', async (_, raw, read) => {
  await stored(raw)
  expect(await settings.get()).toEqual(read)
  await settings.update((before) => ({ ...before, hideConfidential: false }))
  expect(await settings.get()).toEqual({ ...read, hideConfidential: false })
})

test('a lock without an end is none: the wallet locks as it does by default', async () => {
  await stored({ ...own, lock: { idleMinutes: 1e9, capHours: 2 } })
  expect((await settings.get()).lock).toEqual({ ...own.lock, idleMinutes: defaultSettings.lock.idleMinutes })
})
