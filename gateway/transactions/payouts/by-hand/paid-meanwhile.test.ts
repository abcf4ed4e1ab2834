import { beforeEach, describe, expect, test } from 'vitest'
import type { Hex } from '#shared/model/ids.ts'
import { insertUnattributed } from '../../../legs/reconciling/unattributed/store.ts'
import { notePaidBy } from '../../write-store.ts'
import { listMinedAfterAll, listUnpaid } from '../debts.ts'
import { payByHand, voidPayout } from './by-hand.ts'
import {
  begin,
  lookOften,
  payouts,
  pays,
  read,
  replaceOperator,
  somebody,
  stable,
  tester,
  unpaid,
  wallet,
  world,
} from './by-hand-fixture.ts'
import { notePaid, noteResolved } from './noted-as-paid.ts'

/** A redeem that waits for the float, which is filled now. */
async function waiting(): Promise<string> {
  const operator = world.chain.ledger.holder(world.chain.operator.address)
  const { transaction } = await tester.api.redeem({ walletId: wallet.id, amount: '10' })
  operator.stable = 0n
  expect((await read(transaction.id)).waitingFor).toBe('operator_liquidity')
  operator.stable = 1_000_000_000n
  return transaction.id
}

describe('what somebody else has paid', () => {
  beforeEach(() => begin('float'))

  test('settles a redeem by its hash, and is not paid again', async () => {
    const id = await unpaid()
    replaceOperator(0n)
    const hash = pays(10_000_000n)
    await notePaid(world, id, hash)
    expect(await lookOften(id)).toMatchObject({ status: 'SETTLED', settlementTxHash: hash, waitingFor: null })
    expect(stable()).toBe(50_000_000n)
  })

  test('is noted by the hash as the chain writes it, in whatever case it was typed', async () => {
    const [one, other] = [await unpaid(), await unpaid()]
    replaceOperator(0n)
    const hash = pays(10_000_000n)
    const typed: Hex = `0x${hash.slice(2).toUpperCase()}`
    const { receipt } = world.chain
    world.chain.receipt = (asked, more) => receipt.call(world.chain, asked.toLowerCase() as Hex, more)
    await notePaid(world, one, typed)
    expect(await lookOften(one)).toMatchObject({ status: 'SETTLED', settlementTxHash: hash })
    await expect(notePaid(world, other, typed)).rejects.toThrow('belongs to another payment')
  })

  test.each([
    ['that is in no block', () => `0x${'e'.repeat(64)}` as Hex, 'is in no block'],
    ['of another amount', () => pays(9_999_999n), 'did not pay the amount'],
    ['to somebody else', () => pays(10_000_000n, somebody), 'did not pay the amount'],
  ])('counts only where the chain shows it: none %s', async (_, hashOf, why) => {
    const id = await unpaid()
    replaceOperator(0n)
    await expect(notePaid(world, id, hashOf())).rejects.toThrow(why)
    expect((await read(id)).status).toBe('SETTLING')
  })

  test('and was noted while a look waited for its turn to sign is not paid again', async () => {
    const id = await waiting()
    const { run } = world.locks
    world.locks.run = async (name, work) => {
      if (name === `sender:${world.chain.operator.address}`)
        await notePaidBy(world.db, id, pays(10_000_000n), world.clock.now())
      return run(name, work)
    }
    expect((await lookOften(id)).status).toBe('SETTLED')
    expect(await payouts(id)).toEqual([])
    expect(stable()).toBe(50_000_000n)
  })

  test('is not noted where a look has signed a payout meanwhile', async () => {
    const id = await waiting()
    const hash = pays(10_000_000n)
    const { receipt } = world.chain
    world.chain.receipt = async (asked) => {
      if (asked === hash && (await payouts(id)).length === 0) {
        world.chain.faults.broadcast = () => 'lost'
        await read(id)
      }
      return receipt.call(world.chain, asked)
    }
    await expect(notePaid(world, id, hash)).rejects.toThrow('signed meanwhile')
    expect(await payouts(id)).toHaveLength(1)
  })

  test('is asked for as long as a person has noted the redeem as paid, and not by what', async () => {
    const id = await waiting()
    await world.db.updateTable('transactions').set({ owed: 3 }).where('id', '=', id).execute()
    await noteResolved(world, id)
    expect(await lookOften(id)).toMatchObject({ status: 'SETTLING' })
    expect(await listUnpaid(world.db, world.keys)).toMatchObject([{ id }])
    await expect(payByHand(world, id)).rejects.toThrow('is noted as paid: name what paid it')
    await notePaid(world, id, pays(10_000_000n))
    expect(await lookOften(id)).toMatchObject({ status: 'SETTLED' })
    expect(await listUnpaid(world.db, world.keys)).toEqual([])
    expect(stable()).toBe(50_000_000n)
  })

  test('and is gone again leaves a redeem to be paid, although a person had noted it as paid before', async () => {
    const id = await waiting()
    await world.db.updateTable('transactions').set({ owed: 3 }).where('id', '=', id).execute()
    const hash = pays(10_000_000n)
    await notePaid(world, id, hash)
    expect(await listMinedAfterAll(world.db, world.keys)).toEqual([])
    world.chain.ledger.rollback(1)
    world.chain.ledger.mineEmpty()
    await lookOften(id)
    expect(await voidPayout(world, id)).toContain(hash)
    expect(await lookOften(id)).toMatchObject({ status: 'SETTLED', waitingFor: null })
    expect(stable()).toBe(50_000_000n)
  })

  test('counts for one redeem', async () => {
    const first = await unpaid()
    const second = await unpaid()
    replaceOperator(0n)
    const hash = pays(10_000_000n)
    await notePaid(world, first, hash)
    await expect(notePaid(world, second, hash)).rejects.toThrow('belongs to another payment')
  })
})

