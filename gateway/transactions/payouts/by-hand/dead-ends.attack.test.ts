import { beforeEach, describe, expect, test } from 'vitest'
import type { Address, Hex } from '#shared/model/ids.ts'
import { findTransaction } from '../../store.ts'
import { listMinedAfterAll, listOwed, listUnpaid } from '../debts.ts'
import { payByHand, voidPayout } from './by-hand.ts'
import { begin, look, payouts, stable, tester, wallet, world } from './by-hand-fixture.ts'
import { notePaid, noteResolved } from './noted-as-paid.ts'

const OPERATOR_STABLE = 1_000_000_000n
const somebody: Address = `0x${'6'.repeat(40)}`

beforeEach(() => begin('float'))

const redeem = async () => (await tester.api.redeem({ walletId: wallet.id, amount: '10' })).transaction.id

test('a payout that a node had called reverted ends its redeem once a person has noted it', async () => {
  const { ledger } = world.chain
  const id = await redeem()
  world.chain.faults.lie = (hash, truth) =>
    truth !== undefined && ledger.mined.get(hash)?.sent.action.do === 'transfer' ? { ...truth, success: false } : truth
  for (let looks = 0; looks < 5 && (await payouts(id))[0]?.state !== 'reverted'; looks++) await look(id, 1, 1_000)
  delete world.chain.faults.lie
  expect(await payouts(id)).toMatchObject([{ state: 'reverted' }])
  expect(await look(id, 2, 1_000)).toMatchObject({ status: 'SETTLING', state: 'doubted' })
  await expect(payByHand(world, id)).rejects.toThrow(`note it with --paid ${id} HASH`)

  await noteResolved(world, id)
  const seen = await look(id, 20, 60_000)
  const lists = await Promise.all([listOwed, listUnpaid, listMinedAfterAll].map((list) => list(world.db, world.keys)))
  const isListed = lists.flat().some((one) => one.id === id)
  expect(seen?.status === 'SETTLED' || isListed).toBe(true)
})

test('a payment by hand is noted also where a reorganisation left the burn in an older block', async () => {
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

describe('a debt of which a payout was mined after all, while another one was signed by hand,', () => {
  /** As the command leaves it that is ended before the one it signed is mined. */
  async function paidAndBeingPaid(): Promise<string> {
    const { ledger } = world.chain
    const id = await redeem()
    const lied = new Set<Hex>()
    world.chain.faults.lie = (hash, truth) => {
      if (truth === undefined || ledger.mined.get(hash)?.sent.action.do !== 'transfer' || lied.size > 3) return truth
      lied.add(hash)
      return { ...truth, success: false }
    }
    const { revertReason } = world.chain
    world.chain.revertReason = async () => ({ ...(await revertReason.call(world.chain, '0x')), transient: false })
    let seen = await look(id, 1, 1_000)
    for (let looks = 0; looks < 40 && seen?.state !== 'owed'; looks++) seen = await look(id, 1, 120_000)
    expect(seen).toMatchObject({ status: 'FAILED', state: 'owed' })
    ledger.automine = false
    const sleep = () => Promise.reject(new Error('ended'))
    await expect(payByHand({ ...world, clock: { ...world.clock, sleep } }, id)).rejects.toThrow('ended')
    delete world.chain.faults.lie
    expect(await look(id, 2, 1_000)).toMatchObject({ status: 'FAILED', state: 'mined after failure' })
    expect((await payouts(id)).at(-1)).toMatchObject({ state: 'open' })
    return id
  }
  const listed = () => Promise.all([listOwed, listUnpaid, listMinedAfterAll].map((list) => list(world.db, world.keys)))

  test('can be taken off the list once that is mined', async () => {
    const id = await paidAndBeingPaid()
    world.chain.ledger.mine()
    world.chain.ledger.mineEmpty()
    await noteResolved(world, id)
    expect((await payouts(id)).at(-1)).toMatchObject({ state: 'confirmed' })
    expect((await listed()).flat()).toEqual([])
  })

  test.each([
    ['--paid', noteResolved],
    ['--void', voidPayout],
    ['--pay', payByHand],
  ])('has that cancelled by who asks before it is mined (%s), and can be taken off the list', async (_, command) => {
    const id = await paidAndBeingPaid()
    const before = stable()
    await expect(command(world, id)).rejects.toThrow(command === payByHand ? 'has paid it' : 'a cancellation is sent')
    world.chain.ledger.mine()
    world.chain.ledger.mineEmpty()
    await noteResolved(world, id)
    expect((await payouts(id)).at(-1)).toMatchObject({ state: 'cancelled' })
    expect((await listed()).flat()).toEqual([])
    expect(stable()).toBe(before)
  })
})

test('a settled redeem whose payout a node had called reverted ends once a person has noted it, or stays listed', async () => {
  const id = (await tester.api.redeem({ walletId: wallet.id, amount: '10' })).transaction.id
  expect(await look(id, 3, 1_000)).toMatchObject({ status: 'SETTLED', waitingFor: null })
  const { settlementTxHash } = (await findTransaction(world.db, world.keys, id)) ?? {}
  world.chain.faults.lie = (hash, truth) =>
    hash === settlementTxHash && truth !== undefined ? { ...truth, success: false } : truth
  expect(await look(id, 1, 1_000)).toMatchObject({ status: 'SETTLED', waitingFor: 'confirmation' })
  delete world.chain.faults.lie
  expect(await look(id, 1, 1_000)).toMatchObject({ status: 'SETTLED', state: 'settled and doubted' })
  await noteResolved(world, id)
  expect(await look(id, 20, 60_000)).toMatchObject({ status: 'SETTLED', waitingFor: null, paidBy: settlementTxHash })
})

test('a settled redeem that was noted as paid, of which the chain shows no payout, stays listed', async () => {
  const id = await redeem()
  const { ledger, operator } = world.chain
  expect(await look(id, 3, 1_000)).toMatchObject({ status: 'SETTLED', waitingFor: null })
  ledger.rollback(1)
  ledger.pending.splice(0)
  world.chain.faults.broadcast = () => 'lost'
  const { nonce } = ledger.holder(operator.address)
  ledger.take({ hash: `0x${'9'.repeat(64)}`, sender: operator.address, nonce, action: { do: 'nothing' }, cost: 0n })
  expect(await look(id, 1, 1_000)).toMatchObject({ status: 'SETTLED', waitingFor: 'confirmation' })
  await world.db.updateTable('transactions').set({ owed: 2 }).where('id', '=', id).execute()
  expect(await look(id, 3, 60_000)).toMatchObject({ status: 'SETTLED', waitingFor: 'confirmation' })
  expect(await listUnpaid(world.db, world.keys)).toMatchObject([{ id }])
})
