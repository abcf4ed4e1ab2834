import { beforeEach, describe, expect, test } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { settings } from '../store/settings.ts'
import { fromBase64, toBase64 } from './base64.ts'
import { newPasswordKdf, passwordKey } from './derive.ts'
import type { KeyOfPassword, PasswordKdf } from './kdf.ts'
import { importKey, open, seal, sealBytes } from './seal.ts'
import { stored, unlocked, vaultState } from './state.ts'
import {
  addUnlockPasskey,
  changeVaultPassword as changeVaultPasswordByKey,
  createVault as createVaultByKey,
  dataKey,
  lock,
  lockIfDue,
  removeUnlockPasskey,
  throttledFor,
  touch,
  unlockByPassword as unlockByKey,
  unlockByPasskey,
  unlockPasskey,
} from './vault.ts'

const T = Date.UTC(2027, 0, 31, 12)
const MINUTE = 60_000
const PASSWORD = 'correct horse battery'

beforeEach(() => fakeBrowser.reset())

/** Parameters that are quick to try. What the pages use is tested where they are made. */
const quickKdf = (part: Partial<PasswordKdf> = {}): PasswordKdf => ({
  ...newPasswordKdf(),
  memory: 8,
  passes: 1,
  ...part,
})

function keyOf(password: string, kdf = quickKdf()): KeyOfPassword {
  return { kdf, key: passwordKey(password, kdf) }
}

/** As the pages do it: they derive, the vault gets keys. */
const createVault = (password: string, now: number) => createVaultByKey(keyOf(password), now)

async function storedKdf() {
  const vault = await stored.get()
  return vault === null || vault === 'damaged' ? newPasswordKdf() : vault.password.kdf
}

async function unlockByPassword(password: string, now: number, stronger?: KeyOfPassword) {
  await unlockByKey(passwordKey(password, await storedKdf()), now, stronger)
}

async function changeVaultPassword(current: string, next: string, now: number) {
  await changeVaultPasswordByKey(passwordKey(current, await storedKdf()), keyOf(next), now)
}

/** A vault whose data key is known. */
async function oldVault(): Promise<void> {
  const { kdf, key } = keyOf(PASSWORD)
  const wrapped = await sealBytes(
    await importKey(fromBase64(key)),
    'sotto vault|1|password',
    new Uint8Array(32).fill(9),
  )
  await stored.set({ version: 1, password: { kdf, wrapped }, passkey: null })
}

/** The same vault, open, without the time that a password takes. */
async function openVault(): Promise<void> {
  await oldVault()
  await unlocked.set({ dataKey: toBase64(new Uint8Array(32).fill(9)), unlockedAt: T, activeAt: T })
}

async function onDisk(): Promise<string> {
  return JSON.stringify(await fakeBrowser.storage.local.get())
}

describe('made by a password', () => {
  test('it is unlocked, and opens again with the same password after a lock', async () => {
    expect(await vaultState()).toBe('none')
    await createVault(PASSWORD, T)
    expect(await vaultState()).toBe('unlocked')
    const box = await seal(await dataKey(T), 'here', 'secret')

    await lock()
    expect(await vaultState()).toBe('locked')
    await unlockByPassword(PASSWORD, T + MINUTE)
    expect(await vaultState()).toBe('unlocked')
    expect(await open(await dataKey(T + MINUTE), 'here', box)).toBe('secret')
  })

  test('the disk holds neither password nor data key', async () => {
    await createVault(PASSWORD, T)
    const { dataKey: inMemory = '' } = (await unlocked.get()) ?? {}
    expect(inMemory).toHaveLength(44)
    expect(await onDisk()).not.toContain(inMemory)
    expect(await onDisk()).not.toContain(PASSWORD)
  })

  test('a second one is refused, also when both are made at once', async () => {
    const both = await Promise.allSettled([createVault(PASSWORD, T), createVault('another password', T)])
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    expect(both[1]).toMatchObject({ reason: { code: 'vault_exists' } })
    await lock()
    await unlockByPassword(PASSWORD, T)
    expect(await vaultState()).toBe('unlocked')
  })
})

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