describe('a payout that is mined while a person decides about it', () => {
  beforeEach(async () => {
    await begin('float')
    world.config = { ...world.config, SOTTO_CONFIRMATIONS: 3 }
  })

  /** A redeem whose payout waits in the pool. */
  async function inPool(): Promise<string> {
    const { ledger } = world.chain
    const { transaction } = await tester.api.redeem({ walletId: wallet.id, amount: '10' })
    for (let blocks = 0; blocks < 3; blocks++) ledger.mineEmpty()
    ledger.automine = false
    await read(transaction.id)
    expect(ledger.pending).toHaveLength(1)
    return transaction.id
  }

  /** It is mined, and no node that is asked shows its receipt while `work` goes on. */
  async function minedUnseen(work: () => Promise<unknown>): Promise<string> {
    const { ledger } = world.chain
    const { receipt } = world.chain
    ledger.automine = true
    ledger.mine()
    world.chain.receipt = async () => undefined
    const said = await work().then(String, String)
    world.chain.receipt = receipt
    return said
  }

  async function settlesOnce(id: string) {
    for (let blocks = 0; blocks < 3; blocks++) {
      world.chain.ledger.mineEmpty()
      await read(id, 60_000)
    }
    expect((await lookOften(id)).status).toBe('SETTLED')
    expect(stable()).toBe(50_000_000n)
  }

  test('is not paid beside it, although its nonce is used between two questions (--pay)', async () => {
    const id = await inPool()
    const { nonce, ledger, operator } = world.chain
    let isFirst = true
    world.chain.nonce = async (sender, block) => {
      if (isFirst && sender === operator.address) {
        isFirst = false
        ledger.mine()
      }
      return nonce.call(world.chain, sender, block)
    }
    await payByHand(world, id).catch(String)
    ledger.automine = true
    await settlesOnce(id)
    expect(await payouts(id)).toHaveLength(1)
  })

  test.each([
    ['--void', voidPayout],
    ['--paid', noteResolved],
  ])('is not given up while a node lags (%s)', async (_, command) => {
    const id = await inPool()
    expect(await minedUnseen(() => command(world, id))).toContain('could still be mined')
    await settlesOnce(id)
  })

  test('nor where it lies deep, while a node names it as what used the nonce', async () => {
    const id = await inPool()
    const said = await minedUnseen(() => {
      for (let blocks = 0; blocks < 3; blocks++) world.chain.ledger.mineEmpty()
      return voidPayout(world, id)
    })
    expect(said).toContain('is mined, so that nothing is to be decided')
    await settlesOnce(id)
  })
})

