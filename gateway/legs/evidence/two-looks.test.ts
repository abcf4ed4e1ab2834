import { expect, test } from 'vitest'
import { createTester, createTestWorld, walletWithMoney } from '../../testing/test-world.ts'
import { findTransaction, type Transaction } from '../../transactions/store.ts'
import { type Leg, legsOf, recordEvidence, UNSEEN } from '../store.ts'
import { observeLeg } from './observe-leg.ts'

test('a look that another one has overtaken goes on from what that has written', async () => {
  const world = await createTestWorld({ SOTTO_CONFIRMATIONS: '3' })
  const tester = await createTester(world)
  const { id: walletId } = await walletWithMoney(tester)
  const to = `0x${'1'.repeat(40)}`
  const { transaction } = await tester.api.transfer({ walletId, amount: '1', token: 'STABLE', to })
  const owner = (await findTransaction(world.db, world.keys, transaction.id)) as Transaction
  const stored = async () => (await legsOf(world.db, world.keys, transaction.id))[0] as Leg
  const read = await stored()
  expect(read.state).toBe('mined')
  await recordEvidence(world.db, world.keys, read, { ...UNSEEN, state: 'reverted', reason: 'no' })
  for (let blocks = 0; blocks < 3; blocks++) world.chain.ledger.mineEmpty()
  // Its node shows the payment deep.
  expect(await observeLeg(world, owner, read)).toMatchObject({ state: 'reverted', reason: 'no' })
  expect(await stored()).toMatchObject({ state: 'reverted', reason: 'no' })
})
