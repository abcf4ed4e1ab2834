import { beforeEach, expect, test } from 'vitest'
import type { Address, Hex } from '#shared/model/ids.ts'
import { isPayout } from '../../../legs/kinds.ts'
import { legsOf } from '../../../legs/store.ts'
import { reconcile } from '../../reconcile.ts'
import { findTransaction } from '../../store.ts'
import { listMinedAfterAll, listOwed, listUnpaid } from '../debts.ts'
import { begin, tester, wallet, world } from './by-hand-fixture.ts'
import { notePaid, noteSettled } from './noted-as-paid.ts'

const OPERATOR_STABLE = 1_000_000_000n
const somebody: Address = `0x${'6'.repeat(40)}`

beforeEach(() => begin('float'))

const redeem = async () => (await tester.api.redeem({ walletId: wallet.id, amount: '10' })).transaction.id
const payouts = async (id: string) => (await legsOf(world.db, world.keys, id)).filter(isPayout)

async function look(id: string, times: number, everyMs: number) {
  for (let looks = 0; looks < times; looks++) {
    world.clock.pass(everyMs)
    await reconcile(world, id)
  }
  return findTransaction(world.db, world.keys, id)
}

test('a payout that a node had called reverted ends its redeem once a person has noted it', async () => {
  const { ledger } = world.chain
  const id = await redeem()
  world.chain.faults.lie = (hash, truth) =>
    truth !== undefined && ledger.mined.get(hash)?.sent.action.do === 'transfer' ? { ...truth, success: false } : truth
  for (let looks = 0; looks < 5 && (await payouts(id))[0]?.state !== 'reverted'; looks++) await look(id, 1, 1_000)
  delete world.chain.faults.lie
  expect(await payouts(id)).toMatchObject([{ state: 'reverted' }])
  expect(await look(id, 2, 1_000)).toMatchObject({ status: 'SETTLING', owed: 3 })

  await noteSettled(world, id)
  const seen = await look(id, 20, 60_000)
  const lists = await Promise.all([listOwed, listUnpaid, listMinedAfterAll].map((list) => list(world.db, world.keys)))
  const isListed = lists.flat().some((one) => one.id === id)
  expect(seen?.status === 'SETTLED' || isListed).toBe(true)
})

test('what was paid by hand is noted also where a reorganisation left the burn in an older block', async () => {
  const { ledger, operator } = world.chain
  const before = ledger.block
  for (let blocks = 0; blocks < 6; blocks++) ledger.mineEmpty()
  ledger.holder(operator.address).stable = OPERATOR_STABLE
  const id = await redeem()
  ledger.holder(operator.address).stable = 0n
  const first = await look(id, 2, 4_000)
  expect(first).toMatchObject({ status: 'SETTLING', waitingFor: 'operator_liquidity' })
  const burn = ledger.seen(first?.txHash as Hex)
  ledger.rollback(ledger.block - before)
  ledger.holder(operator.address).stable = 0n
  if (burn !== undefined) ledger.take(burn)
  expect(await look(id, 2, 4_000)).toMatchObject({ status: 'SETTLING', waitingFor: 'operator_liquidity' })

  const hash: Hex = `0x${'a1'.repeat(32)}`
  ledger.holder(somebody).stable = 10_000_000n
  const action = { do: 'transfer', to: wallet.address, units: '10000000' } as const
  ledger.take({ hash, sender: somebody, nonce: 0, action, cost: 0n })
  await notePaid(world, id, hash)
  expect(await look(id, 2, 4_000)).toMatchObject({ status: 'SETTLED', settlementTxHash: hash })
})
