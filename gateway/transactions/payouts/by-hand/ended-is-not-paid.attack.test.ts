import { beforeEach, expect, test } from 'vitest'
import { findTransaction } from '../../store.ts'
import { listMinedAfterAll } from '../debts.ts'
import { payByHand } from './by-hand.ts'
import { begin, look, payouts, pays, stable, tester, wallet, world } from './by-hand-fixture.ts'
import { notePaid } from './noted-as-paid.ts'

beforeEach(() => begin('float'))

test('a redeem that failed on the word of a node, and of which a payout had reverted, is not called paid', async () => {
  const { ledger, operator } = world.chain
  const id = (await tester.api.redeem({ walletId: wallet.id, amount: '10' })).transaction.id
  const before = stable()
  // Its payout is signed, and reverts: the float was short in that block.
  ledger.automine = false
  await look(id, 1, 1_000)
  ledger.holder(operator.address).stable = 0n
  ledger.automine = true
  ledger.mine()
  await look(id, 1, 1_000)
  expect(await payouts(id)).toMatchObject([{ state: 'reverted' }])
  expect(stable()).toBe(before)
  // Now a node says of the burn that it had reverted.
  const burn = (await findTransaction(world.db, world.keys, id))?.txHash
  world.chain.faults.lie = (hash, truth) =>
    hash === burn && truth !== undefined ? { ...truth, success: false } : truth
  expect(await look(id, 1, 1_000)).toMatchObject({ status: 'FAILED', state: 'failed' })
  delete world.chain.faults.lie
  expect(await look(id, 2, 1_000)).toMatchObject({ status: 'FAILED', state: 'mined after failure' })
  ledger.holder(operator.address).stable = 1_000_000_000n
  const [listed] = await listMinedAfterAll(world.db, world.keys)
  expect(listed?.error).toContain('--pay asks what became of it')
  await payByHand(world, id)
  expect(stable()).toBe(before + 10_000_000n)
  expect(await listMinedAfterAll(world.db, world.keys)).toEqual([])
})

test('a redeem that failed on the word of a node, and whose payout is mined, is not to be paid or returned', async () => {
  const { ledger } = world.chain
  const id = (await tester.api.redeem({ walletId: wallet.id, amount: '10' })).transaction.id
  const before = stable()
  ledger.automine = false
  await look(id, 1, 1_000)
  expect(await payouts(id)).toMatchObject([{ state: 'open' }])
  ledger.automine = true
  ledger.mine()
  const burn = (await findTransaction(world.db, world.keys, id))?.txHash
  world.chain.faults.lie = (hash, truth) =>
    hash === burn && truth !== undefined ? { ...truth, success: false } : truth
  expect(await look(id, 1, 1_000)).toMatchObject({ status: 'FAILED' })
  delete world.chain.faults.lie
  expect(await look(id, 2, 1_000)).toMatchObject({ status: 'FAILED', state: 'mined after failure' })
  expect(stable()).toBe(before + 10_000_000n)
  const [payout] = await payouts(id)
  expect(payout).toMatchObject({ state: 'confirmed' })
  const paidBy = payout?.minedHash ?? '0x'
  const [listed] = await listMinedAfterAll(world.db, world.keys)
  expect(listed?.error).toContain(`was paid out after all, by ${paidBy}: it is not owed`)
  await expect(payByHand(world, id)).rejects.toThrow(`${paidBy} has paid it`)
  await expect(notePaid(world, id, pays(10_000_000n))).rejects.toThrow(`was paid by ${paidBy}`)
  await notePaid(world, id, paidBy)
  expect(await listMinedAfterAll(world.db, world.keys)).toEqual([])
})

test('a debt of which a payout was mined all the same is not paid again by who looks first by paying', async () => {
  const { ledger } = world.chain
  const id = (await tester.api.redeem({ walletId: wallet.id, amount: '10' })).transaction.id
  world.chain.faults.lie = (hash, truth) =>
    truth !== undefined && ledger.mined.get(hash)?.sent.action.do === 'transfer' ? { ...truth, success: false } : truth
  const { revertReason } = world.chain
  world.chain.revertReason = async () => ({ ...(await revertReason.call(world.chain, '0x')), transient: false })
  let seen = await look(id, 1, 1_000)
  for (let looks = 0; looks < 40 && seen?.state !== 'owed'; looks++) seen = await look(id, 1, 120_000)
  expect(seen).toMatchObject({ status: 'FAILED', state: 'owed' })
  delete world.chain.faults.lie
  const before = stable()
  await expect(payByHand(world, id)).rejects.toThrow('has paid it')
  expect(stable()).toBe(before)
})
