import { beforeEach, describe, expect, test } from 'vitest'
import type { Address, Hex } from '#shared/model/ids.ts'
import { revertOf } from '../../../chain/revert.ts'
import { attemptsOf } from '../../../legs/attempts-store.ts'
import { isPayout } from '../../../legs/kinds.ts'
import { insertUnattributed } from '../../../legs/reconciling/unattributed-store.ts'
import { legsOf } from '../../../legs/store.ts'
import {
  createTester,
  createTestWorld,
  type Tester,
  type TestWorld,
  walletWithMoney,
} from '../../../testing/test-world.ts'
import { notePaidBy } from '../../write-store.ts'
import { listMinedAfterAll, listOwed, listUnpaid } from '../debts.ts'
import { payByHand, voidPayout } from './by-hand.ts'
import { mortalityOf } from './mortality.ts'
import { notePaid, noteSettled } from './noted-as-paid.ts'

const HOUR = 60 * 60_000
const somebody: Address = `0x${'5'.repeat(40)}`

let world: TestWorld
let tester: Tester
let wallet: { id: string; address: Address }

async function begin(mode: 'backed' | 'float') {
  world = await createTestWorld({ SOTTO_REDEEM_MODE: mode, SOTTO_LIMIT_WRITES: '1000', SOTTO_LIMIT_READS: '1000' })
  tester = await createTester(world)
  wallet = await walletWithMoney(tester)
  world.chain.ledger.holder(world.chain.operator.address).stable = 1_000_000_000n
}

const read = async (id: string, passMs = 1_100) => {
  world.clock.pass(passMs)
  return (await tester.api.getTransaction({ id })).transaction
}
async function lookOften(id: string) {
  for (let looks = 0; looks < 10; looks++) await read(id, 60_000)
  return read(id)
}
const stable = () => world.chain.ledger.holder(wallet.address).stable
const payouts = async (id: string) => (await legsOf(world.db, world.keys, id)).filter(isPayout)
const payoutOf = async (id: string) => {
  const open = (await legsOf(world.db, world.keys, id)).find((leg) => isPayout(leg) && leg.state === 'open')
  if (open === undefined) throw new Error('no payout is signed')
  return open
}

/** A redeem whose payout is signed and never arrives. */
async function unpaid(): Promise<string> {
  const { transaction } = await tester.api.redeem({ walletId: wallet.id, amount: '10' })
  world.chain.faults.broadcast = () => 'lost'
  await read(transaction.id)
  await payoutOf(transaction.id)
  delete world.chain.faults.broadcast
  return transaction.id
}

/** A redeem that waits for the float, which is filled now. */
async function waiting(): Promise<string> {
  const operator = world.chain.ledger.holder(world.chain.operator.address)
  const { transaction } = await tester.api.redeem({ walletId: wallet.id, amount: '10' })
  operator.stable = 0n
  expect((await read(transaction.id)).waitingFor).toBe('operator_liquidity')
  operator.stable = 1_000_000_000n
  return transaction.id
}

/** The gateway gets another operator's key; what the old one holds is given. */
function replaceOperator(wei: bigint) {
  const { operator, ledger } = world.chain
  ledger.holder(operator.address).wei = wei
  const next = world.chain.wallets.create()
  ledger.holder(next.address).wei = 10n ** 24n
  ledger.holder(next.address).stable = 1_000_000_000n
  world.chain.operator = next
  // Nodes drop what its sender cannot pay for, and what they have never had.
  world.chain.faults.broadcast = ({ sender }) => (sender === operator.address ? 'lost' : 'accepted')
}

/** Somebody pays in public, past the gateway. */
function pays(units: bigint, to: Address = wallet.address): Hex {
  const { ledger } = world.chain
  const hash: Hex = `0x${units.toString(16).padStart(64, '0')}`
  ledger.holder(somebody).stable = units
  const { nonce } = ledger.holder(somebody)
  ledger.take({ hash, sender: somebody, nonce, action: { do: 'transfer', to, units: `${units}` }, cost: 0n })
  return hash
}

describe('a payout from the float that was signed by a key which is not here any more', () => {
  beforeEach(() => begin('float'))

  test('is void once that address can pay for none of its bytes, and is made by the key that is', async () => {
    const id = await unpaid()
    replaceOperator(0n)
    expect((await lookOften(id)).status).toBe('SETTLING')
    expect(await mortalityOf(world, await payoutOf(id))).toMatchObject({ dead: true })
    expect(await voidPayout(world, id)).toContain('its key is not here, and it holds 0 wei')
    expect((await lookOften(id)).status).toBe('SETTLED')
    expect(stable()).toBe(50_000_000n)
  })

  test('is not void while it could still be mined', async () => {
    const id = await unpaid()
    replaceOperator(10n ** 18n)
    for (const command of [voidPayout, payByHand]) {
      await expect(command(world, id)).rejects.toThrow('could still be mined')
    }
    await expect(notePaid(world, id, pays(10_000_000n))).rejects.toThrow('could still be mined')
    expect((await payoutOf(id)).state).toBe('open')
  })

  test('is not void while the key is here', async () => {
    const id = await unpaid()
    world.chain.faults.broadcast = () => 'lost'
    await expect(voidPayout(world, id)).rejects.toThrow('its key is here')
  })
})