test('an unlock replaces parameters that are too weak by now, and the data key stays the same', async () => {
  await oldVault()
  await unlockByPassword(PASSWORD, T, keyOf(PASSWORD, quickKdf({ passes: 2 })))
  const before = (await unlocked.get())?.dataKey
  expect(before).toBe(toBase64(new Uint8Array(32).fill(9)))
  expect(await stored.get()).toMatchObject({ password: { kdf: { passes: 2 } } })
  await lock()
  await unlockByPassword(PASSWORD, T)
  expect((await unlocked.get())?.dataKey).toBe(before)
})

test('a changed password opens it, the old one does not, and what was sealed stays', async () => {
  await oldVault()
  await changeVaultPassword(PASSWORD, 'a new password', T)
  await expect(unlockByPassword(PASSWORD, T)).rejects.toMatchObject({ code: 'wrong_password' })
  await unlockByPassword('a new password', T)
  expect((await unlocked.get())?.dataKey).toBe(toBase64(new Uint8Array(32).fill(9)))
})

describe('a passkey', () => {
  const prf = toBase64(new Uint8Array(32).fill(3))
  const made = { credentialId: 'credential', salt: 'salt', prf }

  test('is added while unlocked, opens the vault, and can be removed again', async () => {
    await oldVault()
    await expect(addUnlockPasskey(made, T)).rejects.toMatchObject({ code: 'locked' })
    await openVault()
    await addUnlockPasskey(made, T)
    expect(await onDisk()).not.toContain(prf)

    await lock()
    expect(await unlockPasskey()).toEqual({ credentialId: 'credential', salt: 'salt', createdAt: T })
    await expect(unlockByPasskey(toBase64(new Uint8Array(32)), T)).rejects.toMatchObject({ code: 'wrong_password' })
    expect(await vaultState()).toBe('locked')
    await unlockByPasskey(prf, T)
    expect((await unlocked.get())?.dataKey).toBe(toBase64(new Uint8Array(32).fill(9)))

    await removeUnlockPasskey()
    await lock()
    await expect(unlockByPasskey(prf, T)).rejects.toMatchObject({ code: 'wrong_password' })
    await unlockByPassword(PASSWORD, T)
  })

  test('still opens it after the password was changed', async () => {
    await openVault()
    await addUnlockPasskey(made, T)
    await changeVaultPassword(PASSWORD, 'a new password', T)
    await lock()
    await unlockByPasskey(prf, T)
    expect(await vaultState()).toBe('unlocked')
  })
})

describe('two changes at once', () => {
  beforeEach(openVault)
  const prf = toBase64(new Uint8Array(32).fill(5))
  const passkey = { credentialId: 'c', salt: toBase64(new Uint8Array(32)), prf }

  test('of password and passkey: both hold', async () => {
    await Promise.all([changeVaultPassword(PASSWORD, 'another password', T), addUnlockPasskey(passkey, T)])
    await lock()
    await unlockByPassword('another password', T)
    await lock()
    await unlockByPasskey(prf, T)
    expect(await vaultState()).toBe('unlocked')
  })

  test('an unlock that makes the parameters stronger does not bring an old password back', async () => {
    const key = passwordKey(PASSWORD, await storedKdf())
    const stronger = keyOf(PASSWORD, quickKdf({ passes: 2 }))
    await Promise.all([changeVaultPassword(PASSWORD, 'another password', T), unlockByKey(key, T, stronger)])
    await lock()
    await expect(unlockByPassword(PASSWORD, T)).rejects.toMatchObject({ code: 'wrong_password' })
    await unlockByPassword('another password', T)
    expect(await vaultState()).toBe('unlocked')
  })
})

describe('a vault that cannot be read', () => {
  test.each([
    ['of another version', { version: 2 }],
    ['without its password', { version: 1, passkey: null }],
    ['that is a text', 'vault'],
    ['with absurd parameters', { version: 1, password: { kdf: { memory: -1 } }, passkey: null }],
  ])('%s is not taken for none: nothing replaces it', async (_, raw) => {
    await fakeBrowser.storage.local.set({ vault: raw })
    expect(await vaultState()).toBe('damaged')
    await expect(createVault(PASSWORD, T)).rejects.toMatchObject({ code: 'storage_damaged' })
    await expect(unlockByPassword(PASSWORD, T)).rejects.toMatchObject({ code: 'vault_damaged' })
    expect(await fakeBrowser.storage.local.get('vault')).toEqual({ vault: raw })
  })
})

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
