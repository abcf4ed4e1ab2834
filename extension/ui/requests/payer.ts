import type { WalletBalances } from '#shared/model/balances.ts'
import { formatUnits, parseAmount } from '#shared/model/money.ts'
import type { RequestRead } from '../../sites/payments/rules.ts'
import { type AmountFlaw, readAmount } from '../amounts/amount-rules.ts'
import type { Source } from '../obstacles/obstacle.ts'
import { custodialOf, wishedOf } from '../wallets/wallet-choice.ts'

/** The wallet that pays a request, and what of it is missing. */
export type Payer =
  /** No wallet whose key the gateway holds. */
  | { is: 'none' }
  /** The request counts another token. */
  | { is: 'token' }
  /** The wallet that the person chose is not among them any more: another is chosen before anything is paid. */
  | { is: 'gone' }
  | ({ is: 'short' } & Paying)
  | ({ is: 'ready' } & Paying)

export type Paying = {
  from: WalletBalances
  source: Source
  /** What is to be paid; null where it has to be chosen yet, or breaks a rule. */
  amount: string | null
  flaw: AmountFlaw | undefined
  /** What is left then; null where the balance is sealed or the amount open. */
  afterwards: string | null
}

/**
 * Who pays how much, and what is left then. `wished` is the wallet that the person chose, `usual` the default where
 * there is none. `typed` counts only where the request leaves the amount open.
 */
export function payerOf(
  { verdict, open: asked }: Pick<RequestRead, 'verdict' | 'open'>,
  all: readonly WalletBalances[],
  wished: string | undefined,
  typed: string,
  usual?: string,
): Payer {
  const { token } = verdict.subject
  const able = custodialOf(all)
  if (able.length === 0) return { is: 'none' }
  const chosen = wishedOf(able, wished ?? usual ?? null)
  if (wished !== undefined && chosen?.gone) return { is: 'gone' }
  const from = chosen?.from
  const source = from && sourceOf(from, token)
  if (from === undefined || source === undefined) return { is: 'token' }
  const available = from[source].amount
  const read = readAmount(asked ?? typed, { available, ...(asked !== null && { decimal: '.' }) })
  if ('amount' in read) {
    return { is: 'ready', from, source, amount: read.amount, flaw: undefined, afterwards: left(available, read.units) }
  }
  const paying = { from, source, amount: null, flaw: read.flaw, afterwards: null }
  return { is: read.flaw === 'over_balance' ? 'short' : 'ready', ...paying }
}

function sourceOf({ normal, confidential }: WalletBalances, token: string): Source | undefined {
  if (confidential.token === token) return 'confidential'
  return normal.token === token ? 'normal' : undefined
}

function left(available: string | null, units: bigint): string | null {
  const has = available === null ? undefined : parseAmount(available)
  return has === undefined ? null : formatUnits(has - units)
}
