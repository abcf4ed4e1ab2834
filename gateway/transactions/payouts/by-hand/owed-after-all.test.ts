import { describe, expect, test } from 'vitest'
import { revertOf } from '../../../chain/revert.ts'
import { legsOf } from '../../../legs/store.ts'
import { listMinedAfterAll, listOwed } from '../debts.ts'
import { payByHand, voidPayout } from './by-hand.ts'
import {
  begin,
  payoutOf,
  payouts,
  pays,
  read,
  replaceOperator,
  stable,
  tester,
  unpaid,
  wallet,
  world,
} from './by-hand-fixture.ts'
import { notePaid, noteResolved } from './noted-as-paid.ts'

const HOUR = 60 * 60_000

describe('a redeem that failed on the word of a node, and was burned after all', () => {
  async function burnedAfterAll(mode: 'backed' | 'float', amount = '10'): Promise<string> {
    await begin(mode)
    const { ledger, faults } = world.chain
    ledger.automine = false
    const { transaction } = await tester.api.redeem({ walletId: wallet.id, amount })
    const burn = world.chain.broadcasts.at(-1)?.hash
    const denied = { success: false, publicMoves: [], confidentialMoves: [], unwraps: [] }
    faults.lie = (hash, truth) => (truth && hash === burn ? { ...truth, ...denied } : truth)
    ledger.automine = true
    ledger.mine()
    expect((await read(transaction.id)).status).toBe('FAILED')
    delete faults.lie
    await read(transaction.id)
    expect(await listMinedAfterAll(world.db, world.keys)).toMatchObject([{ id: transaction.id }])
    return transaction.id
  }

  test.each(['backed', 'float'] as const)(
    'is paid by hand, once, after the chain was asked again (%s)',
    async (mode) => {
      const id = await burnedAfterAll(mode)
      await payByHand(world, id)
      expect(stable()).toBe(50_000_000n)
      expect(await listMinedAfterAll(world.db, world.keys)).toEqual([])
      expect(await listOwed(world.db, world.keys)).toEqual([])
      await expect(payByHand(world, id)).rejects.toThrow('Nothing is owed')
      expect(stable()).toBe(50_000_000n)
    },
  )

  test('is noted as returned by a hash that the chain shows to have done it', async () => {
    const id = await burnedAfterAll('float')
    await expect(notePaid(world, id, pays(1n))).rejects.toThrow('did not pay the amount')
    expect(await listOwed(world.db, world.keys)).toMatchObject([{ id }])
    await notePaid(world, id, pays(10_000_000n))
    expect(await listOwed(world.db, world.keys)).toEqual([])
    await expect(payByHand(world, id)).rejects.toThrow('Nothing is owed')
  })

  test('is paid by a second try where the burned amount could not be told at the first', async () => {
    const id = await burnedAfterAll('float')
    const { config } = world
    world.config = { ...config, SOTTO_AMOUNTS: 'decrypted' }
    world.chain.faults.decryptionAway = true
    await expect(payByHand(world, id)).rejects.toThrow('is away')
    world.chain.faults.decryptionAway = false
    await payByHand(world, id)
    expect(stable()).toBe(50_000_000n)
  })

  test('is not paid where the chain does not show it any more', async () => {
    const id = await burnedAfterAll('float')
    world.chain.ledger.rollback(1)
    await expect(payByHand(world, id)).rejects.toThrow('Nothing was burned')
    expect(stable()).toBe(40_000_000n)
  })

  test('is not paid where less was burned', async () => {
    const id = await burnedAfterAll('float')
    const [leg] = await legsOf(world.db, world.keys, id)
    const handle = world.chain.ledger.mined.get(leg?.minedHash ?? '0x')?.receipt.confidentialMoves[0]?.handle ?? '0x'
    await world.db.deleteFrom('plaintexts').where('handle', '=', handle).execute()
    world.chain.ledger.clear.set(handle, 0n)
    world.config = { ...world.config, SOTTO_AMOUNTS: 'decrypted' }
    await expect(payByHand(world, id)).rejects.toThrow('Less was burned')
    expect(stable()).toBe(40_000_000n)
  })
})

test('a debt is paid by hand once its reason has passed, and is off the list', async () => {
  await begin('float')
  world.chain.revertReason = async () => revertOf('ERC20InvalidReceiver')
  const { transaction } = await tester.api.redeem({ walletId: wallet.id, amount: '10' })
  const float = () => world.chain.ledger.holder(world.chain.operator.address)
  world.chain.faults.broadcast = ({ action }) => {
    if (action.do === 'transfer') float().stable = 0n
    return 'accepted'
  }
  for (let looks = 0; looks < 8; looks++) {
    await read(transaction.id, HOUR)
    float().stable = 1_000_000_000n
  }
  delete world.chain.faults.broadcast
  expect(await listOwed(world.db, world.keys)).toMatchObject([{ id: transaction.id }])
  // Also where its bytes are lost at first.
  let lost = 2
  world.chain.faults.broadcast = () => (lost-- > 0 ? 'lost' : 'accepted')
  await payByHand(world, transaction.id)
  expect(await listOwed(world.db, world.keys)).toEqual([])
  expect(stable()).toBe(50_000_000n)
  await expect(payByHand(world, transaction.id)).rejects.toThrow('Nothing is owed')
})

describe('a debt that is noted as paid', () => {
  /** A debt whose payout is signed, as a process leaves it that is killed. */
  async function debtBeingPaid(): Promise<string> {
    await begin('float')
    const id = await unpaid()
    await world.db
      .updateTable('transactions')
      .set({ status: 'FAILED', owed: 1, waitingFor: null })
      .where('id', '=', id)
      .execute()
    return id
  }

  test('without a hash stays owed while its payout could still be mined, and nothing is given up', async () => {
    const id = await debtBeingPaid()
    await expect(noteResolved(world, id)).rejects.toThrow('could still be mined')
    expect(await listOwed(world.db, world.keys)).toMatchObject([{ id }])
    expect((await payoutOf(id)).state).toBe('open')
    await payByHand(world, id)
    expect(stable()).toBe(50_000_000n)
  })

  test('by a hash that is gone again is a debt once more as soon as a person gives it up', async () => {
    const id = await debtBeingPaid()
    replaceOperator(0n)
    await notePaid(world, id, pays(10_000_000n))
    expect(await listOwed(world.db, world.keys)).toEqual([])
    world.chain.ledger.rollback(1)
    world.chain.ledger.mineEmpty()
    await voidPayout(world, id)
    expect(await listOwed(world.db, world.keys)).toMatchObject([{ id }])
    await payByHand(world, id)
    expect(stable()).toBe(50_000_000n)
  })

  test('without a hash is off the list where its payout is dead, which is given up', async () => {
    const id = await debtBeingPaid()
    replaceOperator(0n)
    await noteResolved(world, id)
    expect(await listOwed(world.db, world.keys)).toEqual([])
    expect(await payouts(id)).toMatchObject([{ state: 'superseded' }])
  })
})
