import type { WalletBalances } from '#shared/model/balances.ts'

/** Which of a wallet's two balances a payment takes from. */
export type Source = 'normal' | 'confidential'

/**
 * What keeps a wallet from paying, as far as its balances tell. `gas`: it holds no ETH at all. `sealed`: its balance
 * cannot be read now. `mint`: what it holds is public, and has to become confidential first. `fund`: it holds nothing.
 */
export type Obstacle = 'gas' | 'sealed' | 'mint' | 'fund'

/** What to say before a payment is tried. It forbids nothing: the gateway decides. */
export function obstacleOf({ eth, normal, confidential }: WalletBalances, source: Source): Obstacle | undefined {
  const has = source === 'normal' ? normal.amount : confidential.amount
  if (has === null) return 'sealed'
  if (isZero(has)) return source === 'confidential' && !isZero(normal.amount) ? 'mint' : 'fund'
  return isZero(eth.amount) ? 'gas' : undefined
}

function isZero(amount: string): boolean {
  return /^0*(\.0*)?$/.test(amount)
}
