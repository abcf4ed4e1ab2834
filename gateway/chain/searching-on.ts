import type { Chain } from './port.ts'
import { SearchUnfinished } from './unavailable.ts'

/** Of years, by a node that gives few blocks at a time. A head that was told in error is not searched up to. */
const CALLS_MAX = 1_000

/** A chain for a process that ends: nobody goes on later with a search of its, so that each goes on at once. */
export function searchingOn(chain: Chain): Chain {
  const finalized: Chain['finalized'] = async (...asked) => {
    for (let calls = 1; ; calls++) {
      try {
        return await chain.finalized(...asked)
      } catch (error) {
        if (!(error instanceof SearchUnfinished) || calls === CALLS_MAX) throw error
      }
    }
  }
  return Object.create(chain, { finalized: { value: finalized } })
}
