import { type Findings, problem } from '../checks/check.ts'
import { useElsewhere } from '../faults/drift.ts'
import { everyTransaction, readToTheEnd } from '../traffic/in-flight.ts'
import { gainsOf, type Plan, playDeadEnd } from './dead-end.ts'
import { signedPayout } from './signed-payout.ts'

const UNITS = 10_000_000n
/** More than a node keeps the state of. */
const BLOCKS = 80
const END_MS = 60_000

/**
 * A payout's nonce is used elsewhere, and before anybody looks the node has forgotten the state of that block: what used
 * it is found in the blocks, and the redeem is paid by itself. Once.
 */
export function prunedState(plan: Plan): Promise<Findings> {
  return playDeadEnd(plan, { mode: 'float' }, async ({ stage, keeper, wallet, times, random, say }) => {
    stage.rpc.on('pruned state', random)
    for (let time = 0; time < times; time++) {
      await signedPayout(stage, keeper, wallet, '10')
      await useElsewhere(stage, stage.operator, 1)
      await stage.controls.mine(BLOCKS)
      await keeper.start()
      await readToTheEnd(stage, await everyTransaction(stage), END_MS)
    }
    const met = stage.rpc.met.get('pruned state') ?? 0
    say(`a nonce that was used before the state of then was forgotten: ${times} payouts, ${met} questions too old`)
    const burned = UNITS * BigInt(times)
    return {
      problems: met === 0 ? [problem('stuck', 'no question was too old: nothing was shown')] : [],
      gains: gainsOf([
        [wallet.address, { stable: burned, cstable: -burned }],
        [stage.operator.address, { stable: -burned, cstable: burned }],
      ]),
    }
  })
}
