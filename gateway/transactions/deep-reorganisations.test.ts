import { beforeEach, describe, expect, test } from 'vitest'
import type { Address } from '#shared/model/ids.ts'
import { revertOf } from '../chain/revert.ts'
import type { Source } from '../config/config.ts'
import { createTester, createTestWorld, type Tester, type TestWorld, walletWithMoney } from '../testing/test-world.ts'
import { listOwed, listUnpaid } from './payouts/debts.ts'
import { resolveDebt } from './payouts/debts-store.ts'
import { operatorReserved } from './payouts/operator-reserve-store.ts'
import { round } from './worker.ts'

/** Reorganisations deeper than the confirmations, which take back payments that had settled or failed. */
const elsewhere: Address = `0x${'1'.repeat(40)}`

let world: TestWorld
let tester: Tester
let wallet: { id: string; address: Address }

async function begin(settings: Source = {}) {
  world = await createTestWorld({ SOTTO_LIMIT_WRITES: '100000', SOTTO_LIMIT_READS: '100000', ...settings })
  tester = await createTester(world)
  wallet = await walletWithMoney(tester)
}

beforeEach(() => begin())

const ledger = () => world.chain.ledger
const holder = () => ledger().holder(wallet.address)
const arrived = () => ledger().confidentialOf(elsewhere)
const pay = async (amount: string) =>
  (await tester.api.transfer({ walletId: wallet.id, amount, to: elsewhere })).transaction
const redeem = async (amount: string) => (await tester.api.redeem({ walletId: wallet.id, amount })).transaction

async function read(id: string, passMs = 1_100) {
  world.clock.pass(passMs)
  return (await tester.api.getTransaction({ id })).transaction
}

async function lookOften(id: string) {
  for (let looks = 0; looks < 10; looks++) {
    await read(id, 60_000)
    await round(world)
  }
  return read(id)
}

describe('behind a balancer', () => {
  test('a node without the receipt takes nothing back, and the row does not move', async () => {
    const { id } = await redeem('10')
    const settled = await read(id)
    expect(settled).toMatchObject({ status: 'SETTLED', waitingFor: null })
    const sent = world.chain.broadcasts.length
    world.chain.faults.lie = () => undefined
    expect(await read(id, 4_000)).toEqual(settled)
    delete world.chain.faults.lie
    expect(await read(id, 4_000)).toEqual(settled)
    expect(world.chain.broadcasts).toHaveLength(sent)
  })

  test('a head that goes backwards takes nothing back', async () => {
    await begin({ SOTTO_CONFIRMATIONS: '3' })
    const { id } = await redeem('10')
    for (let blocks = 0; blocks < 6; blocks++) {
      ledger().mineEmpty()
      await read(id)
    }
    const settled = await read(id)
    expect(settled).toMatchObject({ status: 'SETTLED', waitingFor: null })
    const { head } = world.chain
    world.chain.head = async () => ({ ...(await head()), number: (await head()).number - 5 })
    expect(await read(id, 4_000)).toEqual(settled)
  })
})

test('a receipt of a block that the chain has given up counts for nothing, though a node still shows it', async () => {
  world.chain.faults.lie = () => undefined
  const { id } = await pay('10')
  const [hash, old] = [...ledger().mined].at(-1) ?? []
  ledger().rollback(1)
  ledger().take({
    hash: `0x${'9'.repeat(64)}`,
    sender: wallet.address,
    nonce: holder().nonce,
    action: { do: 'nothing' },
    cost: 0n,
  })
  world.chain.faults.lie = (asked, truth) => (asked === hash ? old?.receipt : truth)
  expect(await read(id)).toMatchObject({ status: 'FAILED' })
  expect(arrived()).toBe(0n)
})

