import type { Address } from '#shared/model/ids.ts'
import type { Policy, Verb } from '#shared/model/policy.ts'
import type { CallType } from '#shared/model/transaction.ts'
import { reaches } from '../auth/authorize.ts'
import type { Caller } from '../auth/caller.ts'
import { findByAddress } from '../contacts/store.ts'
import type { Sealed } from '../crypto/keyring.ts'
import type { Db } from '../db/database.ts'
import { findCustodial, listWallets, type Wallet } from '../wallets/store.ts'
import type { World } from '../world/world.ts'
import type { Asked, PolicyInForce, Spent } from './evaluate.ts'
import { asBinding, DAY_MS, type Key, MONTH_MS, spentOfAccount, spentOfKey, spentOfWallet } from './spent.ts'
import { limitedKeys, openPolicy, reservations } from './store.ts'

export type Deps = Pick<World, 'keys' | 'sharedNow'>

/** What policies look at of a payment that is asked for. */
export type Order = {
  /** Who asks; null of what the gateway pays by itself, to which no policy applies. */
  by: Caller | null
  wallet: Wallet
  type: CallType
  token: string
  units: bigint
  to: Address | null
  /** Whether an address card of a pinned issuer names the receiver. */
  byCard: boolean
  /** Whether a person has let it pass. */
  isApproved: boolean
}

/**
 * The policies that bind a payment, who asks, and when. `hasShare`: it is a key whose limit is set aside, so that the payments of
 * others do not count for it.
 */
export type Binding = {
  policies: readonly Pick<PolicyInForce, 'of' | 'policy'>[]
  key: Key | undefined
  hasShare: boolean
  now: number
}

/** Undefined where no policy binds it: then the database is not asked. */
export async function bindingOf(
  db: Db,
  world: Deps,
  { by, wallet }: Pick<Order, 'by' | 'wallet'>,
): Promise<Binding | undefined> {
  if (by === null) return undefined
  const { account, credential } = by
  const isBound = account.policy !== null || by.policy !== null || wallet.policy !== null
  if (!isBound) return undefined
  const open = (subject: 'account' | 'api_key' | 'wallet', id: string, sealed: Sealed | null) =>
    openPolicy(world.keys, subject, id, sealed)
  const key: Key | undefined =
    credential.type === 'session' ? undefined : { ...credential, policy: open('api_key', credential.id, by.policy) }
  const ofAccount = open('account', account.id, account.policy)
  const now = await world.sharedNow(db)
  // Of a key that was revoked, or has expired, nothing is set aside any more.
  const limited = key === undefined || key.walletIds === null ? [] : await limitedKeys(db, world.keys, account.id, now)
  const hasShare = limited.some(({ id }) => id === key?.id)
  const policies: Pick<PolicyInForce, 'of' | 'policy'>[] = []
  if (ofAccount !== null)
    policies.push({ of: 'account', policy: hasShare && key !== undefined ? asBinding(ofAccount, key) : ofAccount })
  if (key?.policy != null) policies.push({ of: 'api_key', policy: key.policy })
  const ofWallet = open('wallet', wallet.id, wallet.policy)
  if (ofWallet !== null) policies.push({ of: 'wallet', policy: ofWallet })
  return { policies, key, hasShare, now }
}

/**
 * Wallets whose payments count against limits that bind a payment. None where no limit looks back; of a key that
 * has a share those alone, as in what it is told.
 */
export async function walletsThatCount(db: Db, world: Deps, order: Order): Promise<Wallet[]> {
  const { by, wallet, type } = order
  if (type !== 'TRANSFER' && type !== 'REDEEM') return []
  const binding = await bindingOf(db, world, order)
  const looking = binding?.policies.filter(({ policy }) => windowOf(policy) > 0) ?? []
  if (by === null || looking.length === 0) return []
  if (looking.every(({ of }) => of === 'wallet')) return [wallet]
  const all = await listWallets(db, world.keys, wallet.accountId)
  return all.filter(({ type: kind, id }) => kind === 'CUSTODIAL' && (binding?.hasShare !== true || reaches(by, id)))
}

/** With what counts against their limits, where they have any. */
export async function policiesWithSpending(
  db: Db,
  world: Deps,
  order: Pick<Order, 'wallet' | 'token' | 'type'>,
  { policies, key, now }: Binding,
): Promise<PolicyInForce[]> {
  const { wallet, token } = order
  const { accountId } = wallet
  const bound = policies.filter(({ policy }) => windowOf(policy) > 0)
  if (bound.length === 0 || (order.type !== 'TRANSFER' && order.type !== 'REDEEM'))
    return policies.map((one) => ({ ...one, spent: NOTHING }))
  const since = now - Math.max(...bound.map(({ policy }) => windowOf(policy)))
  const all = await reservations(db, world.keys, { accountId, token, since })
  const limited = bound.some(({ of }) => of === 'account') ? await limitedKeys(db, world.keys, accountId, now) : []
  const spent: Record<PolicyInForce['of'], () => Spent> = {
    account: () => spentOfAccount(all, limited, now),
    api_key: () => (key === undefined ? NOTHING : spentOfKey(all, key, now)),
    wallet: () => spentOfWallet(all, wallet.id, now),
  }
  return policies.map((one) => ({ ...one, spent: bound.includes(one) ? spent[one.of]() : NOTHING }))
}

const NOTHING: Spent = { day: 0n, month: 0n }

/** How far back a policy looks. */
function windowOf({ maxPerDay, maxPerMonth }: Policy): number {
  if (maxPerMonth !== null) return MONTH_MS
  return maxPerDay === null ? 0 : DAY_MS
}

/** The payment as policies look at it. */
export async function askedOf(db: Db, world: Deps, order: Order, { policies, now }: Binding): Promise<Asked> {
  const destination = await destinationOf(db, world, order, policies)
  return { verb: order.type.toLowerCase() as Verb, units: order.units, destination, at: now }
}

/** What the receiver is, as far as some policy asks. */
async function destinationOf(db: Db, world: Deps, order: Order, policies: readonly Pick<PolicyInForce, 'policy'>[]) {
  const { by, to, wallet, byCard } = order
  if (to === null || order.type !== 'TRANSFER') return null
  const allowed = policies.flatMap(({ policy }) => policy.destinations?.allow ?? [])
  const names: string[] = [to.toLowerCase()]
  if (byCard) names.push('cards')
  // Not one that is only watched: a key that may register those could name any address so.
  const own = allowed.includes('wallets') ? await findCustodial(db, world.keys, wallet.accountId, [to]) : []
  // Nor one that the key does not reach: it would learn whose an address is.
  if (by !== null && own.some(({ id }) => reaches(by, id))) names.push('wallets')
  if (allowed.some((name) => name.startsWith('contact:'))) {
    const contact = await findByAddress(db, world.keys, wallet.accountId, to)
    if (contact !== undefined) names.push(`contact:${contact.id}`)
  }
  return names
}
