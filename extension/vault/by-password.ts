import { ask } from '../background/ask.ts'
import { Problem } from '../problem.ts'
import { isOutdated, newPasswordKey, passwordKey } from './derive.ts'
import { stored } from './state.ts'

/** For pages, loaded when a password is typed: they derive the key, and only that goes to the worker. */
export async function createVaultBy(password: string): Promise<void> {
  await ask('vault.create', await newPasswordKey(password))
}

export async function unlockBy(password: string): Promise<void> {
  const kdf = await storedKdf()
  const stronger = isOutdated(kdf) ? { stronger: await newPasswordKey(password) } : {}
  await ask('vault.unlock', { key: await passwordKey(password, kdf), ...stronger })
}

export async function changePasswordBy(current: string, next: string): Promise<void> {
  const kdf = await storedKdf()
  await ask('vault.changePassword', { current: await passwordKey(current, kdf), next: await newPasswordKey(next) })
}

async function storedKdf() {
  const vault = await stored.get()
  if (vault === null) throw new Problem('no_vault')
  if (vault === 'damaged') throw new Problem('vault_damaged')
  return vault.password.kdf
}
