import { beforeEach, describe, expect, test } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { toBase64 } from './base64.ts'
import { passwordKey } from './derive.ts'
import { open, seal } from './seal.ts'
import { stored, unlocked, vaultState } from './state.ts'
import {
  changeVaultPassword,
  createVault,
  keyOf,
  MINUTE,
  oldVault,
  onDisk,
  openVault,
  PASSWORD,
  quickKdf,
  storedKdf,
  T,
  unlockByPassword,
} from './testing/vault-by-password.ts'
import {
  addUnlockPasskey,
  changeVaultPassword as changePasswordByKey,
  dataKey,
  lock,
  removeUnlockPasskey,
  unlockByPassword as unlockByKey,
  unlockByPasskey,
  unlockPasskey,
} from './vault.ts'

beforeEach(() => fakeBrowser.reset())

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

test('an unlock replaces parameters that are too weak by now, and the data key stays the same', async () => {
  await oldVault()
  await unlockByPassword(PASSWORD, T, await keyOf(PASSWORD, quickKdf({ passes: 2 })))
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
    const key = await passwordKey(PASSWORD, await storedKdf())
    const [next, stronger] = [await keyOf('another password'), await keyOf(PASSWORD, quickKdf({ passes: 2 }))]
    await Promise.all([changePasswordByKey(key, next, T), unlockByKey(key, T, stronger)])
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
