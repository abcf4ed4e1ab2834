import { browser } from '../browser.ts'
import { Problem } from '../problem.ts'
import { item } from '../store/item.ts'
import { settings } from '../store/settings.ts'
import { fromBase64, toBase64 } from './base64.ts'
import type { KeyOfPassword } from './kdf.ts'
import { mustLock, OUTLIVES_LOCK, type Unlocked } from './lock-rules.ts'
import { keyOfPasskey } from './passkey-key.ts'
import { importKey, openBytes, sealBytes } from './seal.ts'
import { type StoredVault, stored, unlocked } from './state.ts'
import { Attempts, countAttempt, fitted, noAttempts, pauseLeft } from './throttle.ts'

const attempts = item('local', 'attempts', Attempts, noAttempts)
const BOUND_PASSWORD = 'sotto vault|1|password'
const BOUND_PASSKEY = 'sotto vault|1|passkey'

async function existing(): Promise<StoredVault> {
  const vault = await stored.get()
  if (vault === null) throw new Problem('no_vault')
  if (vault === 'damaged') throw new Problem('vault_damaged')
  return vault
}

/** Changes a part of the vault as it is now, so that of two changes at once neither undoes the other. */
async function edit(change: (before: StoredVault) => StoredVault): Promise<void> {
  await stored.update((before) => {
    if (before === null) throw new Problem('no_vault')
    if (before === 'damaged') throw new Problem('vault_damaged')
    return change(before)
  })
}

/** Makes the vault; the wallet is unlocked afterwards. */
export async function createVault(made: KeyOfPassword, now: number): Promise<void> {
  const dataKey = crypto.getRandomValues(new Uint8Array(32))
  // In one turn: of two at once the second must not replace the data key of the first.
  await stored.update(async (before) => {
    if (before !== null) throw new Problem('vault_exists')
    return { version: 1, password: await wrap(made, dataKey), passkey: null }
  })
  await attempts.set(noAttempts)
  await remember(dataKey, now)
}

async function wrap({ kdf, key }: KeyOfPassword, dataKey: Uint8Array<ArrayBuffer>): Promise<StoredVault['password']> {
  return { kdf, wrapped: await sealBytes(await importKey(fromBase64(key)), BOUND_PASSWORD, dataKey) }
}

async function remember(dataKey: Uint8Array, now: number): Promise<void> {
  await unlocked.update(() => ({ dataKey: toBase64(dataKey), unlockedAt: now, activeAt: now }))
}

/**
 * Unlocks with the key that the password gave. Wrong ones are counted on disk, and soon have to wait (`throttled`).
 * `stronger` is the same password under parameters of today, where those of the vault are older.
 */
export async function unlockByPassword(key: string, now: number, stronger?: KeyOfPassword): Promise<void> {
  const vault = await existing()
  const dataKey = await tryKey(vault, key, now)
  if (stronger !== undefined) {
    const password = await wrap(stronger, dataKey)
    // Changed in another window meanwhile: that one stays.
    await edit((before) =>
      before.password.wrapped.ct === vault.password.wrapped.ct ? { ...before, password } : before,
    )
  }
  await remember(dataKey, now)
}

async function tryKey(vault: StoredVault, key: string, now: number): Promise<Uint8Array<ArrayBuffer>> {
  const wait = await pause(now)
  if (wait > 0) throw new Problem('throttled', Math.ceil(wait / 1000))
  const dataKey = await openWrapped(key, vault).catch(() => undefined)
  if (dataKey === undefined) throw new Problem('wrong_password')
  await attempts.set(noAttempts)
  return dataKey
}

async function openWrapped(key: string, vault: StoredVault): Promise<Uint8Array<ArrayBuffer>> {
  return openBytes(await importKey(fromBase64(key)), BOUND_PASSWORD, vault.password.wrapped)
}

/** Counts an attempt that may be made, or answers the milliseconds until one may. */
async function pause(now: number): Promise<number> {
  let wait = 0
  await attempts.update((before) => {
    const counted = fitted(before, now)
    wait = pauseLeft(counted, now)
    return wait > 0 ? counted : countAttempt(counted, now)
  })
  return wait
}

/** Seconds until a password may be tried again. */
export async function throttledFor(now: number): Promise<number> {
  const known = await attempts.get()
  const counted = fitted(known, now)
  if (counted !== known) await attempts.update((before) => fitted(before, now))
  return Math.ceil(pauseLeft(counted, now) / 1000)
}

