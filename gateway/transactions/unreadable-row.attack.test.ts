import { expect, test } from 'vitest'
import { Policy } from '#shared/model/policy.ts'
import type { Sealed } from '../crypto/keyring.ts'
import { atomically } from '../db/database.ts'
import { setPolicy } from '../policies/store.ts'
import { begin, elsewhere, pay, tester, wallet, world } from './faults-fixture.ts'
import { round } from './worker.ts'

const alter = (id: string) =>
  world.db
    .updateTable('transactions')
    .set({ amount: 'altered' as Sealed })
    .where('id', '=', id)
    .execute()
const statusOf = async (id: string) =>
  (await world.db.selectFrom('transactions').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status

test('a payment whose row was altered keeps no other from being looked at by the worker', async () => {
  await begin()
  world.chain.ledger.automine = false
  const altered = await pay('1')
  const other = await pay('1')
  await alter(altered.id)
  world.chain.ledger.automine = true
  world.chain.ledger.mine()
  world.clock.pass(2_000)
  await round(world)
  expect(await statusOf(other.id)).toBe('SETTLED')
})

test('nor does one that waits for an approval whose time is over', async () => {
  await begin()
  world.chain.ledger.automine = false
  const other = await pay('1')
  world.chain.ledger.automine = true
  const policy = Policy.parse({ approveAbove: '1' })
  await atomically(world.db, (db) => setPolicy(db, world.keys, 'account', tester.accountId, policy))
  const { transaction } = await tester.api.transfer({ walletId: wallet.id, amount: '7', to: elsewhere })
  await alter(transaction.id)
  await world.db.updateTable('approvals').set({ expiresAt: 1 }).execute()
  world.chain.ledger.mine()
  world.clock.pass(2_000)
  await round(world)
  expect(await statusOf(other.id)).toBe('SETTLED')
})
