import type { Hex } from 'viem'
import { isProven } from '../../fhe/handles.ts'
import { fhevm } from '../../fhe/host.ts'
import { type Operation, operationIn } from '../../fhe/operation.ts'

type Log = { address: string; data: Hex; topics: [Hex, ...Hex[]] | [] }

/** What the executor computed, in the order of its events. Other contracts can emit events that look the same. */
export function operationsIn(logs: readonly Log[]): Operation[] {
  return logs.flatMap((log) => {
    if (log.address.toLowerCase() !== fhevm.executor.toLowerCase()) return []
    return operationIn(log) ?? []
  })
}

/**
 * From which input each selected amount was computed. ERC-7984 moves `select(covered, input, 0)`; a handle is the hash of
 * its computation, so that a log which names another input for it does not hash to it: no node can pass one call's amount
 * off as another's.
 */
export function inputsOfHandles(operations: readonly Operation[]): Map<Hex, Hex> {
  const inputs = new Map<Hex, Hex>()
  for (const operation of operations) {
    if (operation.name === 'FheIfThenElse' && isProven(operation)) inputs.set(operation.result, operation.ifTrue)
  }
  return inputs
}
