import { beforeEach, expect, test } from 'vitest'
import { createApp } from '../../app.ts'
import { withTag } from '../../legs/tags/tag.ts'
import { createTester, type Tester, testerOf } from '../../testing/test-world.ts'
import { reconcileAtStart } from './keep-reconciling-fixture.ts'
import {
  backUp,
  begin,
  call,
  restore,
  sentAs,
  setUpEach,
  tester,
  unattributed,
  wallet,
  world,
} from './restore-fixture.ts'

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

test('what it gave and took back is not given again while a reorganisation may bring the gift back', async () => {
  world.config = { ...world.config, SOTTO_CONFIRMATIONS: 3 }
  backUp()
  const { ledger, operator, chainId } = world.chain
  const give = () => call('POST', '/fund', { walletId: wallet.id, amount: '3' }, 'k')
  const { stable } = ledger.holder(wallet.address)
  const { nonce } = ledger.holder(operator.address)
  ledger.automine = false
  const gift = (await give()).transaction
  ledger.pending.splice(0)
  ledger.automine = true
  const nothing = { to: operator.address, data: '0x', value: 0n } as const
  const tag = { row: gift?.id ?? '', type: 'FUND', role: 'cancellation', digest: null } as const
  const tagged = withTag(world.keys, { chainId, sender: operator.address, nonce }, nothing, tag)
  const { raw } = await world.chain.sign(operator, { ...tagged, nonce, gas: 1n, maxFee: 9n, priorityFee: 1n })
  await world.chain.broadcast(raw)
  await restore()
  for (let repeats = 0; repeats < 2; repeats++) expect((await give()).status).toBe(503)
  ledger.rollback(1)
  ledger.take(sentAs(gift?.txHash))
  for (let blocks = 0; blocks < 4; blocks++) ledger.mineEmpty()
  for (let repeats = 0; repeats < 3; repeats++) await give()
  await reconcileAtStart(world, 'operator')
  expect(await give()).toMatchObject({ status: 201, transaction: { id: gift?.id } })
  expect(ledger.holder(wallet.address).stable).toBe(stable + 3_000_000n)
})
