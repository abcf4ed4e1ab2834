import type { Wallet } from '#shared/model/wallet.ts'
import type { Profile, ProfileList } from '../../gateway/profiles.ts'
import type { Order } from '../../intents/intent.ts'
import { PAYMENTS } from '../../provider/protocol.ts'
import { type Approval, isWaiting, type Queue } from '../../sites/approvals/approval.ts'
import { capabilityOf, type Grant } from '../../sites/grant.ts'
import type { Shown } from '../../sites/payments/rules.ts'
import type { Site } from '../../sites/sites.ts'
import type { View } from '../../store/view.ts'

export type Known = {
  vault: 'none' | 'damaged' | 'there'
  open: boolean
  profiles: ProfileList
  queue: Queue
}

/** What the window shows. Where several pages wait, the one that asked first is asked about first. */
export type Face =
  | { is: 'nothing' }
  /** There is no wallet yet, or none that opens, or no gateway: the dashboard is where that is mended. */
  | { is: 'set-up' | 'damaged' | 'connect'; approval: Approval; of: number }
  | { is: 'locked'; approval: Approval; of: number }
  | { is: 'prompt'; approval: Approval; of: number; profile: Profile }

export function faceOf({ vault, open, profiles, queue }: Known): Face {
  const waiting = queue.list.filter(isWaiting)
  const [approval] = waiting
  if (approval === undefined) return { is: 'nothing' }
  const about = { approval, of: waiting.length }
  if (vault === 'none') return { is: 'set-up', ...about }
  if (vault === 'damaged') return { is: 'damaged', ...about }
  if (!open) return { is: 'locked', ...about }
  const profile = profiles.list.find(({ id }) => id === profiles.active)
  if (profile === undefined) return { is: 'connect', ...about }
  // The question belongs to another gateway: the worker is about to end it.
  if (approval.profileId !== null && approval.profileId !== profile.id) return { is: 'nothing' }
  return { is: 'prompt', ...about, profile }
}

/** What a page asks for. */
export function kindOf({ request }: Pick<Approval, 'request'>): 'card' | 'payment' {
  return request === undefined ? 'card' : 'payment'
}

/** That a site was paid before, from which wallet of this gateway, and when. */
export function paidBefore(grants: readonly Grant[], origin: string, profileId: string): Grant | undefined {
  const isOf = (each: Grant) =>
    each.origin === origin && capabilityOf(each) === PAYMENTS && each.profileId === profileId
  return grants.find(isOf)
}

/** What of a payment the person saw, and the worker compares with what the request says by then. */
export function shownOf({ amount, token, destination }: Extract<Order, { verb: 'transfer' }>, trust: string): Shown {
  const requestId = destination.is === 'request' ? destination.requestId : ''
  return { requestId, address: destination.address, amount, token, trust }
}

/** How long a site may know the card, in days; null until it is taken back. */
export const TERMS = { day: 1, month: 30, always: null } as const
export type Term = keyof typeof TERMS

/** The wallets as they were last read of this gateway; undefined where they have to be asked for. */
export function walletsIn(view: View | null, profileId: string): Wallet[] | undefined {
  return view?.profileId === profileId ? view.balances?.list.map(({ wallet }) => wallet) : undefined
}

/** The wallet that was picked; where it is not there, the primary one, else the first. */
export function pickedOf(wallets: readonly Wallet[], id: string | undefined): Wallet | undefined {
  return wallets.find((each) => each.id === id) ?? wallets.find(({ isPrimary }) => isPrimary) ?? wallets[0]
}

/** Origins that the person knows, beside the one that asks: what could be imitated. */
export function knownOrigins(sites: readonly Site[], profiles: ProfileList, asking: string): string[] {
  const origins = [...profiles.list, ...sites].map(({ origin }) => origin)
  return [...new Set(origins)].filter((origin) => origin !== asking)
}

/** Whether this window is a second one, which its maker did not live to know: the other one is where pages are asked. */
export function isStray(own: { id: number | null; popup: boolean }, { windowId }: Queue): boolean {
  return own.popup && own.id !== null && windowId !== null && windowId !== own.id
}
