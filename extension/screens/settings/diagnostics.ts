import type { ProfileList } from '../../gateway/profiles.ts'
import type { OpenIntent } from '../../intents/intent.ts'
import type { Settings } from '../../store/settings.ts'
import type { View } from '../../store/view.ts'

export type Known = {
  version: string
  userAgent: string
  languages: readonly string[]
  permissions: { permissions?: string[]; origins?: string[] }
  profiles: ProfileList
  settings: Settings
  view: View | null
  /** Milliseconds since 1970. */
  now: number
  payments: readonly Pick<OpenIntent, 'state' | 'terminal' | 'failure'>[]
}

/**
 * What helps to find a fault: versions, counts, origins, codes. Built from chosen fields alone, so that nothing can slip
 * in: no key nor part of one, no e-mail, amount, address, label or ID.
 */
export function diagnosticsText(known: Known): string {
  const { settings, view, now, profiles } = known
  const active = profiles.list.find(({ id }) => id === profiles.active)
  const told = {
    sotto: known.version,
    browser: known.userAgent,
    languages: known.languages,
    at: new Date(now).toISOString(),
    permissions: known.permissions,
    gateways: profiles.list.map(({ origin, state, key, id }) => ({
      origin,
      state,
      scopes: key.scopes,
      limitedToWallets: key.walletIds?.length ?? null,
      expires: key.expiresAt,
      active: id === profiles.active,
    })),
    settings,
    view: view && {
      ofActive: view.profileId === active?.id,
      wallets: view.balances?.list.length ?? null,
      transactions: view.transactions?.total ?? null,
      secondsOld: view.balances && Math.round((now - view.balances.at) / 1000),
    },
    payments: known.payments.map(({ state, terminal, failure }) => ({
      state,
      terminal,
      failure: failure && { code: failure.code.slice(0, 60), status: failure.status ?? null },
    })),
  }
  return JSON.stringify(told, null, 2)
}
