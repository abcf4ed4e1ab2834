import type { WalletBalances } from '#shared/model/balances.ts'
import { orderWords } from '../../words/en/orders/order.ts'
import type { ReviewLine } from '../orders/review-line.ts'
import { shortEther } from './short-ether.ts'

/** Who pays for gas, and what it holds. How much it takes is not guessed: the gateway asks the chain. */
export function gasLine({ eth }: Pick<WalletBalances, 'eth'>): ReviewLine {
  return { name: orderWords.gas, is: 'text', text: orderWords.gasOf(shortEther(eth.amount)) }
}
