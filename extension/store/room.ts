import type { WalletBalances } from '#shared/model/balances.ts'
import type { Transaction } from '#shared/model/transaction.ts'

/**
 * As many from the beginning of a list as fit into so many characters of JSON, and how many do not. A browser keeps 10 MB
 * for a wallet in memory and counts more than the characters; no genuine gateway comes near, and another one must not
 * fill it.
 */
export function fitting<T>(list: readonly T[], room: number): { list: T[]; omitted: number } {
  let taken = 0
  const end = list.findIndex((each) => {
    taken += JSON.stringify(each).length + 1
    return taken > room
  })
  const fit = end === -1 ? [...list] : list.slice(0, end)
  return { list: fit, omitted: list.length - fit.length }
}

/** Longer than any text of a genuine gateway, and more than a screen shows of one. */
const LONGEST = 500

const clip = (text: string) => (text.length > LONGEST ? text.slice(0, LONGEST) : text)
const clipped = (text: string | null) => text && clip(text)

/** With texts of a length that can be kept: a wallet is not lost for its label. Amounts stay what they are. */
export function leanBalances({ wallet, normal, confidential, ...rest }: WalletBalances): WalletBalances {
  return {
    ...rest,
    wallet: { ...wallet, label: clipped(wallet.label) },
    normal: { ...normal, token: clip(normal.token) },
    confidential: { ...confidential, token: clip(confidential.token) },
  }
}

export function leanTransaction({ error, ...rest }: Transaction): Transaction {
  return {
    ...rest,
    token: clip(rest.token),
    externalId: clipped(rest.externalId),
    ...(error === undefined ? {} : { error: clip(error) }),
  }
}