describe('a settled redeem is owed until it is paid again', () => {
  test('where burn and payout are both taken back', async () => {
    const { id } = await redeem('10')
    expect((await read(id)).status).toBe('SETTLED')
    ledger().rollback(2)
    expect(await lookOften(id)).toMatchObject({ status: 'SETTLED', waitingFor: null })
    expect([holder().stable, ledger().confidentialOf(wallet.address)]).toEqual([50_000_000n, 50_000_000n])
  })

  test('where the payout from the float reverts when it is mined again', async () => {
    await begin({ SOTTO_REDEEM_MODE: 'float' })
    const float = ledger().holder(world.chain.operator.address)
    float.stable = 10_000_000n
    const { id } = await redeem('10')
    expect((await read(id)).status).toBe('SETTLED')
    ledger().rollback(1)
    ledger().holder(world.chain.operator.address).stable = 0n
    await read(id, 4_000)
    await read(id, 4_000)
    expect(holder().stable).toBe(40_000_000n)
    expect(await listUnpaid(world.db, world.keys)).toMatchObject([{ id }])
    ledger().holder(world.chain.operator.address).stable = 100_000_000n
    expect(await lookOften(id)).toMatchObject({ status: 'SETTLED', waitingFor: null })
    expect(holder().stable).toBe(50_000_000n)
    expect(await listUnpaid(world.db, world.keys)).toEqual([])
  })

  test('where somebody else’s payout is taken back', async () => {
    const { id } = await redeem('10')
    const [request] = ledger().requests.keys()
    if (request === undefined) throw new Error('nothing was burned')
    const action = { do: 'finalize', request, units: '10000000' } as const
    ledger().take({ hash: `0x${'fe'.repeat(32)}`, sender: elsewhere, nonce: 0, action, cost: 0n })
    expect((await read(id)).status).toBe('SETTLED')
    ledger().rollback(1)
    expect(await lookOften(id)).toMatchObject({ status: 'SETTLED', waitingFor: null })
    expect(holder().stable).toBe(50_000_000n)
  })

  test('and names the payout that is on chain now', async () => {
    const { id } = await redeem('10')
    const before = await read(id)
    world.clock.pass(60_000)
    ledger().rollback(1)
    ledger().automine = false
    for (let looks = 0; looks < 3; looks++) {
      ledger().mineEmpty()
      await read(id, 60_000)
    }
    ledger().automine = true
    ledger().mine()
    const after = await lookOften(id)
    expect(after).toMatchObject({ status: 'SETTLED', waitingFor: null })
    expect(after.settlementTxHash).not.toBe(before.settlementTxHash)
    expect(ledger().mined.get(after.settlementTxHash as `0x${string}`)?.receipt.success).toBe(true)
    expect(holder().stable).toBe(50_000_000n)
  })
})

