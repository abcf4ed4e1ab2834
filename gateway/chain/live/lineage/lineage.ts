import type { Hex } from 'viem'
import { type Computation, computationsOf, isProven } from '../../../fhe/computations.ts'
import type { Header } from '../../../fhe/handles.ts'
import { fhevm } from '../../../fhe/host.ts'
import { acceptedInputIn, type Operation, operationIn } from '../../../fhe/operation.ts'
import { originOf } from '../../../fhe/origins.ts'

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
 * off as another's. An amount that was itself computed, of a pad or in public, goes by the name of that (`fhe/origins.ts`).
 */
export function inputsOfHandles(computations: readonly Computation[]): Map<Hex, Hex> {
  const proven = computations.filter(isProven).map(({ operation }) => operation)
  const making = new Map(proven.map((operation) => [operation.result, operation]))
  const inputs = new Map<Hex, Hex>()
  for (const operation of proven) {
    if (operation.name !== 'FheIfThenElse') continue
    inputs.set(operation.result, originOf(making.get(operation.ifTrue)) ?? operation.ifTrue)
  }
  return inputs
}

/**
 * The same as the events alone say it: an input is accepted, and a selected amount names it. For executors whose handles prove
 * nothing here (`legs/evidence/claimed.ts`).
 */
export function claimedInputs(logs: readonly Log[]): Map<Hex, Hex> {
  const [origins, inputs] = [new Map<Hex, Hex>(), new Map<Hex, Hex>()]
  for (const log of logs.filter(isOfExecutor)) {
    const input = acceptedInputIn(log)
    if (input !== undefined) origins.set(input, input)
    const operation = operationIn(log)
    const origin = originOf(operation)
    const isClaimed = operation?.name !== 'FheAdd' || origins.has(operation.lhs)
    if (operation !== undefined && origin !== undefined && isClaimed) origins.set(operation.result, origin)
    if (operation?.name !== 'FheIfThenElse') continue
    const from = origins.get(operation.ifTrue)
    if (from !== undefined) inputs.set(operation.result, from)
  }
  return inputs
}