/** What a page needs to ask the passkey that unlocks, or null where there is none. */
export async function unlockPasskey(): Promise<{ credentialId: string; salt: string; createdAt: number } | null> {
  const { passkey } = await existing()
  return passkey && { credentialId: passkey.credentialId, salt: passkey.salt, createdAt: passkey.createdAt }
}

/** Unlocks with what the passkey's PRF answered, base64. */
export async function unlockByPasskey(prf: string, now: number): Promise<void> {
  const { passkey } = await existing()
  if (passkey === null) throw new Problem('wrong_password')
  const key = await keyOfPasskey(fromBase64(prf))
  const dataKey = await openBytes(key, BOUND_PASSKEY, passkey.wrapped).catch(() => undefined)
  if (dataKey === undefined) throw new Problem('wrong_password')
  await remember(dataKey, now)
}

/** Wraps the data key by a passkey as well; the password stays a way in. */
export async function addUnlockPasskey(
  made: { credentialId: string; salt: string; prf: string },
  now: number,
): Promise<void> {
  const wrapped = await sealBytes(await keyOfPasskey(fromBase64(made.prf)), BOUND_PASSKEY, await rawDataKey(now))
  const { credentialId, salt } = made
  await edit((before) => ({ ...before, passkey: { credentialId, salt, wrapped, createdAt: now } }))
}

export async function removeUnlockPasskey(): Promise<void> {
  await edit((before) => ({ ...before, passkey: null }))
}

/** The data key stays, so nothing has to be sealed anew. */
export async function changeVaultPassword(current: string, next: KeyOfPassword, now: number): Promise<void> {
  const vault = await existing()
  const dataKey = await tryKey(vault, current, now)
  const password = await wrap(next, dataKey)
  await edit((before) => ({ ...before, password }))
}

/** Forgets everything that an unlocked wallet knows: the data key, everything read with it, drafts and routes. */
export async function lock(): Promise<void> {
  // In the same turn as `touch`, which would otherwise write back the key that it has just read.
  // One that cannot be read goes with everything else.
  await unlocked.update(() => null).catch(() => undefined)
  await clearIfLocked()
}

/** Clears the session storage of a locked wallet: a lock may have been cut off, and a page may have written after it. */
export async function clearIfLocked(): Promise<void> {
  const clear = async () => {
    const kept = Object.keys(await browser.storage.session.get())
    await browser.storage.session.remove(kept.filter((key) => key !== OUTLIVES_LOCK))
  }
  // In the turn of an unlock, which comes before or after this, never within. A key that cannot be read is none.
  const inTurn = async (state: Unlocked | null) => {
    if (state === null) await clear()
    return state
  }
  await unlocked.update(inTurn).catch(clear)
}

/** Pages cannot look after it: one may be closed before it sees that what it wrote came after the lock. */
export function clearWhileLocked(): void {
  browser.storage.onChanged.addListener((changes, area) => {
    const isKept = ([key, { newValue }]: [string, { newValue?: unknown }]) => key !== OUTLIVES_LOCK && newValue != null
    if (area === 'session' && Object.entries(changes).some(isKept)) void clearIfLocked()
  })
}

/** Somebody did something: the idle time begins anew. */
export async function touch(now: number): Promise<void> {
  if (await lockIfDue(now)) return
  await unlocked.update((state) => state && { ...state, activeAt: now })
}

/** Locks where the time has come, whether or not an alarm fired. Answers whether the wallet is locked now. */
export async function lockIfDue(now: number): Promise<boolean> {
  const state = await unlocked.get()
  if (state === null) return true
  if (!mustLock(state, (await settings.get()).lock, now)) return false
  await lock()
  return true
}

/** The key that everything else is sealed with. `locked` if the wallet was not unlocked, or too long ago. */
export async function dataKey(now: number): Promise<CryptoKey> {
  return importKey(await rawDataKey(now))
}

async function rawDataKey(now: number): Promise<Uint8Array<ArrayBuffer>> {
  if (await lockIfDue(now)) throw new Problem('locked')
  const state = await unlocked.get()
  if (state === null) throw new Problem('locked')
  return fromBase64(state.dataKey)
}
