import { expect, test } from 'vitest'
import type { Address } from '#shared/model/ids.ts'
import { createTester, createTestWorld, walletWithMoney } from '../../testing/test-world.ts'
import { recordAllMinedAfterAll } from './after-failure.ts'
import { payByHand } from './by-hand/by-hand.ts'
import { listMinedAfterAll, listOwed } from './debts.ts'

const elsewhere: Address = `0x${'1'.repeat(40)}`

test.each([
  ['backed', 'redeem', 'reads FAILED, and was burned after all: pay it with --pay, or return it'],
  ['float', 'redeem', 'reads FAILED, and was burned after all: pay it with --pay, or return it'],
  ['backed', 'transfer', 'reads FAILED, and moved value'],
])('what moved too little and is mined again with cover is told to the operator: %s, %s', async (mode, verb, words) => {
  const world = await createTestWorld({ SOTTO_REDEEM_MODE: mode })
  const tester = await createTester(world)
  const { id: walletId, address } = await walletWithMoney(tester)
  const { ledger, operator } = world.chain
  ledger.holder(operator.address).stable = 1_000_000_000n
  const before = ledger.block
  ledger.automine = false
  const pay = { walletId, amount: '10' }
  const { id } = (await (verb === 'redeem' ? tester.api.redeem(pay) : tester.api.transfer({ ...pay, to: elsewhere })))
    .transaction
  const sent = ledger.pending[0]
  const covered = ledger.holder(address).handle
  ledger.automine = true
  ledger.holder(address).handle = ledger.ciphertexts.encrypt(1_000_000n)
  ledger.mine()
  const read = async () => {
    world.clock.pass(4_000)
    return (await tester.api.getTransaction({ id })).transaction
  }
  expect(await read()).toMatchObject({ status: 'FAILED' })
  const listed = async () => (await listMinedAfterAll(world.db, world.keys)).map(({ error }) => error)
  await recordAllMinedAfterAll(world)
  expect(await listed()).toEqual([])

  ledger.rollback(ledger.block - before)
  ledger.holder(address).handle = covered
  ledger.mineEmpty()
  await recordAllMinedAfterAll(world)
  if (sent !== undefined) ledger.take(sent)
  await recordAllMinedAfterAll(world)
  expect(await listed()).toEqual([words])
  if (verb === 'transfer') return
  const stable = ledger.holder(address).stable
  // The gateway takes a debt off the list only once all nodes show its payout as final.
  const { agreed } = world.chain
  world.chain.agreed = async () => false
  await expect(payByHand(world, id)).rejects.toThrow(
    mode === 'backed' ? 'do not all show it as final yet' : 'is under way: run this again',
  )
  expect((await listOwed(world.db, world.keys)).map((one) => one.id)).toEqual([id])
  expect(ledger.holder(address).stable).toBe(mode === 'backed' ? stable + 10_000_000n : stable)
  world.chain.agreed = agreed
  expect(await payByHand(world, id)).toMatch(/^0x/)
  expect(ledger.holder(address).stable).toBe(stable + 10_000_000n)
  expect(await listed()).toEqual([])
  expect(await payByHand(world, id).catch(String)).toContain('Nothing is owed')
})
