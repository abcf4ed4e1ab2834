import { expect, test } from 'vitest'
import type { Address } from '#shared/model/ids.ts'
import { ask, now, purse, settle, setUpEach, stranger, world } from './requests-fixture.ts'

setUpEach()

test.each(['content', 'walletId'] as const)(
  'a request whose %s was altered outside of the gateway keeps no other from being paid, ended or collected',
  async (column) => {
    const expiresAt = new Date(world.clock.now() + 60_000).toISOString()
    const [altered, paid] = [await ask({ expiresAt }), await ask({ expiresAt })]
    const partly = await ask({ expiresAt: new Date(world.clock.now() + 90_000).toISOString() })
    await world.db
      .updateTable('requests')
      .set({ [column]: column === 'walletId' ? purse.id : 'altered' })
      .where('id', '=', altered.id)
      .execute()
    for (const [{ address }, units] of [
      [altered, 1n],
      [paid, 5_000_000n],
      [partly, 2_000_000n],
    ] as const)
      stranger.payHidden(address as Address, units)
    await settle()
    expect(await now(paid)).toMatchObject({ status: 'PAID', received: '5' })
    world.clock.pass(600_000)
    await settle()
    expect(await now(partly)).toMatchObject({ status: 'EXPIRED', received: '2' })
    expect(world.chain.ledger.confidentialOf(partly.address as Address)).toBe(0n)
  },
)
