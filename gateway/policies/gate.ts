import { Refusal } from '#shared/refusal.ts'
import type { Db } from '../db/database.ts'
import type { World } from '../world/world.ts'
import { type Denied, evaluate, type Verdict, type Waits } from './evaluate.ts'
import { askedOf, type Binding, bindingOf, type Deps, type Order, policiesWithSpending } from './in-force.ts'
import { policiesInForce } from './store.ts'

/** A policy sends the payment to a person. */
export class MustWait extends Error {
  readonly verdict: Waits
  constructor(verdict: Waits) {
    super(`waits for an approval: ${verdict.rule}`)
    this.name = 'MustWait'
    this.verdict = verdict
  }
}

/**
 * Refuses what a policy denies, and throws `MustWait` where one asks for a person: before anything is proved or signed. Returns the
 * time of the verdict by the clock that all gateways share, in milliseconds; undefined where no policy binds it.
 */
export async function requireAllowed(db: Db, world: World, order: Order): Promise<number | undefined> {
  const binding = await bindingOf(db, world, order)
  if (binding === undefined) return undefined
  const verdict = await verdictOf(db, world, order, binding)
  if (verdict.is === 'denied') throw denied(order, verdict)
  if (verdict.is === 'waits') throw new MustWait(verdict)
  return binding.now
}

/**
 * The same in the database transaction that takes the nonce: what counts against a limit cannot change before that. Refuses for now
 * where a policy was changed since the payment was asked for: what the new one looks back on may not be known yet.
 */
export async function requireStillAllowed(db: Db, world: World, order: Order): Promise<number | undefined> {
  if (order.by === null) return undefined
  const { account, credential, policy } = order.by
  const at = { accountId: account.id, keyId: credential.id, walletId: order.wallet.id }
  const now = await policiesInForce(db, at)
  const isSame =
    now !== undefined &&
    now.account === account.policy &&
    (credential.type === 'session' || now.key === policy) &&
    now.wallet === order.wallet.policy
  if (!isSame)
    throw new Refusal('overloaded', {
      message: 'A policy was changed while this payment was being made. Nothing was sent; try again.',
      headers: { 'retry-after': '1' },
    })
  return requireAllowed(db, world, order)
}

/** What becomes of a payment by the policies that it is asked under. */
export async function judge(db: Db, world: Deps, order: Order): Promise<Verdict> {
  const binding = await bindingOf(db, world, order)
  return binding === undefined ? { is: 'allowed' } : verdictOf(db, world, order, binding)
}

async function verdictOf(db: Db, world: Deps, order: Order, binding: Binding): Promise<Verdict> {
  const inForce = await policiesWithSpending(db, world, order, binding)
  return evaluate(inForce, await askedOf(db, world, order, binding), order.isApproved)
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
