import { expect, test } from 'vitest'
import { createTester, createTestWorld, walletWithMoney } from '../../testing/test-world.ts'
import { noteAccounted, senderState } from '../reconciling/senders-store.ts'
import { type Leg, legsOf, recordEvidence, UNSEEN } from '../store.ts'
import { reopen } from './observe-leg.ts'

test('the nonce of a dead leg that is looked at anew is not accounted for any more', async () => {
  const world = await createTestWorld()
  const tester = await createTester(world)
  const { id: walletId } = await walletWithMoney(tester)
  const to = `0x${'1'.repeat(40)}`
  const { transaction } = await tester.api.transfer({ walletId, amount: '1', token: 'STABLE', to })
  const first = async () => (await legsOf(world.db, world.keys, transaction.id))[0] as Leg
  const { sender, nonce } = await first()
  await recordEvidence(world.db, world.keys, await first(), { ...UNSEEN, state: 'reverted', reason: 'no' })
  await noteAccounted(world.db, sender, nonce + 1)
  await reopen(world, await first())
  expect(await first()).toMatchObject({ state: 'open', reason: null })
  expect((await senderState(world.db, sender)).noted).toBe(nonce)
})
