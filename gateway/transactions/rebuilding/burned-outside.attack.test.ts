import { expect, test } from 'vitest'
import { accountForNonces } from '../../legs/reconciling/account-for-nonces.ts'
import { backUp, begin, keepFor, outside, paidOut, restore, setUpEach, wallet, world } from './restore-fixture.ts'

setUpEach()

const stable = () => world.chain.ledger.holder(wallet.address).stable

/** A burn with the person's own software has no tag, and its payout has one that names a redeem which only this database knows. */
test.each(['float', 'backed'] as const)(
  'what a person burned past the gateway is paid once, also where the redeem is lost again (%s)',
  async (mode) => {
    await begin(mode, 'tags')
    const before = stable()
    backUp()
    await outside(wallet.address, 10_000_000n, mode === 'float' ? world.chain.operator.address : undefined)
    await keepFor(14)
    expect(stable()).toBe(before + 10_000_000n)
    await restore()
    await keepFor(14)
    expect([stable(), mode === 'float' ? paidOut() : 10_000_000n]).toEqual([before + 10_000_000n, 10_000_000n])
  },
)

test.each(['float', 'backed'] as const)(
  'a node that once shows it without its events does not keep it from being paid (%s)',
  async (mode) => {
    await begin(mode, 'tags')
    const before = stable()
    await outside(wallet.address, 10_000_000n, mode === 'float' ? world.chain.operator.address : undefined)
    world.chain.faults.lie = (_hash, truth) => truth && { ...truth, confidentialMoves: [], unwraps: [] }
    expect(await accountForNonces(world, wallet.address)).toBe(true)
    delete world.chain.faults.lie
    await keepFor(14)
    expect(stable()).toBe(before + 10_000_000n)
  },
)
