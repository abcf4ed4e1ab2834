import type { Wallet } from '#shared/model/wallet.ts'
import type { Profile } from '../../gateway/profiles.ts'
import { CAPABILITY, type Capability, PAYMENTS } from '../../provider/protocol.ts'
import { capabilityOf, type Grant, isLive } from '../../sites/grant.ts'
import { isPageOrigin } from '../../sites/page-origin.ts'
import type { Site } from '../../sites/sites.ts'

/** Why the wallet cannot be enabled on what a tab shows. */
export type Unfit = 'hidden' | 'browser' | 'file' | 'store' | 'plain_http'

/** What a tab shows: a site, by its origin, or something that the wallet stays away from. */
export type Shown = { is: 'site'; origin: string } | { is: 'unfit'; why: Unfit }

/** Where browsers let no extension in, whatever it was permitted. */
const STORES = ['chromewebstore.google.com', 'chrome.google.com', 'microsoftedge.microsoft.com', 'addons.mozilla.org']

/** `url` is undefined where the browser does not say, as it does for its own pages. */
export function shownIn(url: string | undefined): Shown {
  const at = url === undefined ? null : URL.parse(url)
  if (at === null) return { is: 'unfit', why: 'hidden' }
  if (at.protocol === 'file:') return { is: 'unfit', why: 'file' }
  if (at.protocol !== 'https:' && at.protocol !== 'http:') return { is: 'unfit', why: 'browser' }
  if (STORES.includes(at.hostname)) return { is: 'unfit', why: 'store' }
  return isPageOrigin(at) ? { is: 'site', origin: at.origin } : { is: 'unfit', why: 'plain_http' }
}

export type GrantShown = {
  id: string
  /** Undefined where its gateway is not connected any more. */
  profile: Profile | undefined
  walletId: string
  /** Undefined where it is not known: not read yet, or gone. */
  wallet: Wallet | undefined
  grantedAt: number
  lastUsedAt: number | null
  expiresAt: number | null
}

export type SiteRow = {
  origin: string
  enabledAt: number
  /** For the address card. */
  grant: GrantShown | undefined
  /** That it was paid, and from which wallet last. */
  paid: GrantShown | undefined
}

export type Sources = {
  sites: readonly Site[]
  grants: readonly Grant[]
  profiles: readonly Profile[]
  /** Wallets of the gateways that were read, by ID of the gateway. */
  wallets: ReadonlyMap<string, readonly Wallet[]>
}

/** The enabled sites with what each may see; those that used it last come first. */
export function rowsOf({ sites, grants, profiles, wallets }: Sources, now: number): SiteRow[] {
  const live = grants.filter((grant) => isLive(grant, now))
  const shown = (origin: string, capability: Capability) => {
    const grant = live.find((each) => each.origin === origin && capabilityOf(each) === capability)
    return grant && shownGrant(grant, profiles, wallets)
  }
  const rows = sites.map(({ origin, enabledAt }) => {
    return { origin, enabledAt, grant: shown(origin, CAPABILITY), paid: shown(origin, PAYMENTS) }
  })
  return rows.sort((a, b) => lastUse(b) - lastUse(a))
}

/** Whether there is anything to take back from a site. */
export function hasGiven({ grant, paid }: SiteRow): boolean {
  return grant !== undefined || paid !== undefined
}

function shownGrant({ profileId, ...grant }: Grant, profiles: Sources['profiles'], wallets: Sources['wallets']) {
  const { origin: _, capability: __, ...rest } = grant
  const wallet = wallets.get(profileId)?.find(({ id }) => id === grant.walletId)
  return { ...rest, wallet, profile: profiles.find(({ id }) => id === profileId) }
}

function lastUse({ enabledAt, grant, paid }: SiteRow): number {
  return Math.max(enabledAt, grant?.grantedAt ?? 0, grant?.lastUsedAt ?? 0, paid?.lastUsedAt ?? 0)
}

/** Gateways whose wallets have names to be read for this list. */
export function profilesOf(grants: readonly Grant[], profiles: readonly Profile[]): string[] {
  return profiles.map(({ id }) => id).filter((id) => grants.some(({ profileId }) => profileId === id))
}

export const PAGE = 50
