import { CHAIN_ID } from '#shared/api/kit/base.ts'
import { browser } from '../browser.ts'
import { dropPermission, hasPermission } from '../gateway/permission.ts'
import { type ProfileList, profiles } from '../gateway/profiles.ts'
import { Problem } from '../problem.ts'
import { type Connect, codes } from '../provider/protocol.ts'
import { isWaiting } from './approvals/approval.ts'
import { deliver, endWaiting } from './approvals/asking.ts'
import { approvals } from './approvals/store.ts'
import { isLive } from './grant.ts'
import { isPageOrigin } from './page-origin.ts'
import { noteBegun } from './payments/begun.ts'
import { revoke } from './revoke.ts'
import { ENABLING_MS, enabling, injectBridge, registerBridges, type Site, sites, tabsOf } from './sites.ts'
import { tell, tellSite } from './tell.ts'
import { inTurn } from './turn.ts'

export const connect: Connect = { chainId: `0x${CHAIN_ID.toString(16)}` }

/** Enables the wallet on a site, once the browser has given its permission. */
export async function enableSite(origin: string): Promise<void> {
  const at = URL.parse(origin)
  if (at === null || at.origin !== origin || !isPageOrigin(at)) throw new Problem('not_allowed')
  await inTurn(async () => {
    if (!(await hasPermission(origin))) throw new Problem('permission_missing')
    await enabling.remove()
    await sites.update((before) =>
      before.some((site) => site.origin === origin) ? before : [...before, { origin, enabledAt: Date.now() }],
    )
    await tidy()
  })
  for (const tabId of await tabsOf(origin)) {
    // A page in which the site was enabled before, and disabled, still has its bridge.
    const heard = await tell(tabId, { to: 'bridge', origin, event: 'connect', value: connect })
    if (heard !== true) await injectBridge(tabId)
  }
}

/** The browser's question closed the popup that asked: what it was asked for is carried out here. */
export async function permissionGiven(): Promise<void> {
  const asked = await enabling.get()
  if (asked === null || Math.abs(Date.now() - asked.askedAt) > ENABLING_MS) return
  const shown = await tabsOf(asked.origin)
  if (shown.includes(asked.tabId)) await enableSite(asked.origin).catch(() => undefined)
}

/** Takes everything back from a site, and the host's permission if nothing else needs it. */
export function disableSite(origin: string): Promise<void> {
  return inTurn(async () => {
    await sites.update((before) => before.filter((site) => site.origin !== origin))
    await tidy()
    await tellLeft(origin)
    await dropPermission(origin, await originsInUse()).catch(() => undefined)
  })
}

/** What a backup holds, each part as it is stored under its name. */
type Kept = { profiles: ProfileList; settings: object; explorers: object; sites: Site[] }

/** Puts a backup into a wallet without gateways, in one write. Sites that are enabled here stay so. */
export function restoreAll(kept: Kept): Promise<void> {
  return inTurn(async () => {
    await profiles.update(async ({ list }) => {
      if (list.length > 0) throw new Problem('not_allowed')
      const isOther = ({ origin }: Site) => !kept.sites.some((site) => site.origin === origin)
      const others = (await sites.get()).filter(isOther)
      await browser.storage.local.set({ ...kept, sites: [...others, ...kept.sites] })
      return kept.profiles
    })
    await tidy()
  })
}

/** Hosts whose permission somebody needs: gateways and enabled sites. */
export async function originsInUse(): Promise<string[]> {
  return [...(await sites.get()), ...(await profiles.get()).list].map(({ origin }) => origin)
}

const DISABLED = 'Disabled on this site.'

function tellLeft(origin: string): Promise<void> {
  return tellSite(origin, 'disconnect', { code: codes.away, message: DISABLED })
}

export function revokeGrant(id: string): Promise<void> {
  return inTurn(() => revoke((grant) => grant.id === id))
}

/** After a start, another choice of gateway, or a permission that the person took back in the browser's own settings. */
export function tidySites(): Promise<void> {
  return inTurn(tidy)
}

/**
 * In a turn: gives the decided grants; then removes everything of sites that are not enabled any more, or of gateways that are
 * gone.
 */
async function tidy(): Promise<void> {
  await noteBegun()
  await deliver()
  const enabled = await dropForbidden()
  const { active, list } = await profiles.get()
  await endWaiting(({ origin }) => !enabled.includes(origin), DISABLED)
  // Consent does not survive another choice of gateway.
  await endWaiting(({ profileId }) => profileId !== null && profileId !== active, SWITCHED)
  const known = (profileId: string) => list.some(({ id }) => id === profileId)
  await revoke((grant) => !enabled.includes(grant.origin) || !known(grant.profileId) || !isLive(grant, Date.now()))
  await registerBridges(enabled)
}

const SWITCHED = 'Another gateway was chosen.'

/** The sites that are enabled. One that the browser keeps the wallet from is so no more. */
async function dropForbidden(): Promise<string[]> {
  const origins = (await sites.get()).map(({ origin }) => origin)
  const allowed = await Promise.all(origins.map((origin) => hasPermission(origin)))
  const forbidden = origins.filter((_, at) => !allowed[at])
  if (forbidden.length > 0) await sites.update((before) => before.filter(({ origin }) => !forbidden.includes(origin)))
  for (const origin of forbidden) await tellLeft(origin)
  return origins.filter((_, at) => allowed[at])
}

/** While the wallet is locked no person consents to anything. */
export function endAllWaiting(): Promise<void> {
  return inTurn(() => endWaiting(isWaiting, 'The wallet is locked.'))
}

/** Before the wallet forgets everything: no page may wait for it, and none may know it any more. */
export function forgetSites(): Promise<void> {
  return inTurn(async () => {
    const before = await sites.get()
    await sites.remove()
    await tidy()
    for (const { origin } of before) await tellLeft(origin)
    await approvals.remove()
  })
}
