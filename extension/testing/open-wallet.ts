import { addProfile, type NewProfile, type Profile } from '../gateway/profiles.ts'
import { unlocked } from '../vault/state.ts'

/** What an unlock leaves behind, without a password: the data key is 32 bytes that are known. */
export function unlock(now = Date.now()): Promise<void> {
  return unlocked.set({ dataKey: btoa('7'.repeat(32)), unlockedAt: now, activeAt: now })
}

/** A key as its gateway describes it. */
export const apiKey: Profile['key'] = {
  id: 'k',
  label: 'Chrome',
  prefix: 'sotto_sk_abcd',
  scopes: [],
  walletIds: null,
  expiresAt: null,
}

export const newProfile = (part: Partial<NewProfile> = {}): NewProfile => ({
  origin: 'https://pay.example.org',
  name: 'Mine',
  userId: 'u1',
  email: 'a@example.org',
  apiKey: 'sotto_sk_test',
  key: apiKey,
  ...part,
})

/** Connects a gateway, which becomes the one on screen. The wallet has to be unlocked. */
export function connectGateway(part: Partial<NewProfile> = {}, now = Date.now()): Promise<Profile> {
  return addProfile(newProfile(part), now)
}