describe('a redeem that another transaction has paid, by its hash', () => {
  beforeEach(() => begin('float'))

  async function notedAsPaid(): Promise<{ id: string; hash: Hex }> {
    const id = await unpaid()
    replaceOperator(0n)
    const hash = pays(10_000_000n)
    await notePaid(world, id, hash)
    return { id, hash }
  }

  test('is not settled by a receipt of a block that the chain has given up', async () => {
    const { id, hash } = await notedAsPaid()
    const { receipt } = world.chain
    const abandoned = await receipt(hash)
    world.chain.ledger.rollback(1)
    world.chain.ledger.mineEmpty()
    world.chain.faults.lie = (asked, truth) => (asked === hash ? abandoned : truth)
    expect(await lookOften(id)).toMatchObject({ waitingFor: 'confirmation' })
  })

  test('is paid after all where that transaction is mined again and reverts', async () => {
    const { id, hash } = await notedAsPaid()
    const { ledger } = world.chain
    ledger.rollback(1)
    ledger.holder(somebody).stable = 0n
    const { nonce } = ledger.holder(somebody)
    const action = { do: 'transfer', to: wallet.address, units: '10000000' } as const
    ledger.take({ hash, sender: somebody, nonce, action, cost: 0n })
    expect(ledger.mined.get(hash)?.receipt.success).toBe(false)
    expect(await lookOften(id)).toMatchObject({ status: 'SETTLED', waitingFor: null })
    expect(stable()).toBe(50_000_000n)
  })

  test('waits for it where it is gone, and is paid after all as soon as a person gives it up', async () => {
    const { id, hash } = await notedAsPaid()
    world.chain.ledger.rollback(1)
    world.chain.ledger.mineEmpty()
    expect(await lookOften(id)).toMatchObject({ waitingFor: 'confirmation' })
    expect(stable()).toBe(40_000_000n)
    expect(await voidPayout(world, id)).toContain(hash)
    expect(await lookOften(id)).toMatchObject({ status: 'SETTLED', waitingFor: null })
    expect(stable()).toBe(50_000_000n)
  })

  test('is paid after all by itself where that was found at a nonce of the operator, and something else has used it', async () => {
    const id = await waiting()
    const [gone, somethingElse] = [`0x${'7'.repeat(64)}`, `0x${'9'.repeat(64)}`] as const
    const { ledger, operator } = world.chain
    const { nonce } = ledger.holder(operator.address)
    const sent = { sender: operator.address, nonce, maxFee: '1', priorityFee: '1', cost: '1' }
    const did = { does: 'transfer', toAddress: wallet.address, units: 10_000_000n, handle: null } as const
    const block = { blockNumber: ledger.block, blockHash: null, isFinal: true }
    const row = {
      ...block,
      raw: '0x00',
      foundAt: 0,
      claimedBy: null,
      tagRow: null,
      owesNothing: 0,
      lookedAt: null,
    } as const
    await insertUnattributed(world.db, world.keys, { hash: gone, transactionId: id, ...sent, ...did, ...row })
    await notePaidBy(world.db, id, gone, world.clock.now())
    const { broadcast } = world.chain
    // The ledger cannot read unsigned bytes.
    world.chain.broadcast = async () => ({ is: 'accepted' })
    expect(await lookOften(id)).toMatchObject({ status: 'SETTLING', waitingFor: 'confirmation' })
    world.chain.broadcast = broadcast
    ledger.take({ hash: somethingElse, sender: operator.address, nonce, action: { do: 'nothing' }, cost: 0n })
    expect(await lookOften(id)).toMatchObject({ status: 'SETTLED', waitingFor: null })
    expect(stable()).toBe(50_000_000n)
  })

  test('is not given up while the chain shows that transaction', async () => {
    const { id } = await notedAsPaid()
    await expect(voidPayout(world, id)).rejects.toThrow('nothing to be void')
  })
})
