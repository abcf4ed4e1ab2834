import type { WalletBalances } from '#shared/model/balances.ts'
import * as words from '../words/en.ts'
import type { ReviewLine } from './review-line.ts'
import { shortEther } from './short-ether.ts'

/** Who pays for gas, and what it holds. How much it takes is not guessed: the gateway asks the chain. */
export function gasLine({ eth }: Pick<WalletBalances, 'eth'>): ReviewLine {
  return { name: words.order.gas, is: 'text', text: words.order.gasOf(shortEther(eth.amount)) }
}
