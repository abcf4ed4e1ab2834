import type { Hex } from 'viem'
import { type Computation, computationsOf, isProven } from '../../../fhe/computations.ts'
import type { Header } from '../../../fhe/handles.ts'
import { fhevm } from '../../../fhe/host.ts'
import { acceptedInputIn, type Operation, operationIn } from '../../../fhe/operation.ts'

type Log = { address: string; data: Hex; topics: [Hex, ...Hex[]] | [] }

/** Whether the executor emitted it: other contracts can emit events that look the same. */
export function isOfExecutor({ address }: { address: string }): boolean {
  return address.toLowerCase() === fhevm.executor.toLowerCase()
}

/** What the executor computed, in the order of its events. */
export function operationsIn(logs: readonly Log[]): Operation[] {
  return logs.flatMap((log) => (isOfExecutor(log) ? (operationIn(log) ?? []) : []))
}

/** What the logs of **one** transaction, in their order, say that the executor computed, and what of it is proven in its block. */
export function provenIn(logs: readonly Log[], header: Header): Computation[] {
  return computationsOf(operationsIn(logs), header)
}

/**
 * From which input each selected amount was computed. ERC-7984 moves `select(covered, input, 0)`; a handle is the hash of
 * its computation, so that a log which names another input for it does not hash to it: no node can pass one call's amount
 * off as another's.
 */
export function inputsOfHandles(computations: readonly Computation[]): Map<Hex, Hex> {
  const inputs = new Map<Hex, Hex>()
  for (const { operation } of computations.filter(isProven)) {
    if (operation.name === 'FheIfThenElse') inputs.set(operation.result, operation.ifTrue)
  }
  return inputs
}

/**
 * The same as the events alone say it: an input is accepted, and a selected amount names it. For executors whose handles prove
 * nothing here (`legs/evidence/claimed.ts`).
 */
export function claimedInputs(logs: readonly Log[]): Map<Hex, Hex> {
  const [accepted, inputs] = [new Set<Hex>(), new Map<Hex, Hex>()]
  for (const log of logs.filter(isOfExecutor)) {
    const input = acceptedInputIn(log)
    if (input !== undefined) accepted.add(input)
    const operation = operationIn(log)
    if (operation?.name !== 'FheIfThenElse' || !accepted.has(operation.ifTrue)) continue
    inputs.set(operation.result, operation.ifTrue)
  }
  return inputs
}
