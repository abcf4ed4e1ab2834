import { expect, test } from 'vitest'
import { createTester, createTestWorld } from '../testing/test-world.ts'
import { findTransaction } from './store.ts'
import { moveTransaction } from './write-store.ts'

test('a verdict that was decided on from an older status is not written', async () => {
  const world = await createTestWorld({ SOTTO_RECEIPT_WAIT_MS: '0' })
  const { api } = await createTester(world)
  const { wallet } = await api.createWallet({ type: 'custodial' })
  world.chain.ledger.automine = false
  const { transaction } = await api.fund({ walletId: wallet.id })
  const before = await findTransaction(world.db, world.keys, transaction.id)
  if (before === undefined) throw new Error('no transaction')
  expect(before.status).toBe('PENDING')

  const move = (state: 'settled' | 'failed') =>
    moveTransaction(world.db, world.keys, before, { state, waitingFor: null }, world.clock.now())
  expect(await move('settled')).toBe(true)
  expect(await move('failed')).toBe(false)
  expect((await findTransaction(world.db, world.keys, transaction.id))?.status).toBe('SETTLED')
})
