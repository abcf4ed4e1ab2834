import { beforeEach, describe, expect, test } from 'vitest'
import type { Address, Hex } from '#shared/model/ids.ts'
import { revertOf } from '../../chain/revert.ts'
import { attemptsOf } from '../../legs/attempts-store.ts'
import { isPayout } from '../../legs/kinds.ts'
import { legsOf } from '../../legs/store.ts'
import {
  createTester,
  createTestWorld,
  type Tester,
  type TestWorld,
  walletWithMoney,
} from '../../testing/test-world.ts'
import { notePaidBy } from '../write-store.ts'
import { mortalityOf, notePaid, payByHand, voidPayout } from './by-hand.ts'
import { listMinedAfterAll, listOwed, listUnpaid } from './debts.ts'

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

test('a payout whose nonce was used by what no node names can be given up, and is made anew', async () => {
  await begin('float')
  const id = await unpaid()
  const { ledger, operator } = world.chain
  const { nonce } = ledger.holder(operator.address)
  ledger.take({ hash: `0x${'9'.repeat(64)}`, sender: operator.address, nonce, action: { do: 'nothing' }, cost: 0n })
  world.chain.whoUsedNonce = async () => undefined
  expect((await lookOften(id)).status).toBe('SETTLING')
  expect((await mortalityOf(world, await payoutOf(id))).evidence).toContain('is used, by none of its')
  expect(await listUnpaid(world.db, world.keys)).toMatchObject([{ id }])
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

  /** A redeem that waits for the float, which is filled now. */
  async function waiting(): Promise<string> {
    const operator = world.chain.ledger.holder(world.chain.operator.address)
    const { transaction } = await tester.api.redeem({ walletId: wallet.id, amount: '10' })
    operator.stable = 0n
    expect((await read(transaction.id)).waitingFor).toBe('operator_liquidity')
    operator.stable = 1_000_000_000n
    return transaction.id
  }

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
