import { randomBytes } from 'node:crypto'
import type { Address } from '#shared/model/ids.ts'
import { signerFromKey } from '../../../gateway/chain/live/wallet-keys.ts'
import type { Signer } from '../../../gateway/chain/port.ts'
import { signingOf } from '../../../gateway/chain/signing.ts'
import { beside } from '../../../gateway/cli/beside.ts'
import { type Config, readConfig } from '../../../gateway/config/config.ts'
import { voidPayout } from '../../../gateway/transactions/payouts/by-hand/by-hand.ts'
import { type Findings, type Problem, problem } from '../checks/check.ts'
import { everyTransaction, readToTheEnd } from '../traffic/in-flight.ts'
import { gainsOf, type Plan, playDeadEnd } from './dead-end.ts'
import { signedPayout } from './signed-payout.ts'

const WEI = 10n ** 21n
const UNITS = 10_000_000n
const END_MS = 120_000

/**
 * The key that signed a payout is not the gateway's any more. `sotto owed --void` gives the payout up not before nothing can
 * have its bytes mined: not while it has gas, nor while it holds what they pay, since anybody can send it gas. Either that
 * is moved away, and the key that is here pays, or the gas is sent, and the bytes pay. Once.
 */
export function replacedOperator(plan: Plan): Promise<Findings> {
  return playDeadEnd(plan, { mode: 'float' }, async ({ stage, keeper, wallet, times, say }) => {
    const problems: Problem[] = []
    let key = stage.settings.SOTTO_OPERATOR_KEY ?? ''
    let movedAway = 0n
    for (let time = 0; time < times; time++) {
      const before = signerFromKey(key)
      key = `0x${randomBytes(32).toString('hex')}`
      const { address } = signerFromKey(key)
      await stage.controls.setBalance(address, WEI)
      const id = await signedPayout(stage, keeper, wallet, '10')
      Object.assign(stage.settings, { SOTTO_OPERATOR_KEY: key })
      const config = readConfig(stage.settings)
      const tryVoid = () => beside(config, async (world) => void (await voidPayout(world, id)))
      if (await succeeds(tryVoid)) problems.push(problem('doubled', `${id} was void while it could be mined`))
      await stage.controls.setBalance(before.address, 0n)
      if (await succeeds(tryVoid)) problems.push(problem('doubled', `${id} was void while anybody could send its gas`))
      await stage.controls.setBalance(before.address, WEI)
      const byBytes = time % 2 === 1
      const moved = byBytes ? 0n : await moveAway(config, before, address)
      if (time === 0) movedAway = moved
      if (!byBytes) await tryVoid()
      await keeper.start()
      await readToTheEnd(stage, await everyTransaction(stage), END_MS)
      if (byBytes) await moveAway(config, before, address)
    }
    say(`an operator's key that was replaced: ${times} payouts given up and made by another, or paid by their bytes`)
    const burned = UNITS * BigInt(times)
    return {
      problems,
      gains: gainsOf([
        [wallet.address, { stable: burned, cstable: -burned }],
        // What the first one burned arrived there, and was paid by another.
        [stage.operator.address, { stable: -movedAway, cstable: UNITS }],
      ]),
    }
  })
}

/** All STABLE of an address, at its next nonce: that of the payout, while that is not mined. Gives the units. */
async function moveAway(config: Config, from: Signer, to: Address): Promise<bigint> {
  let moved = 0n
  await beside(config, async ({ chain }) => {
    const [held] = await chain.readWallets([from.address])
    moved = held?.stable ?? 0n
    const { maxFee, priorityFee } = await chain.fees()
    const fees = { nonce: await chain.nonce(from.address), gas: 100_000n, maxFee, priorityFee }
    const signing = signingOf(chain)
    const { raw } = await signing.sign(from, { ...chain.calls.transferPublic(to, moved), ...fees })
    await signing.broadcast(raw)
  })
  return moved
}

const succeeds = (work: () => Promise<void>) =>
  work().then(
    () => true,
    () => false,
  )
