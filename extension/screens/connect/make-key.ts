import type { SecurityApi } from '#shared/ui/security/api.ts'
import { browserOf } from '#shared/ui/security/sessions/browser-of.ts'
import type { Profile } from '../../gateway/profiles.ts'

/** What a key of the wallet may do: everything that its screens offer. */
const SCOPES = ['read', 'manage', 'pay'] as const

/** How the label of a key of the wallet's own making begins, up to `browserOf`; earlier wallets translated it. */
const OWN = /^(Sotto wallet|Sotto-Wallet|Monedero Sotto|Portefeuille Sotto), (Chromium|Edge|Firefox)\b/

export type KeyMaker = Pick<SecurityApi, 'createApiKey' | 'revokeApiKey' | 'logout'>

/**
 * Makes the wallet's own key with the session, lets `keep` store it, and ends the session, which is not needed any more.
 * A key that could not be stored is revoked, since it exists nowhere else. `before` is the profile that gets a new key.
 */
export async function makeKey(
  api: KeyMaker,
  keep: (apiKey: string) => Promise<unknown>,
  before?: Pick<Profile, 'key'>,
): Promise<void> {
  const label = `Sotto wallet, ${browserOf(navigator.userAgent)}`.slice(0, 100)
  const revoke = (id: string) => api.revokeApiKey({ id }).catch(() => undefined)
  try {
    const { apiKey, secret } = await api.createApiKey({ label, scopes: [...SCOPES] })
    try {
      await keep(secret)
    } catch (error) {
      await revoke(apiKey.id)
      throw error
    }
    // One that was pasted may be in use elsewhere; one of the wallet's own making is not.
    if (before !== undefined && OWN.test(before.key.label)) await revoke(before.key.id)
  } finally {
    await api.logout({}).catch(() => undefined)
  }
}
