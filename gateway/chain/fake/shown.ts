import { isDeepStrictEqual } from 'node:util'
import type { Hex } from '#shared/model/ids.ts'
import { type Computation, computationsOf, leadingTo } from '../../fhe/computations.ts'
import { ChainUnavailable, type Receipt } from '../port.ts'
import type { TokenMove } from '../token-move.ts'
import type { Ciphertexts } from './ciphertexts.ts'
import type { Faults } from './faults.ts'
import type { Ledger } from './ledger.ts'
import { movesIn } from './moves.ts'

export type Shown = ReturnType<typeof createShown>

/** What the node of the fake chain says of the past: the truth, or what a test makes of it. */
export function createShown(ledger: Ledger, faults: Faults) {
  /** A lie about computations is held against the handles, as the live chain does. */
  function receipt(hash: Hex): Receipt | undefined {
    const truth = ledger.mined.get(hash)?.receipt
    if (faults.lie === undefined) return truth
    const shown = faults.lie(hash, truth)
    if (shown === undefined || shown === truth) return shown
    const operations = shown.computations.map(({ operation }) => operation)
    return { ...shown, computations: computationsOf(operations, ledger.headerAt(shown.block)) }
  }

  const receipts = () => [...ledger.mined.values()].map(({ receipt: truth }) => receipt(truth.hash) ?? truth)

  return {
    receipt,

    /** What the executor ran at a block: what its computations are proven by; where it computed nothing, what it runs now. */
    formulaAt(block?: number): Ciphertexts['formula'] {
      const mined = [...ledger.mined.values()].find((one) => one.receipt.block === block)
      const computations = mined?.receipt.computations ?? []
      if (computations.length === 0) return ledger.ciphertexts.formula
      return computations.find(({ formula }) => formula !== undefined)?.formula ?? 'unknown'
    },

    /** Where further nodes have to agree, a lie is found out. */
    moves(): TokenMove[] {
      return receipts().flatMap((shown) => {
        if (faults.confirming === true && !isDeepStrictEqual(shown, ledger.mined.get(shown.hash)?.receipt))
          throw new ChainUnavailable('the nodes do not agree')
        return movesIn(shown)
      })
    },

    computationsLeadingTo(handles: readonly Hex[], fromBlock: number, toBlock: number): Computation[] {
      const inRange = receipts().filter(({ block }) => block >= fromBlock && block <= toBlock)
      const all = inRange.flatMap(({ computations }) => computations)
      const needed = leadingTo(
        handles,
        all.map(({ operation }) => operation),
      )
      return all.filter(({ operation }) => needed.has(operation))
    },
  }
}
