import { expect, test } from 'vitest'
import { legsOf } from '../../legs/store.ts'
import { reconcileAtStart } from './keep-reconciling-fixture.ts'
import { backUp, begin, paidOut, read, redeem, restore, setUpEach, wallet, world } from './restore-fixture.ts'

setUpEach()

test.each(['float', 'backed'] as const)(
  'a redeem that burned nothing comes back failed, and no payout of nothing is signed (%s)',
  async (mode) => {
    await begin(mode, 'tags')
    backUp()
    const { ledger } = world.chain
    ledger.automine = false
    const id = (await redeem('40', 'order 1')).transaction?.id ?? ''
    // What it burns is gone before it is mined.
    ledger.holder(wallet.address).handle = ledger.ciphertexts.encrypt(1_000_000n)
    ledger.automine = true
    ledger.mine()
    expect(await read(id)).toMatchObject({ status: 'FAILED', amount: '40' })
    await restore()
    await reconcileAtStart(world, 'operator')
    expect(await read(id)).toMatchObject({ status: 'FAILED', amount: null })
    expect(await legsOf(world.db, world.keys, id)).toHaveLength(1)
    expect(paidOut()).toBe(0n)
  },
)
