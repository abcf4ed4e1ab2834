import { beforeEach, describe, expect, test } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { settings } from '../store/settings.ts'
import { vaultState } from './state.ts'
import { MINUTE, openVault, T } from './testing/vault-by-password.ts'
import { dataKey, lock, lockIfDue, touch } from './vault.ts'

beforeEach(() => fakeBrowser.reset())

describe('the lock', () => {
  beforeEach(openVault)

  test('forgets everything of the session, and gives out no key', async () => {
    await fakeBrowser.storage.session.set({ view: { amount: '5' }, drafts: {} })
    await lock()
    expect(await fakeBrowser.storage.session.get()).toEqual({})
    await expect(dataKey(T)).rejects.toMatchObject({ code: 'locked' })
  })

  test('forgets a key that it cannot read, too', async () => {
    await fakeBrowser.storage.session.set({ unlocked: { dataKey: 'key', since: T } })
    expect(await vaultState()).toBe('locked')
    await lock()
    expect(await fakeBrowser.storage.session.get()).not.toHaveProperty('unlocked')
  })

  test('comes after the idle time, whether or not an alarm fired', async () => {
    expect(await lockIfDue(T + 15 * MINUTE - 1)).toBe(false)
    await expect(dataKey(T + 15 * MINUTE)).rejects.toMatchObject({ code: 'locked' })
    expect(await fakeBrowser.storage.session.get()).toEqual({})
  })

  test('follows the settings', async () => {
    await settings.set({ ...(await settings.get()), lock: { idleMinutes: 1, capHours: 1 } })
    await expect(dataKey(T + MINUTE)).rejects.toMatchObject({ code: 'locked' })
  })

  test('is put off by anyone who is there, but not for ever', async () => {
    for (let minute = 10; minute < 12 * 60; minute += 10) await touch(T + minute * MINUTE)
    expect(await lockIfDue(T + 12 * 60 * MINUTE - 1)).toBe(false)
    expect(await lockIfDue(T + 12 * 60 * MINUTE)).toBe(true)
  })

  test('is not undone by a touch that was under way', async () => {
    await Promise.all([touch(T + MINUTE), lock(), touch(T + MINUTE)])
    expect(await vaultState()).toBe('locked')
    await touch(T + MINUTE)
    expect(await vaultState()).toBe('locked')
  })
})
