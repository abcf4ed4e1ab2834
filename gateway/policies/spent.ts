import type { Policy } from '#shared/model/policy.ts'
import { type Spent, unitsIn } from './evaluate.ts'

export const DAY_MS = 24 * 60 * 60_000
export const MONTH_MS = 30 * DAY_MS

/** What a payment has taken, or may still take: it has its nonce, and did not provably fail. */
export type Reservation = {
  at: number
  units: bigint
  walletId: string
  /** ID of the credential. Null where that is not known. */
  askedBy: string | null
}

/** An API key, as far as it counts here. `walletIds`: what it is limited to. */
export type Key = { id: string; walletIds: readonly string[] | null; policy: Policy | null }

const NOTHING: Spent = { day: 0n, month: 0n }

function sumOf(reservations: readonly Reservation[], now: number): Spent {
  return reservations.reduce(
    ({ day, month }, { at, units }) => ({
      day: at > now - DAY_MS ? day + units : day,
      month: at > now - MONTH_MS ? month + units : month,
    }),
    NOTHING,
  )
}

export function spentOfWallet(all: readonly Reservation[], walletId: string, now: number): Spent {
  return sumOf(
    all.filter((one) => one.walletId === walletId),
    now,
  )
}

/** A payment whose API key is unknown counts against each key that could have asked for it. */
export function spentOfKey(all: readonly Reservation[], key: Key, now: number): Spent {
  return sumOf(
    all.filter((one) => isOf(one, key)),
    now,
  )
}

function isOf({ askedBy, walletId }: Reservation, { id, walletIds }: Key): boolean {
  return askedBy === id || (askedBy === null && (walletIds === null || walletIds.includes(walletId)))
}

/**
 * Against an account's limits. What its keys that are limited to wallets may spend by limits of their own is set aside whole,
 * spent or not: so those are asked about their own payments alone, and no answer tells them what others have paid, while all
 * together stay below the account's limits.
 */
export function spentOfAccount(all: readonly Reservation[], limited: readonly Key[], now: number): Spent {
  const spent = (window: keyof Spent, limitOf: (policy: Policy) => string | null) => {
    const aside = limited.flatMap((key) => {
      const limit = key.policy === null ? null : limitOf(key.policy)
      return limit === null ? [] : [{ id: key.id, units: unitsIn(limit) }]
    })
    const ids = new Set(aside.map(({ id }) => id))
    const others = sumOf(
      all.filter(({ askedBy }) => askedBy === null || !ids.has(askedBy)),
      now,
    )[window]
    return aside.reduce((sum, { id, units }) => {
      const used = sumOf(
        all.filter(({ askedBy }) => askedBy === id),
        now,
      )[window]
      return sum + (used > units ? used : units)
    }, others)
  }
  return { day: spent('day', (policy) => policy.maxPerDay), month: spent('month', (policy) => policy.maxPerMonth) }
}

/**
 * An account's policy as it binds a key that is limited to wallets: instead of the account's limits those that the key has for
 * the same time, which are a part of them. Without one it spends nothing.
 */
export function asBinding(account: Policy, key: Pick<Key, 'policy'>): Policy {
  const window = (name: 'maxPerDay' | 'maxPerMonth') =>
    account[name] === null || key.policy?.[name] != null ? null : '0'
  return { ...account, maxPerDay: window('maxPerDay'), maxPerMonth: window('maxPerMonth') }
}

/** Whether what is set aside for limited keys is more than the account may spend: in which window. */
export function isOverAllotted(
  account: Policy | null,
  limited: readonly Key[],
): 'maxPerDay' | 'maxPerMonth' | undefined {
  return (['maxPerDay', 'maxPerMonth'] as const).find((name) => {
    const limit = account?.[name] ?? null
    if (limit === null) return false
    const aside = limited.reduce((sum, { policy }) => {
      const own = policy?.[name] ?? null
      return own === null ? sum : sum + unitsIn(own)
    }, 0n)
    return aside > unitsIn(limit)
  })
}
