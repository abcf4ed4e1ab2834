import { expect, test } from 'vitest'
import type { Hex } from '#shared/model/ids.ts'
import type { NotaVerification } from '#shared/model/nota.ts'
import { createOutsider } from '../testing/outsider.ts'
import { look } from '../transactions/arrivals/look-fixture.ts'
import { alice, receiptOf, setUpEach, stater, till, world } from './receipts-fixture.ts'

setUpEach()

/** The same bytes, in another block. */
function mineAgain(hash: string) {
  const { ledger } = world.chain
  const { sent, receipt } = ledger.mined.get(hash as Hex) ?? {}
  if (sent === undefined || receipt === undefined) throw new Error('it was not mined')
  ledger.rollback(ledger.block - receipt.block + 1)
  ledger.mineEmpty()
  ledger.take(sent)
}

const verify = async (id: string) => {
  const { nota } = await alice.api.getTransactionNota({ id })
  return { nota, ...(await alice.api.verifyNota({ nota })) }
}
const results = ({ checks }: Pick<NotaVerification, 'checks'>) =>
  Object.fromEntries(checks.map(({ name, result }) => [name, result]))

test('a receipt of what was mined again does not hold: another one does, of another handle and the same amount', async () => {
  const to = `0x${'1'.repeat(40)}`
  const { transaction } = await alice.api.transfer({ walletId: till.id, amount: '25', to })
  const { content } = await receiptOf(transaction.id)
  const old = await verify(transaction.id)
  expect(old.valid).toBe(true)
  mineAgain(transaction.txHash ?? '')
  const stale = await alice.api.verifyNota({ nota: old.nota })
  expect([stale.valid, results(stale).first_leg]).toEqual([false, 'failed'])
  world.clock.pass(4_000)
  const receipt = await receiptOf(transaction.id)
  expect(receipt.content).toMatchObject({ status: 'SETTLED', amount: '25', amountSource: 'wallet' })
  expect(receipt.content.handle).not.toBe(content.handle)
  expect(await stater(receipt)).toBe(till.address)
  expect(await verify(transaction.id)).toMatchObject({ valid: true })
})

test('and of what came in', async () => {
  const stranger = createOutsider(world)
  await look(world)
  const sent = stranger.payHidden(till.address, 7_000_000n)
  await look(world)
  const [row] = (await alice.api.listTransactions({ type: 'RECEIVE' })).items
  const id = row?.id ?? ''
  const old = await verify(id)
  expect(old).toMatchObject({ valid: true, subject: { amount: '7' } })
  mineAgain(sent.hash)
  expect((await alice.api.verifyNota({ nota: old.nota })).valid).toBe(false)
  await look(world)
  expect(await verify(id)).toMatchObject({ valid: true, subject: { amount: '7' } })
})
