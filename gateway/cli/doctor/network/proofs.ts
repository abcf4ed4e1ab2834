import type { Newest } from '../../../chain/live/contracts/newest-transfers.ts'
import { isProven } from '../../../fhe/computations.ts'
import { counted } from '../../counted.ts'
import { bad, type Finding, ok, warn } from '../finding.ts'

/** Handles of random numbers are the hash of a seed: nothing of this version ever proves them, or needs to. */
const isRandom = (name: string) => name.startsWith('FheRand')

const REPORT = 'paste this report into an issue: a version of Sotto that knows the formula is needed'

/** What the newest transfers of a chain say of the formulas that this version knows: one line for each, and the sum. */
export function proofsFound({ moved, from, to }: Newest): Finding[] {
  const blocks = `blocks ${from} to ${to}`
  if (moved.length === 0) return [warn('handles', `no transfer of the token in ${blocks}`, 'try again later')]
  const all = moved.flatMap(({ computations }) => computations).filter(({ operation }) => !isRandom(operation.name))
  const unproven = all.filter((computation) => !isProven(computation))
  const formulas = [...Map.groupBy(all.filter(isProven), ({ formula }) => formula)].map(
    ([formula, { length }]) => `${length} ${formula}`,
  )
  const [computations, are] = all.length === 1 ? ['computation', 'is'] : ['computations', 'are']
  const says = `${all.length - unproven.length} of ${all.length} ${computations} of ${counted(moved.length, 'transaction')} ${are} proven (${formulas.join(', ') || 'none'}), ${blocks}`
  const names = [...new Set(unproven.map(({ operation }) => operation.name))].join(', ')
  const transfers = moved.map(transferFound)
  const isProvenWhole = all.length > 0 && unproven.length === 0 && transfers.every(({ state }) => state === 'ok')
  const sum = isProvenWhole
    ? ok('handles', says)
    : bad('handles', names === '' ? says : `${says}; not: ${names}`, REPORT)
  return [...transfers, sum]
}

/** Each handle that a transaction moved, with the formula that proves it. */
function transferFound({ hash, block, handles, computations }: Newest['moved'][number]): Finding {
  const moves = handles.map((handle) => {
    const made = computations.find(({ operation }) => operation.result === handle)
    const is = made === undefined ? 'NOT COMPUTED HERE' : (made.formula ?? 'NOT PROVEN')
    return { isProven: made !== undefined && isProven(made), says: `${handle} ${is}` }
  })
  const says = `${hash} in block ${block}: ${moves.map((move) => move.says).join('; ')}`
  return moves.every((move) => move.isProven) ? ok('transfer', says) : bad('transfer', says, REPORT)
}
