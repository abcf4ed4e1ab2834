import { expect, test } from 'vitest'
import { listOwed, listUnpaid } from '../payouts/debts.ts'
import { backUp, begin, keepFor, read, redeem, restore, setUpEach, wallet, world } from './restore-fixture.ts'

setUpEach()

test.each([
  ['found', 'mined again, and reverts'],
  ['found', 'in no block'],
  ['not found', 'mined again, and reverts'],
  ['not found', 'in no block'],
])(
  'a finalize of before a restore, %s before its burn is mined again with another request, pays nothing; it is %s',
  async (when, fate) => {
    await begin('backed')
    const { ledger, faults } = world.chain
    const start = ledger.block
    faults.unpublished = true
    const { id = '' } = (await redeem('10')).transaction ?? {}
    await read(id)
    await backUp()
    faults.unpublished = false
    expect(await read(id)).toMatchObject({ status: 'SETTLED' })
    const [burn, finalize] = [...ledger.mined.values()].slice(-2).map(({ sent }) => sent)
    if (burn === undefined || finalize?.action.do !== 'finalize') throw new Error('it was not paid out')
    await restore()
    if (when === 'found') await keepFor(1)
    ledger.rollback(ledger.block - start)
    ledger.take(burn)
    if (fate !== 'in no block') ledger.take(finalize)
    expect(await read(id, 40)).toMatchObject({ status: 'SETTLED', waitingFor: null })
    const { stable } = ledger.holder(wallet.address)
    expect([stable, ledger.confidentialOf(wallet.address)]).toEqual([50_000_000n, 50_000_000n])
    expect([await listOwed(world.db, world.keys), await listUnpaid(world.db, world.keys)]).toEqual([[], []])
  },
)
