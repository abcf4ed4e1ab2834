import type { Newest } from '../../../chain/live/contracts/newest-transfers.ts'
import { isProven } from '../../../fhe/computations.ts'
import { bad, type Finding, ok, warn } from '../finding.ts'

/** Handles of random numbers are the hash of a seed: nothing of this version ever proves them, or needs to. */
const isRandom = (name: string) => name.startsWith('FheRand')

const REPORT = 'paste this report into an issue: a version of Sotto that knows the formula is needed'

/** What the newest transfers of a chain say of the formulas that this version knows: one line for each, and the sum. */
export function proofsFound({ moved, from, to }: Newest): Finding[] {
  const blocks = `blocks ${from} to ${to}`
  if (moved.length === 0) return [warn('handles', `nobody moved the token in ${blocks}`, 'try again later')]
  const all = moved.flatMap(({ computations }) => computations).filter(({ operation }) => !isRandom(operation.name))
  const unproven = all.filter((computation) => !isProven(computation))
  const formulas = [...Map.groupBy(all.filter(isProven), ({ formula }) => formula)].map(
    ([formula, { length }]) => `${length} ${formula}`,
  )
  const says = `${all.length - unproven.length} of ${all.length} computations of ${moved.length} transactions are proven (${formulas.join(', ') || 'none'}), ${blocks}`
  const names = [...new Set(unproven.map(({ operation }) => operation.name))].join(', ')
  return [
    ...moved.map(({ hash, block, handles, computations }) => {
      const moves = handles.map((handle) => {
        const made = computations.find(({ operation }) => operation.result === handle)
        return `${handle} ${made === undefined ? 'NOT COMPUTED HERE' : (made.formula ?? 'NOT PROVEN')}`
      })
      return ok('transfer', `${hash} in block ${block}: ${moves.join('; ')}`)
    }),
    unproven.length === 0 && all.length > 0 ? ok('handles', says) : bad('handles', `${says}; not: ${names}`, REPORT),
  ]
}
