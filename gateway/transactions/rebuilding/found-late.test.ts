import { expect, test } from 'vitest'
import type { Hex } from '#shared/model/ids.ts'
import type { Sealed } from '../../crypto/keyring.ts'
import { accountForNonces } from '../../legs/reconciling/account-for-nonces.ts'
import { forget } from '../../testing/forget.ts'
import { walletWithMoney } from '../../testing/test-world.ts'
import { emptyBacklog, reconcileRound } from './keep-reconciling.ts'
import {
  backUp,
  begin,
  call,
  keepFor,
  outside,
  restore,
  setUpEach,
  tester,
  transfer,
  wallet,
  world,
} from './restore-fixture.ts'

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

test('altered rows of some found transactions keep no other payment and no burn from coming back', async () => {
  await begin('backed', 'tags')
  backUp()
  const lost = await transfer('5', 'lost', 'STABLE')
  await transfer('6', 'back', 'STABLE')
  const burns = [await outside(wallet.address, 10_000_000n), await outside(wallet.address, 5_000_000n)]
  await restore()
  expect(await accountForNonces(world, wallet.address)).toBe(true)
  const altered = [lost.transaction?.txHash, burns[0]] as Hex[]
  await world.db
    .updateTable('unattributed')
    .set({ raw: 'altered' as Sealed, settled: 0 })
    .where('hash', 'in', altered)
    .execute()

  await keepFor(6)
  const { items } = await tester.api.listTransactions({ walletId: wallet.id })
  expect(items.map(({ type, amount }) => `${type} ${amount}`)).toEqual(
    expect.arrayContaining(['TRANSFER 6', 'REDEEM 5']),
  )
  expect(await transfer('5', 'lost', 'STABLE')).toMatchObject({ status: 503, error: { code: 'reconciling' } })
  expect((await transfer('1', 'next', 'STABLE')).status).toBe(201)
})
