import { fakeBrowser } from 'wxt/testing/fake-browser'
import { fromBase64, toBase64 } from '../base64.ts'
import { newPasswordKdf, passwordKey } from '../derive.ts'
import type { KeyOfPassword, PasswordKdf } from '../kdf.ts'
import { importKey, sealBytes } from '../seal.ts'
import { stored, unlocked } from '../state.ts'
import {
  changeVaultPassword as changeVaultPasswordByKey,
  createVault as createVaultByKey,
  unlockByPassword as unlockByKey,
} from '../vault.ts'

export const T = Date.UTC(2027, 0, 31, 12)
export const MINUTE = 60_000
export const PASSWORD = 'correct horse battery'

/** Parameters that are quick to try. What the pages use is tested where they are made. */
export const quickKdf = (part: Partial<PasswordKdf> = {}): PasswordKdf => ({
  ...newPasswordKdf(),
  memory: 8,
  passes: 1,
  ...part,
})

export async function keyOf(password: string, kdf = quickKdf()): Promise<KeyOfPassword> {
  return { kdf, key: await passwordKey(password, kdf) }
}

/** As the pages do it: they derive, the vault gets keys. */
export const createVault = async (password: string, now: number) => createVaultByKey(await keyOf(password), now)

export async function storedKdf() {
  const vault = await stored.get()
  return vault === null || vault === 'damaged' ? newPasswordKdf() : vault.password.kdf
}

export async function unlockByPassword(password: string, now: number, stronger?: KeyOfPassword) {
  await unlockByKey(await passwordKey(password, await storedKdf()), now, stronger)
}

export async function changeVaultPassword(current: string, next: string, now: number) {
  await changeVaultPasswordByKey(await passwordKey(current, await storedKdf()), await keyOf(next), now)
}

/** A vault whose data key is known. */
export async function oldVault(): Promise<void> {
  const { kdf, key } = await keyOf(PASSWORD)
  const wrapped = await sealBytes(
    await importKey(fromBase64(key)),
    'sotto vault|1|password',
    new Uint8Array(32).fill(9),
  )
  await stored.set({ version: 1, password: { kdf, wrapped }, passkey: null })
}

/** The same vault, open, without the time that a password takes. */
export async function openVault(): Promise<void> {
  await oldVault()
  await unlocked.set({ dataKey: toBase64(new Uint8Array(32).fill(9)), unlockedAt: T, activeAt: T })
}

export async function onDisk(): Promise<string> {
  return JSON.stringify(await fakeBrowser.storage.local.get())
}
