import { parseEther } from 'viem'
import { beforeEach, expect, test } from 'vitest'
import { createTester, createTestWorld, type Tester, type TestWorld, walletWithMoney } from '../testing/test-world.ts'

let world: TestWorld
let alice: Tester
let walletId: string
let address: `0x${string}`

beforeEach(async () => {
  world = await createTestWorld()
  world.chain.ledger.holder(world.chain.operator.address).stable = 1_000_000_000n
  alice = await createTester(world)
  const wallet = await walletWithMoney(alice)
  walletId = wallet.id
  address = wallet.address as `0x${string}`
})

const weiOf = (amount: string | null | undefined) => (amount == null ? undefined : parseEther(amount))
const feeOf = (hash: string | null) => world.chain.ledger.mined.get((hash ?? '') as `0x${string}`)?.receipt.fee

test('a payment says what its transaction took, alone and in a list', async () => {
  const before = world.chain.ledger.holder(address).wei
  const { transaction } = await alice.api.transfer({ walletId, to: `0x${'1'.repeat(40)}`, amount: '1' })
  const took = before - world.chain.ledger.holder(address).wei
  expect(took).toBeGreaterThan(0n)
  const read = (await alice.api.getTransaction({ id: transaction.id })).transaction
  expect([weiOf(read.gasFee), read.settlementGasFee]).toEqual([took, null])
  const listed = (await alice.api.listTransactions({})).items.find(({ id }) => id === transaction.id)
  expect(weiOf(listed?.gasFee)).toBe(took)
})

test('a redeem says it of both', async () => {
  const { id } = (await alice.api.redeem({ walletId, amount: '1' })).transaction
  await expect.poll(async () => (await alice.api.getTransaction({ id })).transaction.status).toBe('SETTLED')
  const { txHash, settlementTxHash, gasFee, settlementGasFee } = (await alice.api.getTransaction({ id })).transaction
  expect([weiOf(gasFee), weiOf(settlementGasFee)]).toEqual([feeOf(txHash), feeOf(settlementTxHash)])
  expect(feeOf(settlementTxHash)).toBeGreaterThan(0n)
})

test('one that was not mined yet, and one of which the node does not say it, say nothing', async () => {
  world.chain.ledger.automine = false
  const { id } = (await alice.api.transfer({ walletId, to: `0x${'1'.repeat(40)}`, amount: '1' })).transaction
  expect((await alice.api.getTransaction({ id })).transaction.gasFee).toBeNull()
})

test('what came in says nothing: somebody else paid for it', async () => {
  const bob = await createTester(world)
  const { wallet } = await bob.api.createWallet({ type: 'custodial' })
  await alice.api.transfer({ walletId, to: wallet.address, amount: '1' })
  const { items } = await bob.api.listTransactions({ direction: 'in' })
  expect(items.map(({ gasFee, settlementGasFee }) => [gasFee, settlementGasFee])).toEqual([[null, null]])
})
