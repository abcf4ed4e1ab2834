import { beforeEach, expect, test } from 'vitest'
import type { Hex } from '#shared/model/ids.ts'
import { reconcile } from '../../reconcile.ts'
import { findTransaction } from '../../store.ts'
import { payByHand } from './by-hand.ts'
import { begin, stable, tester, wallet, world } from './by-hand-fixture.ts'

beforeEach(() => begin('float'))
async function look(id: string, times: number, everyMs: number) {
  for (let looks = 0; looks < times; looks++) {
    world.clock.pass(everyMs)
    await reconcile(world, id)
  }
  return findTransaction(world.db, world.keys, id)
}

test('a debt of which a reorganisation has left nothing burned is not paid by hand', async () => {
  const { ledger, operator } = world.chain
  const start = ledger.block
  const id = (await tester.api.redeem({ walletId: wallet.id, amount: '10' })).transaction.id
  const { revertReason } = world.chain
  world.chain.revertReason = async () => ({ ...(await revertReason.call(world.chain, '0x')), transient: false })
  ledger.automine = false
  let seen = await look(id, 1, 1_000)
  for (let looks = 0; looks < 60 && seen?.state !== 'owed'; looks++) {
    ledger.holder(operator.address).stable = 0n
    ledger.mine()
    ledger.holder(operator.address).stable = 1_000_000_000n
    seen = await look(id, 1, 120_000)
  }
  expect(seen).toMatchObject({ status: 'FAILED', state: 'owed' })
  const burn = ledger.seen(seen?.txHash as Hex)
  ledger.automine = true
  ledger.rollback(ledger.block - start)
  ledger.pending.splice(0)
  // The wallet has nothing when its burn is mined again.
  ledger.holder(wallet.address).handle = ledger.ciphertexts.encrypt(0n)
  ledger.holder(operator.address).stable = 1_000_000_000n
  const before = stable()
  if (burn !== undefined) ledger.take(burn)
  const said: string[] = []
  for (let runs = 0; runs < 3; runs++) said.push(await payByHand(world, id).catch(String))
  for (const one of said) expect(one).toContain('Less was burned')
  expect(stable()).toBe(before)
})
