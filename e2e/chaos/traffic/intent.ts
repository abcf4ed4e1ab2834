import { formatUnits } from '#shared/model/money.ts'
import type { Random } from '../random.ts'
import type { Account } from '../stage.ts'
import type { Wallet } from './wallets.ts'

export type Verb = 'fund' | 'mint' | 'transfer' | 'redeem'

/** A payment that a client wants once, however often it has to ask. */
export type Intent = {
  key: string
  account: Account
  verb: Verb
  body: Record<string, string>
  /** Transactions that the answers named: besides those that failed unsigned, one at most, if the gateway keeps its word. */
  ids: Set<string>
  /** The terminal statuses that the client was told of each, which none may ever take back. */
  ends: { id: string; status: string }[]
  /** `open` until the client has an answer that is not about to change. `found`: refused, since it was mined before. */
  outcome: 'open' | 'made' | 'refused' | 'found'
  /** The mined transaction that a gateway named whose database was restored. */
  foundHash?: string
  asked: number
}

export const SOMEBODY_ELSE = `0x${'e1'.repeat(20)}`

/** The next thing that a client wants. */
export function imagine(random: Random, wallets: Wallet[], key: string): Intent {
  const wallet = random.pick(wallets)
  const verb = random.pick<Verb>(['fund', 'mint', 'mint', 'transfer', 'transfer', 'transfer', 'redeem', 'redeem'])
  // Now and then more than there is, so that refusals are part of the traffic.
  const amount = formatUnits(BigInt(random.chance(0.03) ? 10 ** 13 : random.between(1, 3_000_000)))
  const body = {
    walletId: wallet.id,
    amount: verb === 'fund' ? formatUnits(BigInt(random.between(1, 9_000_000))) : amount,
  }
  return {
    key,
    account: wallet.account,
    verb,
    body: verb === 'transfer' ? { ...body, ...destination(random, wallet, wallets) } : body,
    ids: new Set(),
    ends: [],
    outcome: 'open',
    asked: 0,
  }
}

/** The same of clients who do nothing but move cSTABLE. */
export function imagineHidden(random: Random, wallets: Wallet[], key: string): Intent {
  const wallet = random.pick(wallets)
  const { token: _, ...to } = destination(random, wallet, wallets)
  const body = { walletId: wallet.id, amount: formatUnits(BigInt(random.between(1, 300_000))), ...to }
  const { account } = wallet
  return { key, account, verb: 'transfer', body, ids: new Set(), ends: [], outcome: 'open', asked: 0 }
}

function destination(random: Random, from: Wallet, wallets: Wallet[]): Record<string, string> {
  const token: Record<string, string> = random.chance(0.35) ? { token: 'STABLE' } : {}
  if (random.chance(0.15)) return { ...token, to: SOMEBODY_ELSE }
  const other = random.pick(wallets.filter(({ id }) => id !== from.id))
  const mine = other.account === from.account && random.chance(0.5)
  return mine ? { ...token, toWalletId: other.id } : { ...token, to: other.address }
}
