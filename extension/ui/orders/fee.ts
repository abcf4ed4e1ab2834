import type { WalletBalances } from '#shared/model/balances.ts'
import { decimalText } from '#shared/ui/kit/values/group-amount.ts'
import { orderWords } from '../../words/en/orders/order.ts'
import { shortEther } from '../amounts/short-ether.ts'
import type { ReviewLine } from './review-line.ts'

/** Units of gas that a payment took where it was measured: a transfer in public, and anything that is encrypted. */
export const GAS = { normal: 65_000n, confidential: 420_000n } as const

const ETHER_DECIMALS = 18

/** What the network asks for a payment, which the wallet pays with its ETH. How much that is, is estimated in the review. */
export function feeLine({ eth }: Pick<WalletBalances, 'eth'>, kind: keyof typeof GAS = 'confidential'): ReviewLine {
  return { name: orderWords.fee, is: 'fee', units: GAS[kind], has: eth.amount }
}

/** The fee as a sentence; `gasPrice` is what a unit costs in wei. It says so where the wallet holds less. */
export function feeText(units: bigint, gasPrice: string, has: string): string {
  const fee = roughly(units * BigInt(gasPrice))
  const text = orderWords.feeOf(decimalText(etherOf(fee)))
  return weiOf(has) < fee ? `${text} ${orderWords.feeShort(decimalText(shortEther(has)))}` : text
}

/** Rounded up to two digits: it is an estimate, and should look like one. */
function roughly(wei: bigint): bigint {
  const step = 10n ** BigInt(Math.max(0, String(wei).length - 2))
  return ((wei + step - 1n) / step) * step
}

function etherOf(wei: bigint): string {
  const digits = String(wei).padStart(ETHER_DECIMALS + 1, '0')
  const fraction = digits.slice(-ETHER_DECIMALS).replace(/0+$/, '')
  const whole = digits.slice(0, -ETHER_DECIMALS)
  return fraction === '' ? whole : `${whole}.${fraction}`
}

/** `ether` is a decimal string of ETH. */
export function weiOf(ether: string): bigint {
  const [whole = '0', fraction = ''] = ether.split('.')
  return BigInt(whole + fraction.padEnd(ETHER_DECIMALS, '0'))
}
