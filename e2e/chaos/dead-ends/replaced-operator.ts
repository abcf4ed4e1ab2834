import { randomBytes } from 'node:crypto'
import { signerFromKey } from '../../../gateway/chain/live/wallet-keys.ts'
import { beside } from '../../../gateway/cli/beside.ts'
import { readConfig } from '../../../gateway/config/config.ts'
import { voidPayout } from '../../../gateway/transactions/payouts/by-hand/by-hand.ts'
import { type Findings, type Problem, problem } from '../checks/check.ts'
import { everyTransaction, readToTheEnd } from '../traffic/in-flight.ts'
import { gainsOf, type Plan, playDeadEnd } from './dead-end.ts'
import { signedPayout } from './signed-payout.ts'

const WEI = 10n ** 21n
const UNITS = 10_000_000n
const END_MS = 30_000

/**
 * The key that signed a payout is gone, and its address is drained: `sotto owed --void` gives it up, not before nothing
 * can pay for its bytes any more, and the key that is here pays. Once.
 */
export function replacedOperator(plan: Plan): Promise<Findings> {
  return playDeadEnd(plan, { mode: 'float' }, async ({ stage, keeper, wallet, api, times, say }) => {
    const problems: Problem[] = []
    let key = stage.settings.SOTTO_OPERATOR_KEY ?? ''
    for (let time = 0; time < times; time++) {
      const before = signerFromKey(key)
      key = `0x${randomBytes(32).toString('hex')}`
      const { address } = signerFromKey(key)
      await stage.controls.setBalance(address, WEI)
      const { wallet: float } = await api.createWallet({ type: 'external', address })
      await api.fund({ walletId: float.id, amount: '100' })
      const id = await signedPayout(stage, keeper, wallet, '10')
      Object.assign(stage.settings, { SOTTO_OPERATOR_KEY: key })
      const config = readConfig(stage.settings)
      const tryVoid = () => beside(config, async (world) => void (await voidPayout(world, id)))
      if (await succeeds(tryVoid)) problems.push(problem('doubled', `${id} was void while it could be mined`))
      await stage.controls.setBalance(before.address, 0n)
      await keeper.start()
      await tryVoid()
      await readToTheEnd(stage, await everyTransaction(stage), END_MS)
    }
    say(`an operator's key that is gone: ${times} payouts given up and made by another`)
    const burned = UNITS * BigInt(times)
    return {
      problems,
      gains: gainsOf([
        [wallet.address, { stable: burned, cstable: -burned }],
        // What the first one burned arrived there, and was paid by the others.
        [stage.operator.address, { stable: 0n, cstable: UNITS }],
      ]),
    }
  })
}

const succeeds = (work: () => Promise<void>) =>
  work().then(
    () => true,
    () => false,
  )