describe('what has failed takes no effect after all', () => {
  test('where a transfer moved nothing for want of cover, and would have cover now', async () => {
    ledger().automine = false
    const first = await pay('25')
    const full = holder().handle
    holder().handle = ledger().ciphertexts.encrypt(0n)
    ledger().automine = true
    ledger().mine()
    expect((await read(first.id)).status).toBe('FAILED')
    holder().handle = full
    const second = await pay('25')
    ledger().rollback(2)
    holder().handle = full
    for (let looks = 0; looks < 5; looks++) await read(second.id, 4_000)
    expect(arrived()).toBe(25_000_000n)
    expect((await read(first.id)).status).toBe('FAILED')
  })

  test('where the payout of a redeem was signed before its first leg was taken back and moved nothing', async () => {
    await begin({ SOTTO_REDEEM_MODE: 'float' })
    ledger().holder(world.chain.operator.address).stable = 100_000_000n
    const { id } = await redeem('10')
    ledger().automine = false
    await read(id)
    ledger().pending.splice(0)
    ledger().automine = true
    ledger().rollback(1)
    holder().handle = ledger().ciphertexts.encrypt(0n)
    world.chain.faults.broadcast = ({ action }) => (action.do === 'transfer' ? 'lost' : 'accepted')
    for (let looks = 0; looks < 4; looks++) await read(id, 4_000)
    expect((await read(id)).status).toBe('FAILED')
    delete world.chain.faults.broadcast
    const { transaction: other } = await tester.api.fund({ walletId: wallet.id, amount: '1' })
    for (let looks = 0; looks < 3; looks++) await read(other.id, 4_000)
    expect((await read(other.id)).status).toBe('SETTLED')
    expect(holder().stable).toBe(41_000_000n)
  })

  describe('a payout from the float, where what it pays for', () => {
    let id: string
    const spendElsewhere = (nonce: number) => {
      const hash = `0x${'fd'.repeat(32)}` as const
      ledger().take({ hash, sender: wallet.address, nonce, action: { do: 'nothing' }, cost: 0n })
    }
    const purse = () => [holder().stable, ledger().confidentialOf(wallet.address)]

    beforeEach(async () => {
      await begin({ SOTTO_REDEEM_MODE: 'float' })
      ledger().holder(world.chain.operator.address).stable = 15_000_000n
      id = (await redeem('10')).id
      expect((await read(id)).status).toBe('SETTLED')
    })

    test.each(['redeem', 'other'])('was spent elsewhere; first read: %s', async (first) => {
      ledger().rollback(2)
      spendElsewhere(holder().nonce)
      if (first === 'redeem') await read(id, 20_000)
      const { transaction: other } = await tester.api.fund({ walletId: wallet.id, amount: '1' })
      for (let looks = 0; looks < 5; looks++) await read(other.id, 20_000)
      expect((await read(other.id)).status).toBe('SETTLED')
      expect(await lookOften(id)).toMatchObject({ status: 'SETTLED', waitingFor: 'confirmation' })
      expect(purse()).toEqual([41_000_000n, 60_000_000n])
      // Nothing is reserved for what will never be paid.
      expect(await listUnpaid(world.db, world.keys)).toEqual([])
      expect((await operatorReserved(world)).stable).toBe(0n)
    })

    test('was spent elsewhere, is cancelled by reads of that redeem alone', async () => {
      ledger().rollback(2)
      spendElsewhere(holder().nonce)
      await lookOften(id)
      const legs = await world.db.selectFrom('legs').select('state').where('kind', '=', 'payout').execute()
      expect(legs).toEqual([{ state: 'cancelled' }])
      expect(purse()).toEqual([40_000_000n, 60_000_000n])
    })

    test('moves nothing when it is mined again', async () => {
      ledger().rollback(2)
      holder().handle = ledger().ciphertexts.encrypt(0n)
      expect(await lookOften(id)).toMatchObject({ status: 'SETTLED', waitingFor: 'confirmation' })
      expect(purse()).toEqual([40_000_000n, 0n])
    })

    test('is there, and whose payout can never be made again, is owed until it is noted as paid', async () => {
      world.chain.revertReason = async () => revertOf('ERC20InvalidReceiver')
      const float = () => ledger().holder(world.chain.operator.address)
      ledger().rollback(1)
      world.chain.faults.broadcast = ({ action }) => {
        if (action.do === 'transfer') float().stable = 0n
        return 'accepted'
      }
      for (let looks = 0; looks < 8; looks++) {
        await read(id, looks === 0 ? 4_000 : 60 * 60_000)
        float().stable = 15_000_000n
      }
      expect(await read(id)).toMatchObject({ status: 'SETTLED', waitingFor: 'confirmation' })
      expect(await listOwed(world.db, world.keys)).toMatchObject([{ id, units: 10_000_000n }])
      expect(await listUnpaid(world.db, world.keys)).toEqual([])
      expect((await operatorReserved(world)).stable).toBe(0n)
      await resolveDebt(world.db, id, world.clock.now())
      await lookOften(id)
      expect(await listOwed(world.db, world.keys)).toEqual([])
    })
  })

  test('a payout that was signed, of a redeem whose first leg is then spent elsewhere', async () => {
    await begin({ SOTTO_REDEEM_MODE: 'float' })
    ledger().holder(world.chain.operator.address).stable = 15_000_000n
    const { id } = await redeem('10')
    world.chain.faults.broadcast = () => 'lost'
    await read(id)
    const { nonce } = holder()
    ledger().rollback(1)
    const hash = `0x${'fd'.repeat(32)}` as const
    ledger().take({ hash, sender: wallet.address, nonce: nonce - 1, action: { do: 'nothing' }, cost: 0n })
    delete world.chain.faults.broadcast
    for (let looks = 0; looks < 5; looks++) await read(id, 4_000)
    expect((await read(id)).status).toBe('FAILED')
    const { transaction: other } = await tester.api.fund({ walletId: wallet.id, amount: '1' })
    for (let looks = 0; looks < 5; looks++) await read(other.id, 20_000)
    expect((await read(other.id)).status).toBe('SETTLED')
    expect(holder().stable).toBe(41_000_000n)
  })

  test('but the burn of a redeem that could not be paid out stays burned: it is owed', async () => {
    await begin({ SOTTO_REDEEM_MODE: 'float' })
    world.chain.revertReason = async () => revertOf('ERC20InvalidReceiver')
    const float = () => ledger().holder(world.chain.operator.address)
    float().stable = 100_000_000n
    const { id } = await redeem('10')
    world.chain.faults.broadcast = ({ action }) => {
      if (action.do === 'transfer') float().stable = 0n
      return 'accepted'
    }
    for (let looks = 0; looks < 8; looks++) {
      await read(id, 60 * 60_000)
      float().stable = 100_000_000n
    }
    delete world.chain.faults.broadcast
    expect((await read(id)).status).toBe('FAILED')
    const before = ledger().confidentialOf(wallet.address)
    const other = await pay('1')
    ledger().rollback(5)
    for (let looks = 0; looks < 10; looks++) await read(other.id, 4_000)
    expect((await read(other.id)).status).toBe('SETTLED')
    expect(ledger().confidentialOf(wallet.address)).toBe(before - 1_000_000n)
  })
})
