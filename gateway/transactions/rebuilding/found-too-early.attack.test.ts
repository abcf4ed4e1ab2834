import { describe, expect, test } from 'vitest'
import type { Hex } from '#shared/model/ids.ts'
import type { Sent } from '../../chain/fake/ledger.ts'
import { accountForNonces } from '../../legs/reconciling/account-for-nonces.ts'
import { walletWithMoney } from '../../testing/test-world.ts'
import { reconcileAtStart } from './keep-reconciling-fixture.ts'
import {
  backUp,
  begin,
  elsewhere,
  keepFor,
  outside,
  restore,
  setUpEach,
  tester,
  wallet,
  world,
} from './restore-fixture.ts'

/** An unattributed transaction did something else, or stood elsewhere, in the block that a reorganisation took. */
setUpEach()

async function beginWith(mode: 'backed' | 'float', confirmations = '1') {
  await begin(mode)
  Object.assign(world.config, { SOTTO_CONFIRMATIONS: Number(confirmations) })
}

const redeem = async () => (await tester.api.redeem({ walletId: wallet.id, amount: '10' })).transaction.id

async function read(id: string, times = 4) {
  for (let reads = 0; reads < times; reads++) {
    world.clock.pass(60_000)
    await tester.api.getTransaction({ id })
  }
  return (await tester.api.getTransaction({ id })).transaction
}

const redeems = async () => (await tester.api.listTransactions({ type: 'REDEEM' })).items
const stable = () => world.chain.ledger.holder(wallet.address).stable
const sentAs = (hash: string | null | undefined) => world.chain.ledger.seen(hash as Hex) as Sent

/** The wallet had 40 STABLE, and 10 were redeemed. */
const PAID_ONCE = 50_000_000n

describe('a redeem that a restored database does not know', () => {
  test('is not paid again where a reorganisation left its payout below its burn', async () => {
    await beginWith('float')
    const { ledger } = world.chain
    backUp()
    const before = ledger.block
    const { txHash, settlementTxHash } = await read(await redeem())
    const sent = [settlementTxHash, txHash].map(sentAs)
    ledger.rollback(ledger.block - before)
    for (const one of sent) ledger.take(one)
    expect(stable()).toBe(PAID_ONCE)
    await restore()
    await reconcileAtStart(world, 'operator')
    const [again] = await redeems()
    expect(await read(again?.id ?? '')).toMatchObject({ status: 'SETTLED', settlementTxHash })
    expect(stable()).toBe(PAID_ONCE)
  })
})

