import { expect, test } from 'vitest'
import type { Address } from '#shared/model/ids.ts'
import type { Sealed, TokenHash } from '../crypto/keyring.ts'
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

test('a payment whose amount was altered outside of the gateway keeps no other request from its end', async () => {
  const first = await ask({ expiresAt: new Date(world.clock.now() + 60_000).toISOString() })
  stranger.payHidden(first.address as Address, 1n)
  await settle()
  await world.db
    .updateTable('transactions')
    .set({ amount: 'altered' as Sealed })
    .where('requestId', '=', first.id)
    .execute()
  const second = await ask({ expiresAt: new Date(world.clock.now() + 60_000).toISOString() })
  world.clock.pass(600_000)
  await settle()
  expect(await now(second)).toMatchObject({ status: 'EXPIRED' })
})

test('as many altered requests as one look collects are put off, and keep no other from being collected', async () => {
  const expiresAt = new Date(world.clock.now() + 60_000).toISOString()
  const last = await ask({ expiresAt })
  const row = await world.db.selectFrom('requests').selectAll().where('id', '=', last.id).executeTakeFirstOrThrow()
  const altered = Array.from({ length: 100 }, (_, at) => ({
    ...row,
    ...{ id: `altered${at}`, tokenHash: `altered${at}` as TokenHash, status: 'EXPIRED' as const, collectAt: 1 },
  }))
  await world.db.insertInto('requests').values(altered).execute()
  stranger.payHidden(last.address as Address, 2_000_000n)
  await settle()
  world.clock.pass(600_000)
  await settle(6)
  expect(world.chain.ledger.confidentialOf(last.address as Address)).toBe(0n)
})
