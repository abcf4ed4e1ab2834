import type { Hex } from 'viem'
import { type Formula, type Header, provingFormula } from './handles.ts'
import { type Operation, operandsOf } from './operation.ts'

/**
 * An operation as a node showed it, and the formula by which the handle of its result proves it (`provingFormula`).
 * Without a formula it is a claim.
 */
export type Computation = { operation: Operation; formula?: Formula }

/** The computations of **one** transaction, all of them and in their order: what it made before decides origins. */
export function computationsOf(operations: readonly Operation[], header: Header): Computation[] {
  const minted = new Set<Hex>()
  let last: Formula | undefined
  return operations.map((operation) => {
    const formula = provingFormula(operation, { ...header, minted }, last)
    minted.add(operation.result.toLowerCase() as Hex)
    last = formula ?? last
    return formula === undefined ? { operation } : { operation, formula }
  })
}

export function isProven({ formula }: Computation): boolean {
  return formula !== undefined
}

/** Those that made the handles, and their operands: the rest concerns other handles. */
export function leadingTo(wanted: readonly Hex[], operations: readonly Operation[]): Set<Operation> {
  const making = new Map(operations.map((operation) => [operation.result, operation]))
  const needed = new Set<Operation>()
  const queue = [...wanted]
  for (let handle = queue.pop(); handle !== undefined; handle = queue.pop()) {
    const operation = making.get(handle)
    if (operation === undefined || needed.has(operation)) continue
    needed.add(operation)
    queue.push(...operandsOf(operation))
  }
  return needed
}
