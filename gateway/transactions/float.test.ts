import { beforeEach, describe, expect, test } from 'vitest'
import { begin, code, read, tester, wallet, world } from './faults-fixture.ts'
import { round } from './worker.ts'

beforeEach(() => begin())

describe('the float', () => {
  const stableOfOperator = (units: bigint) => {
    world.chain.ledger.holder(world.chain.operator.address).stable = units
  }
  beforeEach(() => begin({ SOTTO_REDEEM_MODE: 'float' }))

  test('pays from the operator what really arrived there', async () => {
    stableOfOperator(15_000_000n)
    const { transaction } = await tester.api.redeem({ walletId: wallet.id, amount: '10' })
    expect(transaction).toMatchObject({ status: 'SETTLING', settlementTxHash: null })
    const done = await read(transaction.id)
    expect(done.status).toBe('SETTLED')
    expect(done.settlementTxHash).not.toBe(done.txHash)
    expect(world.chain.ledger.holder(wallet.address).stable).toBe(50_000_000n)
    expect(world.chain.ledger.confidentialOf(world.chain.operator.address)).toBe(10_000_000n)
  })

  test('promises no STABLE twice', async () => {
    stableOfOperator(15_000_000n)
    world.chain.ledger.automine = false
    const first = await tester.api.redeem({ walletId: wallet.id, amount: '10' })
    expect(await code(tester.api.redeem({ walletId: wallet.id, amount: '10' }))).toBe('redeem_settlement_failed')
    expect((await tester.api.redeem({ walletId: wallet.id, amount: '5' })).transaction.status).toBe('PENDING')
    world.chain.ledger.automine = true
    world.chain.ledger.mine()
    expect((await read(first.transaction.id)).status).toBe('SETTLED')
  })

  test('twenty at once never promise more than there is', async () => {
    stableOfOperator(7_000_000n)
    const calls = Array.from({ length: 20 }, () => tester.api.redeem({ walletId: wallet.id, amount: '1' }))
    const made = (await Promise.allSettled(calls)).flatMap((call) => (call.status === 'fulfilled' ? [call.value] : []))
    expect(made).toHaveLength(7)
    for (const { transaction } of made) await read(transaction.id)
    for (const { transaction } of made) expect((await read(transaction.id)).status).toBe('SETTLED')
    expect(world.chain.ledger.holder(world.chain.operator.address).stable).toBe(0n)
  })

  test('owes where the STABLE is gone after the first leg, and pays when it is back', async () => {
    stableOfOperator(10_000_000n)
    const { transaction } = await tester.api.redeem({ walletId: wallet.id, amount: '10' })
    stableOfOperator(1n)
    expect(await read(transaction.id)).toMatchObject({ status: 'SETTLING', waitingFor: 'operator_liquidity' })
    stableOfOperator(10_000_000n)
    expect((await read(transaction.id)).status).toBe('SETTLED')
  })

  test('pays nothing where nothing arrived', async () => {
    stableOfOperator(100_000_000n)
    world.chain.ledger.automine = false
    const { transaction } = await tester.api.redeem({ walletId: wallet.id, amount: '10' })
    world.chain.ledger.holder(wallet.address).handle = world.chain.ledger.ciphertexts.encrypt(1n)
    world.chain.ledger.mine()
    expect(await read(transaction.id)).toMatchObject({ status: 'FAILED', error: expect.stringContaining('0 cSTABLE') })
    expect(world.chain.ledger.holder(world.chain.operator.address).stable).toBe(100_000_000n)
  })
})

test('the worker sees a redeem through without a read', async () => {
  const { transaction } = await tester.api.redeem({ walletId: wallet.id, amount: '10' })
  world.clock.pass(1_100)
  await round(world)
  const { items } = await tester.api.listTransactions({ status: 'SETTLED', type: 'REDEEM' })
  expect(items.map(({ id }) => id)).toEqual([transaction.id])
})

test('only what must be decrypted is ever SETTLING on its way', async () => {
  const seen: string[] = []
  const { step } = world
  world.step = (at) => {
    if (at === 'before writing a verdict') seen.push('verdict')
    step(at)
  }
  const { transaction } = await tester.api.mint({ walletId: wallet.id, amount: '1' })
  expect(transaction.status).toBe('SETTLED')
  expect(seen).toEqual(['verdict'])
})
