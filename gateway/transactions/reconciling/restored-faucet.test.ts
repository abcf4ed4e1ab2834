import { beforeEach, expect, test } from 'vitest'
import { createApp } from '../../app.ts'
import { createTester, type Tester, testerOf } from '../../testing/test-world.ts'
import { reconcileAtStart } from './at-start-fixture.ts'
import { backUp, begin, restore, setUpEach, tester, unattributed, wallet, world } from './restore-fixture.ts'

setUpEach()

/** Another account, which watches the wallet of the first one and has the faucet give to it. */
let other: Tester
let watched: string

beforeEach(async () => {
  await begin('float', 'tags')
  other = await createTester(world)
  watched = (await other.api.createWallet({ type: 'external', address: wallet.address })).wallet.id
})

const fund = ({ api }: Tester, walletId: string, idempotencyKey?: string) =>
  api.fund({ walletId, amount: '3' }, idempotencyKey === undefined ? {} : { idempotencyKey })
const funded = async ({ api }: Tester) => (await api.listTransactions({ type: 'FUND' })).items.map(({ id }) => id)

test('what the faucet gave to a wallet of two accounts comes back to the one that asks again by its key', async () => {
  backUp()
  const [theirs, own] = [await fund(other, watched, 'k'), await fund(tester, wallet.id, 'k')].map(
    ({ transaction }) => transaction,
  )
  await restore()
  other = testerOf(other, createApp(world))
  const { nonce } = world.chain.ledger.holder(world.chain.operator.address)
  await reconcileAtStart(world, 'operator')
  expect(await unattributed()).toMatchObject([{ hash: theirs?.txHash }, { hash: own?.txHash }])
  expect((await fund(other, watched, 'k')).transaction).toMatchObject({ id: theirs?.id, txHash: theirs?.txHash })
  expect((await fund(tester, wallet.id, 'k')).transaction).toMatchObject({ id: own?.id, txHash: own?.txHash })
  expect(await funded(other)).toEqual([theirs?.id])
  expect(await funded(tester)).toContain(own?.id)
  expect([world.chain.ledger.holder(world.chain.operator.address).nonce, await unattributed()]).toEqual([nonce, []])
})

test('what it gave without a key comes back to the account that has the key of the wallet', async () => {
  backUp()
  const { id } = (await fund(tester, wallet.id)).transaction
  await restore()
  other = testerOf(other, createApp(world))
  await reconcileAtStart(world, 'operator')
  expect(await funded(tester)).toContain(id)
  expect(await funded(other)).toEqual([])
})
