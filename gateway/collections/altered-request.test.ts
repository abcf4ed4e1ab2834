import { expect, test } from 'vitest'
import type { Address } from '#shared/model/ids.ts'
import type { Sealed, TokenHash } from '../crypto/keyring.ts'
import type { RequestRow } from '../db/schema/request-rows.ts'
import { findByLink } from '../requests/store.ts'
import { ask, has, now, purse, settle, setUpEach, shop, stranger, told, world } from './requests-fixture.ts'

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

test('a request of which a payment was altered outside of the gateway is cancelled as it stood, and collected', async () => {
  const request = await ask()
  stranger.payHidden(request.address as Address, 2_000_000n)
  await settle()
  await world.db
    .updateTable('transactions')
    .set({ amount: 'altered' as Sealed })
    .where('requestId', '=', request.id)
    .execute()
  const cancelled = (await shop.api.cancelRequest({ id: request.id })).request
  expect(cancelled).toMatchObject({ status: 'CANCELLED', received: '2', late: false })
  await settle()
  expect(await has()).toEqual(['0', '2'])
  expect(await told()).toEqual(['received'])
})

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

test('a cancelled request that is found to be paid is told as paid', async () => {
  const request = await ask()
  stranger.payHidden(request.address as Address, 1n)
  await settle()
  const first = world.db.selectFrom('transactions').select(['id', 'amount']).where('requestId', '=', request.id)
  const { id, amount } = await first.executeTakeFirstOrThrow()
  const set = (to: Sealed) => world.db.updateTable('transactions').set({ amount: to }).where('id', '=', id).execute()
  await set('altered' as Sealed)
  stranger.payHidden(request.address as Address, 5_000_000n)
  await settle()
  await set(amount)
  expect(await now(request)).toMatchObject({ status: 'OPEN' })
  const before = await told()
  await expect(shop.api.cancelRequest({ id: request.id })).rejects.toMatchObject({
    code: 'request_ended',
    details: { status: 'PAID' },
  })
  expect((await told()).slice(before.length)).toEqual(['paid'])
  expect(await now(request)).toMatchObject({ status: 'PAID', received: '5.000001', late: false })
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

const alter = ({ id }: { id: string }, to: Partial<RequestRow>) =>
  world.db.updateTable('requests').set(to).where('id', '=', id).execute()

test('a link leads to no other request that was given its hash outside of the gateway', async () => {
  const [shown, other] = [await ask(), await ask()]
  const rows = world.db.selectFrom('requests').select('tokenHash').where('id', '=', shown.id)
  const { tokenHash } = await rows.executeTakeFirstOrThrow()
  await alter(shown, { tokenHash: 'away' as TokenHash })
  await alter(other, { tokenHash })
  const link = new URL(shown.url).pathname.slice('/pay/'.length)
  await expect(findByLink(world.db, world.keys, link)).rejects.toThrow('was not written by this gateway')
})

test.each(['PAID', 'EXPIRED', 'CANCELLED'] as const)(
  'an open request, and one that ended otherwise, is not %s because its row says so',
  async (status) => {
    const [open, taken, paid] = [await ask(), await ask(), await ask()]
    await shop.api.cancelRequest({ id: taken.id })
    stranger.payHidden(paid.address as Address, 5_000_000n)
    await settle()
    expect((await now(paid)).status).toBe('PAID')
    for (const request of [open, ...(status === 'PAID' ? [taken] : [paid])]) {
      await alter(request, { status })
      await expect(now(request)).rejects.toMatchObject({ code: 'internal_error' })
    }
    await alter(paid, { status: 'OPEN' })
    await expect(now(paid)).rejects.toMatchObject({ code: 'internal_error' })
  },
)
