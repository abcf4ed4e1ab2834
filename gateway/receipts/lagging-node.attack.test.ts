import { expect, test } from 'vitest'
import { ChainUnavailable } from '../chain/port.ts'
import { look } from '../transactions/arrivals/look-fixture.ts'
import { alice, newWallet, receiptOf, refusal, settled, setUpEach, till, world } from './receipts-fixture.ts'

setUpEach()

/** The node that answers has everything but the newest block, so many questions about transactions long. */
function lagFor(questions: number): void {
  const { block, receipt, head } = world.chain
  const newest = world.chain.ledger.block - 1
  let left = questions
  const isBehind = () => left > 0
  world.chain.receipt = async (hash, options) => {
    const found = await receipt(hash, options)
    left--
    return left >= 0 && found !== undefined && found.block > newest ? undefined : found
  }
  world.chain.block = async (number, known) => {
    if (!isBehind() || number <= newest) return block(number, known)
    if (known?.wasSeen) throw new ChainUnavailable('The node is behind: a block')
    return undefined
  }
  world.chain.head = async () => {
    if (!isBehind()) return head()
    const found = await block(newest)
    if (found === undefined) throw new Error('a chain has a newest block')
    return { ...found, number: newest }
  }
}

/** A settled payment in the newest block. */
async function payment() {
  const to = (await newWallet()).address
  const { transaction } = await alice.api.transfer({ walletId: till.id, amount: '5', token: 'cSTABLE', to })
  return settled(transaction.id)
}

const income = async () => {
  await look(world)
  const [row] = (await alice.api.listTransactions({ direction: 'in' })).items
  return row?.id ?? ''
}

test('a settled payment has its receipt behind a node that is behind for a moment', async () => {
  const { id, txHash } = await payment()
  lagFor(3)
  expect((await receiptOf(id)).content).toMatchObject({ status: 'SETTLED', legs: [{ txHash }] })
})

test('so has what came in', async () => {
  const { txHash } = await payment()
  const id = await income()
  lagFor(2)
  expect((await receiptOf(id)).content).toMatchObject({ type: 'RECEIVE', legs: [{ txHash }] })
})

test('behind a node that stays behind it is not told that there is none', async () => {
  const { id } = await payment()
  const received = await income()
  lagFor(1_000)
  for (const one of [id, received])
    expect(await refusal(alice.api.getTransactionNota({ id: one }))).toMatchObject({ code: 'upstream_unavailable' })
})

test('of a settled redeem neither burn nor payout is told to be gone', async () => {
  const { transaction } = await alice.api.redeem({ walletId: till.id, amount: '10' })
  const { id, settlementTxHash } = await settled(transaction.id)
  lagFor(4)
  expect((await receiptOf(id)).content.legs[1]).toMatchObject({ txHash: settlementTxHash })
})
