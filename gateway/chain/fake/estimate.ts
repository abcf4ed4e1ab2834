import type { Address } from '#shared/model/ids.ts'
import type { Call, Estimate } from '../port.ts'
import { revertOf } from '../revert.ts'
import { actionIn } from './calls.ts'
import type { Ledger } from './ledger.ts'

const GAS = 300_000n

/** What the fake chain answers about a call that is not signed yet: gas, or why it would revert. */
export function estimateOn(ledger: Ledger, sender: Address, call: Call): Estimate {
  const action = actionIn(call)
  const spends = action.do === 'transfer' || action.do === 'wrap' ? BigInt(action.units) : 0n
  const request = action.do === 'finalize' ? ledger.requests.get(action.request) : undefined
  const isOpen = action.do !== 'finalize' || (request !== undefined && request.paidBy === undefined)
  if (spends > ledger.holder(sender).stable) {
    return { is: 'reverts', revert: revertOf('ERC20InsufficientBalance') }
  }
  if (!isOpen) return { is: 'reverts', revert: revertOf('InvalidUnwrapRequest') }
  return { is: 'gas', gas: GAS }
}
