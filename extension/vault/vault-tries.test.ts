import { beforeEach, describe, expect, test } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { vaultState } from './state.ts'
import { changeVaultPassword, MINUTE, oldVault, PASSWORD, T, unlockByPassword } from './testing/vault-by-password.ts'
import { throttledFor } from './vault.ts'

beforeEach(() => fakeBrowser.reset())

describe('wrong passwords', () => {
  beforeEach(oldVault)
  const wrong = (now: number) => unlockByPassword('wrong password', now)

  test('are refused, and soon have to wait', async () => {
    for (let tries = 0; tries < 3; tries++) await expect(wrong(T)).rejects.toMatchObject({ code: 'wrong_password' })
    expect(await throttledFor(T)).toBe(5)
    await expect(wrong(T)).rejects.toMatchObject({ code: 'throttled', retryAfter: 5 })
    await expect(unlockByPassword(PASSWORD, T + 4_000)).rejects.toMatchObject({ code: 'throttled', retryAfter: 1 })
    expect(await vaultState()).toBe('locked')
    await unlockByPassword(PASSWORD, T + 5_000)
    expect(await throttledFor(T + 5_000)).toBe(0)
  })

  test('do not keep the owner out until the clock is where it was, after it was set back', async () => {
    for (let tries = 0; tries < 3; tries++) await wrong(T).catch(() => undefined)
    const back = T - 365 * 24 * 60 * MINUTE
    expect(await throttledFor(back)).toBe(5)
    await unlockByPassword(PASSWORD, back + 5_000)
    expect(await vaultState()).toBe('unlocked')
  })

  test('are counted on disk before they are tried, so that ending the worker gains nothing', async () => {
    const counts: unknown[] = []
    fakeBrowser.storage.onChanged.addListener(({ attempts }) => void counts.push(attempts?.newValue))
    const trial = wrong(T)
    await expect(trial).rejects.toThrow()
    expect(counts).toEqual([{ failed: 1, lastAt: T }])
  })

  test('tried all at once count one by one', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => wrong(T)))
    const codes = outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason.code : 'unlocked'))
    expect(codes.filter((code) => code === 'wrong_password')).toHaveLength(3)
    expect(codes.filter((code) => code === 'throttled')).toHaveLength(3)
  })

  test('count when the password is to be changed as well', async () => {
    for (let tries = 0; tries < 3; tries++)
      await expect(changeVaultPassword('wrong password', 'new password', T)).rejects.toThrow()
    await expect(unlockByPassword(PASSWORD, T)).rejects.toMatchObject({ code: 'throttled' })
  })

  test('count nothing while they have to wait', async () => {
    for (let tries = 0; tries < 3; tries++) await wrong(T).catch(() => undefined)
    for (let tries = 0; tries < 9; tries++) await expect(wrong(T)).rejects.toMatchObject({ retryAfter: 5 })
    expect(await throttledFor(T + 5_000)).toBe(0)
  })
})
