import { expect, test } from 'vitest'
import { forget } from '../../testing/forget.ts'
import { walletWithMoney } from '../../testing/test-world.ts'
import { emptyBacklog, reconcileRound } from './keep-reconciling.ts'
import { begin, call, setUpEach, tester, transfer, wallet, world } from './restore-fixture.ts'

setUpEach()

/** As if a search had found a wallet again. */
const found = (id: string, rebuiltAt: number) =>
  world.db.updateTable('wallets').set({ rebuiltAt }).where('id', '=', id).execute()

test('payments of a wallet come back whose search was committed after a later one', async () => {
  await begin('float', 'tags')
  const other = await walletWithMoney(tester)
  const { transaction: { id = '' } = {} } = await transfer('5', 'order', 'STABLE')
  const backlog = emptyBacklog()
  const now = world.clock.now()
  await found(other.id, now)
  expect(await reconcileRound(world, 'operator', backlog)).toBe(true)
  await forget(world, [id])
  await found(wallet.id, now - 60_000)
  await reconcileRound(world, 'operator', backlog)
  expect((await call('GET', `/transactions/${id}`)).transaction).toMatchObject({ id, amount: '5' })
})
