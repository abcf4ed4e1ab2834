import { beforeEach, describe, expect, test } from 'vitest'
import type { Address, Hex } from '#shared/model/ids.ts'
import { revertOf } from '../../chain/revert.ts'
import { isPayout, legsOf } from '../../legs/store.ts'
import {
  createTester,
  createTestWorld,
  type Tester,
  type TestWorld,
  walletWithMoney,
} from '../../testing/test-world.ts'
import { mortalityOf, notePaid, payByHand, voidPayout } from './by-hand.ts'
import { listOwed, listUnpaid } from './debts.ts'

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
