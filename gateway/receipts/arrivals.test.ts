import { beforeEach, expect, test } from 'vitest'
import type { Address, Hex } from '#shared/model/ids.ts'
import { openNota } from '../notas/format/open-nota.ts'
import { amountStatement } from '../notas/format/statements.ts'
import { createOutsider, type Outsider } from '../testing/outsider.ts'
import { createTester, createTestWorld, type Tester, type TestWorld } from '../testing/test-world.ts'
import { look } from '../transactions/arrivals/look-fixture.ts'

let world: TestWorld
let bob: Tester
let purse: { id: string; address: Address }
let stranger: Outsider

beforeEach(async () => {
  world = await createTestWorld({ SOTTO_LIMIT_READS: '100000' })
  bob = await createTester(world)
  const { id, address } = (await bob.api.createWallet({ type: 'custodial' })).wallet
  purse = { id, address: address as Address }
  stranger = createOutsider(world)
})

async function received(count = 1) {
  await look(world)
  const { items } = await bob.api.listTransactions({ direction: 'in' })
  expect(items).toHaveLength(count)
  return items
}

async function receiptOf(id: string) {
  const { nota } = await bob.api.getTransactionNota({ id })
  const opened = await openNota(nota, world.clock.now(), world.chain.wallets)
  if (opened.type !== 'receipt') throw new Error('not a receipt')
  return { nota, content: opened.content }
}

const results = async (tester: Tester, nota: string) => {
  const { valid, checks } = await tester.api.verifyNota({ nota })
  return { valid, ...Object.fromEntries(checks.map(({ name, result }) => [name, result])) }
}

test('a confidential payment: the receiver states the amount under its own signature, and it verifies', async () => {
  const { hash } = stranger.payHidden(purse.address, 7_500_000n)
  const [row] = await received()
  const { nota, content } = await receiptOf(row?.id ?? '')
  expect(content).toMatchObject({
    ...{ type: 'RECEIVE', status: 'SETTLED', token: 'cSTABLE', amount: '7.5', amountSource: 'wallet' },
    ...{ from: stranger.address, to: purse.address, legs: [{ kind: 'transfer', txHash: hash, outcome: 'success' }] },
  })
  const { chainId, cstable, handle, from, to } = content
  const said = { chainId, cstable: cstable as Address, txHash: hash, from: from as Address, to: to as Address }
  const statement = amountStatement({ ...said, handle: handle as Hex, units: 7_500_000n })
  expect(await world.chain.wallets.recover(statement, content.walletSignature as Hex)).toBe(purse.address)
  expect(await results(bob, nota)).toMatchObject({ valid: true, first_leg: 'passed', amount_on_chain: 'passed' })
  const other = await createTester(world, {}, bob.app)
  expect(await results(other, nota)).toMatchObject({ valid: true, amount_on_chain: 'not_checked' })
})

test('a public payment: the chain shows the amount', async () => {
  stranger.pay(purse.address, 2_000_000n)
  const [row] = await received()
  const { nota, content } = await receiptOf(row?.id ?? '')
  expect(content).toMatchObject({ amount: '2', amountSource: 'chain', handle: null })
  expect(content).not.toHaveProperty('walletSignature')
  expect(await results(bob, nota)).toMatchObject({ valid: true, first_leg: 'passed', amount_on_chain: 'passed' })
})

test('of several moves in one transaction each has a receipt of its own', async () => {
  const { hash } = stranger.pay(purse.address, 2_000_000n)
  const moves = world.chain.ledger.mined.get(hash)?.receipt.publicMoves
  moves?.push({ from: stranger.address, to: purse.address, units: 3_000_000n })
  for (const { id, amount } of await received(2)) {
    const { nota, content } = await receiptOf(id)
    expect(content.amount).toBe(amount)
    expect(await results(bob, nota)).toMatchObject({ valid: true, amount_on_chain: 'passed' })
  }
})

test('whoever only watches the receiver gets a receipt that names no confidential amount', async () => {
  const { wallet } = await bob.api.createWallet({ type: 'external', address: `0x${'7'.repeat(40)}` })
  stranger.payHidden(wallet.address as Address, 2_000_000n)
  const [row] = await received()
  const { nota, content } = await receiptOf(row?.id ?? '')
  expect(content).toMatchObject({ status: 'SETTLED', amount: null, amountSource: 'wallet' })
  expect(content).not.toHaveProperty('walletSignature')
  expect(await results(bob, nota)).toMatchObject({ valid: true, first_leg: 'passed', amount_on_chain: 'not_checked' })
})

test('there is none for what the chain does not show, whatever the row says', async () => {
  stranger.pay(purse.address, 2_000_000n)
  const [row] = await received()
  const refused = () => expect(receiptOf(row?.id ?? '')).rejects.toMatchObject({ code: 'receipt_unavailable' })
  await world.db
    .updateTable('transactions')
    .set({ fromAddress: `0x${'4'.repeat(40)}` })
    .execute()
  await refused()
  await world.db.updateTable('transactions').set({ fromAddress: stranger.address }).execute()
  await receiptOf(row?.id ?? '')
  await world.db.updateTable('arrivals').set({ position: 1 }).execute()
  await refused()
  await world.db.updateTable('arrivals').set({ position: 0 }).execute()
  world.chain.ledger.rollback(1)
  await refused()
})

test('another account learns of none', async () => {
  stranger.pay(purse.address, 2_000_000n)
  const [row] = await received()
  const other = await createTester(world, {}, bob.app)
  await expect(other.api.getTransactionNota({ id: row?.id ?? '' })).rejects.toMatchObject({ code: 'not_found' })
})