describe('an unattributed transaction in a block that a reorganisation took', () => {
  test('a payout that had reverted there and is mined again is not made a second time', async () => {
    await beginWith('float')
    const { ledger, operator } = world.chain
    const id = await redeem()
    backUp()
    const hidden: Sent[] = []
    world.chain.faults.broadcast = (sent) => {
      hidden.push(sent)
      return 'lost'
    }
    await tester.api.getTransaction({ id })
    world.clock.pass(4_000)
    await tester.api.getTransaction({ id })
    delete world.chain.faults.broadcast
    const [payout] = hidden
    if (payout === undefined) throw new Error('no payout was signed')
    await restore()
    ledger.holder(operator.address).stable = 0n
    ledger.take(payout)
    expect(ledger.mined.get(payout.hash)?.receipt.success).toBe(false)
    expect(await accountForNonces(world, operator.address)).toBe(true)
    ledger.rollback(1)
    ledger.holder(operator.address).stable = 1_000_000_000n
    ledger.take(payout)
    expect(stable()).toBe(PAID_ONCE)
    expect((await read(id)).status).toBe('SETTLED')
    expect(stable()).toBe(PAID_ONCE)
  })

  test('a burn that had no cover there, and has where it is mined again, is owed', async () => {
    await beginWith('backed')
    const { ledger } = world.chain
    const other = await walletWithMoney(tester)
    const before = ledger.block
    const burn = await outside(wallet.address, 100_000_000n)
    await keepFor(3)
    expect(await redeems()).toEqual([])
    ledger.rollback(ledger.block - before)
    await outside(other.address, 50_000_000n, wallet.address)
    ledger.take(sentAs(burn))
    expect(ledger.confidentialOf(wallet.address)).toBe(10_000_000n)
    await keepFor(10)
    expect(await redeems()).toMatchObject([{ txHash: burn, amount: '100' }])
  })

  const pay = (amount: string, token: string, idempotencyKey: string) =>
    tester.api.transfer({ walletId: wallet.id, amount, token, to: elsewhere }, { idempotencyKey })

  test('a payment whose cancellation had been mined there, and that is mined after all, is not made again by its key', async () => {
    await beginWith('float')
    const { ledger } = world.chain
    backUp()
    const { txHash } = (await pay('7', 'STABLE', 'k')).transaction
    const { nonce } = sentAs(txHash)
    await restore()
    ledger.rollback(1)
    const hash: Hex = `0x${'c'.repeat(64)}`
    ledger.take({ hash, sender: wallet.address, nonce, action: { do: 'nothing' }, cost: 0n })
    expect(await accountForNonces(world, wallet.address)).toBe(true)
    ledger.rollback(1)
    ledger.take(sentAs(txHash))
    await expect(pay('7', 'STABLE', 'k')).rejects.toMatchObject({ code: 'idempotency_mismatch', details: { txHash } })
    expect(ledger.holder(elsewhere).stable).toBe(7_000_000n)
  })

  test('a payment that had moved nothing there, and moves all where it is mined again, is not made again by its key', async () => {
    await beginWith('float')
    const { ledger } = world.chain
    const other = await walletWithMoney(tester)
    const before = ledger.block
    const hash = await outside(wallet.address, 100_000_000n, elsewhere)
    expect(await accountForNonces(world, wallet.address)).toBe(true)
    ledger.rollback(ledger.block - before)
    await outside(other.address, 50_000_000n, wallet.address)
    ledger.take(sentAs(hash))
    expect(ledger.confidentialOf(elsewhere)).toBe(100_000_000n)
    const again = pay('100', 'cSTABLE', 'k')
    await expect(again).rejects.toMatchObject({ code: 'idempotency_mismatch', details: { txHash: hash } })
  })

  test('nothing is concluded from one that is not deep: a payout that has reverted is not made anew before it is', async () => {
    await beginWith('float', '3')
    const { ledger, operator } = world.chain
    ledger.mineEmpty()
    ledger.mineEmpty()
    const id = await redeem()
    for (let blocks = 0; blocks < 3; blocks++) ledger.mineEmpty()
    backUp()
    const hidden: Sent[] = []
    world.chain.faults.broadcast = (sent) => {
      hidden.push(sent)
      return 'lost'
    }
    await read(id, 1)
    delete world.chain.faults.broadcast
    const [payout] = hidden
    if (payout === undefined) throw new Error('no payout was signed')
    await restore()
    ledger.holder(operator.address).stable = 0n
    ledger.take(payout)
    ledger.holder(operator.address).stable = 1_000_000_000n
    const sent = world.chain.broadcasts.length
    expect((await read(id)).status).toBe('SETTLING')
    expect(world.chain.broadcasts.slice(sent)).toEqual([])
    for (let blocks = 0; blocks < 3; blocks++) ledger.mineEmpty()
    for (let looks = 0; looks < 4; looks++) {
      await read(id, 1)
      for (let blocks = 0; blocks < 3; blocks++) ledger.mineEmpty()
    }
    expect((await read(id)).status).toBe('SETTLED')
    expect(stable()).toBe(PAID_ONCE)
  })

  test('what else has its nonce by then takes its place once it is deep, and holds its sender up until then', async () => {
    await beginWith('float', '3')
    const { ledger } = world.chain
    backUp()
    const { txHash } = (await pay('7', 'STABLE', 'k')).transaction
    const { nonce } = sentAs(txHash)
    await restore()
    expect(await accountForNonces(world, wallet.address)).toBe(true)
    ledger.rollback(1)
    const hash: Hex = `0x${'c'.repeat(64)}`
    const action = { do: 'transfer', to: elsewhere, units: '9000000' } as const
    ledger.take({ hash, sender: wallet.address, nonce, action, cost: 0n })
    await expect(pay('9', 'STABLE', 'other')).rejects.toMatchObject({ code: 'reconciling' })
    ledger.mineEmpty()
    ledger.mineEmpty()
    const again = () => pay('9', 'STABLE', 'other')
    await expect(again()).rejects.toMatchObject({ code: 'idempotency_mismatch', details: { txHash: hash } })
    expect(ledger.holder(elsewhere).stable).toBe(9_000_000n)
  })
})