test('a payout whose nonce was used by something else can be given up once a node names it, and is made anew', async () => {
  await begin('float')
  const id = await unpaid()
  const { ledger, operator } = world.chain
  const { nonce } = ledger.holder(operator.address)
  ledger.take({ hash: `0x${'9'.repeat(64)}`, sender: operator.address, nonce, action: { do: 'nothing' }, cost: 0n })
  const { whoUsedNonce } = world.chain
  world.chain.whoUsedNonce = async () => undefined
  expect((await lookOften(id)).status).toBe('SETTLING')
  expect((await mortalityOf(world, await payoutOf(id))).evidence).toContain('is used, and no node says by what yet')
  expect(await listUnpaid(world.db, world.keys)).toMatchObject([{ id }])
  await expect(payByHand(world, id)).rejects.toThrow('is not paid yet')
  world.chain.whoUsedNonce = whoUsedNonce
  await payByHand(world, id)
  expect(await read(id)).toMatchObject({ status: 'SETTLED' })
  expect(stable()).toBe(50_000_000n)
})

test('a backed redeem is paid by the key that is here, whatever another has signed', async () => {
  await begin('backed')
  const id = await unpaid()
  replaceOperator(10n ** 18n)
  expect((await lookOften(id)).status).toBe('SETTLING')
  const hash = await payByHand(world, id)
  expect(await read(id)).toMatchObject({ status: 'SETTLED', settlementTxHash: hash })
  expect(stable()).toBe(50_000_000n)
})

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

  test('counts for one redeem', async () => {
    const first = await unpaid()
    const second = await unpaid()
    replaceOperator(0n)
    const hash = pays(10_000_000n)
    await notePaid(world, first, hash)
    await expect(notePaid(world, second, hash)).rejects.toThrow('belongs to another payment')
  })
})

test('a debt is paid by hand once its reason has passed, and is off the list', async () => {
  await begin('float')
  world.chain.revertReason = async () => revertOf('AddressIsDenied')
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

test('a backed redeem that the operator of now has paid was not paid twice, whatever becomes of the bytes of the one before', async () => {
  await begin('backed')
  const id = await unpaid()
  const { operator: before, ledger } = world.chain
  const nonce = ledger.holder(before.address).nonce
  replaceOperator(10n ** 18n)
  await payByHand(world, id)
  const [given] = await attemptsOf(world.db, world.keys, (await payouts(id))[0]?.id ?? '')
  // Mined late: the token pays a burn once, and a node may show it as a success all the same.
  const action = { do: 'nothing' } as const
  ledger.take({ hash: given?.hash ?? '0x', sender: before.address, nonce, action, cost: 0n })
  ledger.mineEmpty()
  await lookOften(id)
  expect(await listMinedAfterAll(world.db, world.keys)).toEqual([])
  expect(stable()).toBe(50_000_000n)
})

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

  test('is paid by a second try where what was burned could not be told at the first', async () => {
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
    ['--paid', noteSettled],
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
    expect(said).toContain('could still be mined')
    await settlesOnce(id)
  })
})

test('an address that can pay for none of its bytes, since one of them was mined, is not taken for too poor', async () => {
  await begin('float')
  const id = await unpaid()
  const [attempt] = await attemptsOf(world.db, world.keys, (await payoutOf(id)).id)
  const { operator: before, ledger } = world.chain
  const at = ledger.holder(before.address).nonce
  await world.chain.broadcast(attempt?.raw ?? '0x')
  world.config = { ...world.config, SOTTO_CONFIRMATIONS: 3 }
  replaceOperator(0n)
  const { nonce } = world.chain
  // Behind: it does not say which block it speaks of.
  world.chain.nonce = async (sender, block) => (block === undefined ? at : nonce.call(world.chain, sender, block))
  world.chain.receipt = async () => undefined
  expect(await mortalityOf(world, await payoutOf(id))).toMatchObject({ dead: false })
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
    await expect(noteSettled(world, id)).rejects.toThrow('could still be mined')
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
    await noteSettled(world, id)
    expect(await listOwed(world.db, world.keys)).toEqual([])
    expect(await payouts(id)).toMatchObject([{ state: 'superseded' }])
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
    const block = { blockNumber: ledger.block, blockHash: null, settled: 1 }
    const row = { ...block, raw: '0x00', foundAt: 0, claimedBy: null, owesNothing: 0 } as const
    await insertUnattributed(world.db, world.keys, { hash: gone, transactionId: id, ...sent, ...did, ...row })
    await notePaidBy(world.db, id, gone, world.clock.now())
    const { broadcast } = world.chain
    // The ledger cannot read bytes that nobody signed.
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
