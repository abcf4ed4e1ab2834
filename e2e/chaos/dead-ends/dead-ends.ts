import type { Findings } from '../checks/check.ts'
import type { Mode } from '../stage.ts'
import type { Plan } from './dead-end.ts'
import { killedUnwrap } from './killed-unwrap.ts'
import { prunedState } from './pruned-state.ts'
import { replacedOperator } from './replaced-operator.ts'
import { reservedGas } from './reserved-gas.ts'

/** Every case by what happens in it, as far as it is about these modes. */
export function deadEndsOf(modes: Mode[]): Record<string, (plan: Plan) => Promise<Findings>> {
  const gas = modes.map((mode) => [`gas for a few payouts, ${mode}`, (plan: Plan) => reservedGas(mode, plan)] as const)
  const float = {
    'a payout that was signed with a key that is gone': replacedOperator,
    'a payout whose nonce was used before the state of then was forgotten': prunedState,
    'an unwrap of the operator that was killed after its burn': killedUnwrap,
  }
  return { ...Object.fromEntries(gas), ...(modes.includes('float') ? float : {}) }
}
