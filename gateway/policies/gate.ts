import type { Address } from '#shared/model/ids.ts'
import type { Policy, Verb } from '#shared/model/policy.ts'
import type { CallType } from '#shared/model/transaction.ts'
import { Refusal } from '#shared/refusals.ts'
import { reaches } from '../auth/authorize.ts'
import type { Caller } from '../auth/caller.ts'
import { findByAddress } from '../contacts/store.ts'
import type { Sealed } from '../crypto/keyring.ts'
import type { Db } from '../db/database.ts'
import { findCustodial, type Wallet } from '../wallets/store.ts'
import type { World } from '../world/world.ts'
import { type Denied, evaluate, type Law, type Spent, type Verdict, type Waits } from './evaluate.ts'
import { asBinding, DAY_MS, type Key, MONTH_MS, spentOfAccount, spentOfKey, spentOfWallet } from './spent.ts'
import { limitedKeys, openPolicy, policiesInForce, reservations } from './store.ts'

type Books = Pick<World, 'keys' | 'sharedNow'>

/** What policies look at of a payment that is asked for. */
export type Order = {
  /** Who asks; null of what the gateway pays by itself, to which no policy applies. */
  by: Caller | null
  wallet: Wallet
  type: CallType
  token: string
  units: bigint
  to: Address | null
  /** Whether a valid address card names the receiver. */
  byCard: boolean
  /** Whether a person has let it pass. */
  isApproved: boolean
}

/** A policy sends the payment to a person. */
export class MustWait extends Error {
  readonly verdict: Waits
  constructor(verdict: Waits) {
    super(`waits for an approval: ${verdict.rule}`)
    this.name = 'MustWait'
    this.verdict = verdict
  }
}

/** Policies are others than those that the payment was asked under: they are read again. */
export class PoliciesChanged extends Error {}

/**
 * Refuses what a policy denies, and throws `MustWait` where one asks for a person: before anything is proved or signed. Without a
 * policy the database is not asked.
 */
export async function requireAllowed(db: Db, world: World, order: Order): Promise<void> {
  const verdict = await judge(db, world, order)
  if (verdict.is === 'denied') throw denied(order, verdict)
  if (verdict.is === 'waits') throw new MustWait(verdict)
}

/**
 * The same in the database transaction that takes the nonce: what counts against a limit cannot change before that. A policy that
 * was changed since the payment was asked for binds it too.
 */
export async function requireStillAllowed(db: Db, world: World, order: Order): Promise<void> {
  if (order.by === null) return
  const { account, credential, policy } = order.by
  const at = { accountId: account.id, keyId: credential.id, walletId: order.wallet.id }
  const now = await policiesInForce(db, at)
  const isSame =
    now !== undefined &&
    now.account === account.policy &&
    (credential.type === 'session' || now.key === policy) &&
    now.wallet === order.wallet.policy
  if (!isSame) throw new PoliciesChanged()
  await requireAllowed(db, world, order)
}

/** What becomes of a payment by the policies that it is asked under. */
export async function judge(db: Db, world: Books, order: Order): Promise<Verdict> {
  const { by, wallet, units } = order
  if (by === null) return { is: 'allowed' }
  const { account, credential } = by
  const isBound = account.policy !== null || by.policy !== null || wallet.policy !== null
  if (!isBound) return { is: 'allowed' }
  const open = (subject: 'account' | 'api_key' | 'wallet', id: string, sealed: Sealed | null) =>
    openPolicy(world.keys, subject, id, sealed)
  const key: Key | undefined =
    credential.type === 'session' ? undefined : { ...credential, policy: open('api_key', credential.id, by.policy) }
  const ofAccount = open('account', account.id, account.policy)
  const isLimited = key !== undefined && key.walletIds !== null
  const policies: Pick<Law, 'of' | 'policy'>[] = []
  if (ofAccount !== null) policies.push({ of: 'account', policy: isLimited ? asBinding(ofAccount, key) : ofAccount })
  if (key?.policy != null) policies.push({ of: 'api_key', policy: key.policy })
  const ofWallet = open('wallet', wallet.id, wallet.policy)
  if (ofWallet !== null) policies.push({ of: 'wallet', policy: ofWallet })
  const now = await world.sharedNow(db)
  const laws = await lawsOf(db, world, order, { policies, key, now })
  const destination = await destinationOf(db, world, order, policies)
  const asked = { verb: order.type.toLowerCase() as Verb, units, destination, at: now }
  return evaluate(laws, asked, order.isApproved)
}

type Standing = { policies: readonly Pick<Law, 'of' | 'policy'>[]; key: Key | undefined; now: number }

/** With what counts against their limits, where they have any. */
async function lawsOf(db: Db, world: Books, order: Order, { policies, key, now }: Standing): Promise<Law[]> {
  const { wallet, token } = order
  const { accountId } = wallet
  const bound = policies.filter(({ policy }) => windowOf(policy) > 0)
  if (bound.length === 0 || (order.type !== 'TRANSFER' && order.type !== 'REDEEM'))
    return policies.map((one) => ({ ...one, spent: NOTHING }))
  const since = now - Math.max(...bound.map(({ policy }) => windowOf(policy)))
  const all = await reservations(db, world.keys, { accountId, token, since })
  const limited = bound.some(({ of }) => of === 'account') ? await limitedKeys(db, world.keys, accountId, now) : []
  const spent: Record<Law['of'], () => Spent> = {
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

/** What the receiver is, as far as some policy asks. */
async function destinationOf(db: Db, world: Books, order: Order, policies: readonly Pick<Law, 'policy'>[]) {
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

function denied({ by }: Order, { rule, of, limit }: Denied): Refusal {
  const isReader = by?.credential.type === 'session'
  const whose = { account: "the account's policy", api_key: "this API key's policy", wallet: "the wallet's policy" }[of]
  const says = isReader && limit !== null ? `${rule}: ${limit}` : rule
  return new Refusal('policy_denied', {
    message: `Not allowed by ${whose} (${says}). Nothing was sent.`,
    details: { rule, of, ...(isReader ? { limit } : {}) },
  })
}
