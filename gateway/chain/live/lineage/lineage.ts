import type { Hex } from 'viem'
import { type Computation, computationsOf } from '../../../fhe/computations.ts'
import type { Header } from '../../../fhe/handles.ts'
import { fhevm } from '../../../fhe/host.ts'
import { type Operation, operationIn } from '../../../fhe/operation.ts'

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
