import { CHAIN_ID } from '#shared/api/base.ts'
import { browser } from '../browser.ts'
import { permissionPattern } from '../gateway/origin.ts'
import { profiles } from '../gateway/profiles.ts'
import { Problem } from '../problem.ts'
import { codes } from '../provider/protocol.ts'
import { dataKey } from '../vault/vault.ts'
import { revoke } from './answer.ts'
import { type Approval, approvals } from './approval.ts'
import { endWaiting, refuse, settle } from './asking.ts'
import { cardFailure, readCard } from './card.ts'
import { addGrant, type Grant, permissionOf } from './grants.ts'
import { isPageOrigin } from './page.ts'
import { addSite, ENABLING_MS, enabling, isEnabled, removeSite, sites } from './sites.ts'
import { tellEvent, tellSite } from './tell.ts'

/** Enables the wallet on a site, once the browser has given its permission. */
export async function enableSite(origin: string): Promise<void> {
  const at = URL.parse(origin)
  if (at === null || at.origin !== origin || !isPageOrigin(at)) throw new Problem('not_allowed')
  if (!(await browser.permissions.contains({ origins: [permissionPattern(origin)] })))
    throw new Problem('permission_missing')
  await enabling.remove()
  await addSite(origin, Date.now())
  await tellEvent(origin, 'connect', { chainId: `0x${CHAIN_ID.toString(16)}` })
}

/** The browser's question closed the popup that asked: what it was asked for is carried out here. */
export async function permissionGiven(): Promise<void> {
  const asked = await enabling.get()
  if (asked === null || Date.now() - asked.askedAt > ENABLING_MS) return
  await enableSite(asked.origin).catch(() => undefined)
}

/** Takes everything back from a site: its grant, what it waits for, the bridge, and the host's permission where nobody needs it. */
export async function disableSite(origin: string): Promise<void> {
  await revoke((grant) => grant.origin === origin)
  await endWaiting((approval) => approval.origin === origin, 'The wallet was disabled on this site.')
  await tellEvent(origin, 'disconnect', { code: codes.away, message: 'The wallet was disabled on this site.' })
  await tellSite(origin, { to: 'bridge', left: true })
  await removeSite(origin)
  const used = [
    ...(await sites.get()).map((site) => site.origin),
    ...(await profiles.get()).list.map((each) => each.origin),
  ]
  const pattern = permissionPattern(origin)
  if (!used.some((other) => permissionPattern(other) === pattern))
    await browser.permissions.remove({ origins: [pattern] }).catch(() => false)
}

export async function revokeGrant(id: string): Promise<void> {
  await revoke((grant) => grant.id === id)
}

export type Decision =
  | { id: string; allow: false }
  | { id: string; allow: true; profileId: string; walletId: string; days: number | null }

const DAY_MS = 24 * 3_600_000

/**
 * Carries out what the person decided, after looking at everything again: the question still waits, the site is still
 * enabled, the wallet is unlocked, and the gateway is the one that the prompt showed.
 */
export async function decide(decision: Decision): Promise<void> {
  const now = Date.now()
  if (!decision.allow) {
    // An Allow that was cut off halfway may have left a grant: the no takes it back.
    await revoke(({ id }) => id === decision.id)
    return refuse(decision.id, now)
  }
  await dataKey(now)
  const asked = (await approvals.get()).list.find(({ id, outcome }) => id === decision.id && outcome === null)
  if (asked === undefined) throw new Problem('unknown_approval')
  const { active } = await profiles.get()
  if (active !== decision.profileId || asked.profileId !== active || !(await isEnabled(asked.origin)))
    throw new Problem('not_allowed')
  await allow(asked, decision, now)
}

async function allow(asked: Approval, decision: Extract<Decision, { allow: true }>, now: number): Promise<void> {
  const { profileId, walletId, days } = decision
  // Read before anything is granted: a wallet that is gone, or a gateway that is away, grants nothing.
  const card = await readCard(profileId, walletId).catch((error: unknown) => {
    throw cardFailure(error).code === codes.notGranted ? new Problem('not_allowed') : error
  })
  const grant: Grant = {
    id: asked.id,
    origin: asked.origin,
    profileId,
    walletId,
    grantedAt: now,
    expiresAt: days === null ? null : now + days * DAY_MS,
    lastUsedAt: asked.method === 'sotto_requestAddressCard' ? now : null,
  }
  await addGrant(grant)
  await settle(asked.id, { value: asked.method === 'sotto_requestAddressCard' ? card : [permissionOf(grant)] })
  // What else the site waits for, it may know by now.
  for (const { id, origin, outcome } of (await approvals.get()).list)
    if (origin === asked.origin && outcome === null) await settle(id, { value: card })
  await tellEvent(asked.origin, 'permissionsChanged', [permissionOf(grant)])
}

/** Consent survives neither the lock nor another gateway. */
export async function endOutdated(): Promise<void> {
  const { active } = await profiles.get()
  await endWaiting(({ profileId }) => profileId !== active, 'The wallet was switched to another gateway.')
}

export async function endAllWaiting(): Promise<void> {
  await endWaiting(() => true, 'The wallet was locked.')
}

/** The person took a host's permission back in the browser's own settings. */
export async function permissionTaken(): Promise<void> {
  for (const { origin } of await sites.get()) {
    const kept = await browser.permissions.contains({ origins: [permissionPattern(origin)] })
    if (!kept) await disableSite(origin)
  }
}
