import { Refused } from '#shared/refusal-codes.ts'
import { gasReserved } from '../../../gateway/transactions/payouts/operator-reserve.ts'
import { type Findings, type Problem, problem } from '../checks/check.ts'
import { rpc } from '../rpc.ts'
import type { Mode } from '../stage.ts'
import { everyTransaction, readToTheEnd } from '../traffic/in-flight.ts'
import { gainsOf, type Plan, playDeadEnd } from './dead-end.ts'

const UNITS = 1_000_000n
const ASKED = 10
const PAYOUTS = 3n
const END_MS = 120_000

/** An operator with gas for a few payouts takes on as many burns, of ten that are asked for at once, and pays them all. */
export function reservedGas(mode: Mode, plan: Plan): Promise<Findings> {
  return playDeadEnd(plan, { mode }, async ({ stage, wallet, api, times, say }) => {
    const problems: Problem[] = []
    let burned = 0n
    for (let time = 0; time < times; time++) {
      const price = BigInt(await rpc<string>(stage.info.rpcUrl, 'eth_gasPrice'))
      await stage.controls.setBalance(stage.operator.address, gasReserved({ payouts: PAYOUTS, stable: 0n }, price * 2n))
      // So that none is paid before the last one is asked for.
      await stage.controls.setAutomine(false)
      const all = Array.from({ length: ASKED }, () => accepted(api.redeem({ walletId: wallet.id, amount: '1' })))
      const made = (await Promise.all(all)).filter(Boolean).length
      await stage.controls.setAutomine(true)
      burned += BigInt(made) * UNITS
      if (made === 0 || made === ASKED) problems.push(problem('stuck', `${made} of ${ASKED} burns were taken on`))
      const left = await readToTheEnd(stage, await everyTransaction(stage), END_MS)
      problems.push(...left.map(({ id }) => problem('stuck', `${id} was taken on, and there is no gas for its payout`)))
      say(`${mode}: of ${ASKED} burns ${made} were taken on with gas for a few`)
    }
    const operator = { stable: -burned, cstable: burned }
    return {
      problems,
      gains: gainsOf([
        [wallet.address, { stable: burned, cstable: -burned }],
        ...(mode === 'float' ? [[stage.operator.address, operator] as [string, typeof operator]] : []),
      ]),
    }
  })
}

function accepted(redeem: Promise<unknown>): Promise<boolean> {
  return redeem.then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refused && error.code === 'redeem_settlement_failed') return false
      throw error
    },
  )
}
