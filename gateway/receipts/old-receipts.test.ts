import { expect, test } from 'vitest'
import type { NotaVerification } from '#shared/model/nota.ts'
import { createOutsider } from '../testing/outsider.ts'
import { look } from '../transactions/arrivals/look-fixture.ts'
import { alice, newWallet, receiptOf, settled, setUpEach, till, world } from './receipts-fixture.ts'

setUpEach()

/** The node has dropped all receipts. The other one, if there is one, has them, and is asked for old ones alone. */
function forgetReceipts(isThereAnother: boolean): void {
  const { receipt } = world.chain
  world.chain.receipt = async (hash, options) =>
    isThereAnother && options?.old === true ? receipt(hash, options) : undefined
}

const results = ({ checks }: NotaVerification) => Object.fromEntries(checks.map(({ name, result }) => [name, result]))

async function transferred() {
  const to = (await newWallet()).address
  return (await alice.api.transfer({ walletId: till.id, amount: '5', token: 'cSTABLE', to })).transaction.id
}

async function redeemed() {
  return (await alice.api.redeem({ walletId: till.id, amount: '10' })).transaction.id
}

async function arrived() {
  await look(world)
  createOutsider(world).payHidden(till.address, 7_000_000n)
  await look(world)
  return (await alice.api.listTransactions({ type: 'RECEIVE' })).items[0]?.id ?? ''
}

test.each([
  ['a transfer', transferred],
  ['a redeem', redeemed],
  ['an arrival', arrived],
])('%s whose receipt one node has dropped has its own, which holds, by a node that keeps them', async (_, make) => {
  const { id } = await settled(await make())
  forgetReceipts(true)
  expect((await receiptOf(id)).content.status).toBe('SETTLED')
  const { nota } = await alice.api.getTransactionNota({ id })
  const verdict = await alice.api.verifyNota({ nota })
  expect(new Set(Object.values(results(verdict)))).toEqual(new Set(['passed']))
})

test.each([
  ['transfer', transferred, {}],
  ['redeem', redeemed, { payout_leg: 'not_checked' }],
])('a %s whose receipt no node has is not called false: its block has it', async (_, make, more) => {
  const { id } = await settled(await make())
  const { nota } = await alice.api.getTransactionNota({ id })
  forgetReceipts(false)
  const verdict = await alice.api.verifyNota({ nota })
  expect(results(verdict)).toMatchObject({ first_leg: 'not_checked', amount_on_chain: 'not_checked', ...more })
})

test('and is, where another block stands in the place of its own', async () => {
  const { id } = await settled(await transferred())
  const { nota } = await alice.api.getTransactionNota({ id })
  forgetReceipts(false)
  world.chain.ledger.rollback(1)
  world.chain.ledger.mineEmpty()
  expect(results(await alice.api.verifyNota({ nota }))).toMatchObject({ first_leg: 'failed' })
})
