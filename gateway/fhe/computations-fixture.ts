import type { Hex } from 'viem'
import { type Computation, computationsOf } from './computations.ts'
import { type Formula, type Header, handleOf, type Place, type Planned } from './handles.ts'
import type { Operation } from './operation.ts'

/** The block in which tests compute. */
export const HERE: Header = { parentHash: `0x${'b1'.repeat(32)}`, time: 1_780_000_204 }

/** An operation with the result that the executor gives it there, as the first of its transaction unless the place says more. */
export function done(planned: Planned, formula: Formula = 'of a block', place: Partial<Place> = {}): Operation {
  const result = handleOf(planned, formula, { ...HERE, minted: new Set<Hex>(), ...place })
  return { ...planned, result: result ?? '0x' } as Operation
}

/** What one transaction shows. */
export const shown = (...operations: Operation[]): Computation[] => computationsOf(operations, HERE)
