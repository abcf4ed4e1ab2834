import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Address, Hex } from '#shared/model/ids.ts'
import { createApp } from '../../../app.ts'
import type { Action } from '../../../chain/fake/ledger.ts'
import { copySqlite } from '../../../db/copy.ts'
import { openSqlite } from '../../../db/sqlite.ts'
import { accountForNonces } from '../../../legs/reconciling/account-for-nonces.ts'
import {
  createTester,
  createTestWorld,
  type Tester,
  type TestWorld,
  testerOf,
  walletWithMoney,
} from '../../../testing/test-world.ts'
import { createLocks } from '../../../world/locks.ts'
import { createMemory } from '../../../world/memory.ts'
import { look } from '../../arrivals/look-fixture.ts'
import { reconcile } from '../../reconcile.ts'
import { findTransaction } from '../../store.ts'
import { notePaid } from './noted-as-paid.ts'

const OPERATOR_STABLE = 1_000_000_000n
const somebody: Address = `0x${'6'.repeat(40)}`

let folder: string
let world: TestWorld
let tester: Tester
let wallet: { id: string; address: Address }

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sotto-noted-'))
  const settings = { SOTTO_REDEEM_MODE: 'float', SOTTO_LIMIT_WRITES: '100000', SOTTO_LIMIT_READS: '100000' }
  world = await createTestWorld(settings, join(folder, 'now.db'))
  world.chain.ledger.holder(world.chain.operator.address).stable = OPERATOR_STABLE
  tester = await createTester(world)
  wallet = await walletWithMoney(tester)
})
afterEach(async () => {
  await world.db.destroy()
  rmSync(folder, { recursive: true })
})

const redeem = async () => (await tester.api.redeem({ walletId: wallet.id, amount: '10' })).transaction.id

async function settle(id: string) {
  for (let looks = 0; looks < 6; looks++) {
    world.clock.pass(4_000)
    await reconcile(world, id)
  }
  return findTransaction(world.db, world.keys, id)
}

const backUp = () => copySqlite(join(folder, 'now.db'), join(folder, 'backup.db'))

/** The database as it was; the chain as it is. */
async function restore() {
  await world.db.destroy()
  Object.assign(world, { db: openSqlite(join(folder, 'backup.db')), locks: createLocks(), memory: createMemory() })
  tester = testerOf(tester, createApp(world))
}

const paidOut = () => OPERATOR_STABLE - world.chain.ledger.holder(world.chain.operator.address).stable

test('one payout that a restored database does not know pays one redeem, also where a person notes it for another', async () => {
  const [one, other] = [await redeem(), await redeem()]
  backUp()
  const hash = (await settle(one))?.settlementTxHash ?? '0x'
  expect(paidOut()).toBe(10_000_000n)
  await restore()
  await accountForNonces(world, world.chain.operator.address)

  await notePaid(world, other, hash)
  const hashes = [(await settle(one))?.settlementTxHash, (await settle(other))?.settlementTxHash]
  expect(new Set(hashes).size).toBe(2)
  expect(paidOut()).toBe(20_000_000n)
})

test('what a redeem has made its own is noted for no other', async () => {
  const [one, other] = [await redeem(), await redeem()]
  backUp()
  const hash = (await settle(one))?.settlementTxHash ?? '0x'
  await restore()
  expect(await settle(one)).toMatchObject({ settlementTxHash: hash })
  await expect(notePaid(world, other, hash)).rejects.toThrow('belongs to another payment')
  expect(await settle(other)).toMatchObject({ status: 'SETTLED' })
  expect(paidOut()).toBe(20_000_000n)
})

test('a replacement that a restored database does not know pays the redeem that it was noted for, and not its own too', async () => {
  const { ledger } = world.chain
  const [one, other] = [await redeem(), await redeem()]
  ledger.automine = false
  await settle(one)
  expect(ledger.pending).toHaveLength(1)
  backUp()
  ledger.mineEmpty()
  world.clock.pass(60_000)
  await reconcile(world, one)
  ledger.automine = true
  ledger.mine()
  const hash = (await settle(one))?.settlementTxHash ?? '0x'
  expect(paidOut()).toBe(10_000_000n)
  await restore()

  await notePaid(world, other, hash)
  expect(await settle(other)).toMatchObject({ status: 'SETTLED', settlementTxHash: hash })
  expect((await settle(one))?.settlementTxHash).not.toBe(hash)
  expect(await settle(one)).toMatchObject({ status: 'SETTLED' })
  expect(paidOut()).toBe(20_000_000n)
})

test('a payment from elsewhere, noted after the backup, is not paid again once it is noted again', async () => {
  const { ledger, operator } = world.chain
  const holder = ledger.holder(operator.address)
  const id = await redeem()
  holder.stable = 0n
  expect(await settle(id)).toMatchObject({ status: 'SETTLING', waitingFor: 'operator_liquidity' })
  backUp()
  const hash: Hex = `0x${'a1'.repeat(32)}`
  ledger.holder(somebody).stable = 10_000_000n
  const action = { do: 'transfer', to: wallet.address, units: '10000000' } as const
  ledger.take({ hash, sender: somebody, nonce: 0, action, cost: 0n })
  await notePaid(world, id, hash)
  await restore()

  holder.stable = OPERATOR_STABLE
  await notePaid(world, id, hash)
  expect(await settle(id)).toMatchObject({ status: 'SETTLED', settlementTxHash: hash })
  expect(paidOut()).toBe(0n)
})

test('what somebody paid by hand is noted by its hash, although it was seen to come in', async () => {
  const { ledger } = world.chain
  const id = await redeem()
  world.chain.faults.broadcast = () => 'lost'
  await settle(id)
  const { operator } = world.chain
  Object.assign(ledger.holder(operator.address), { wei: 0n, stable: 0n })
  world.chain.operator = world.chain.wallets.create()
  Object.assign(ledger.holder(world.chain.operator.address), { wei: 10n ** 24n, stable: OPERATOR_STABLE })
  Object.assign(world, { memory: createMemory() })

  const hash: Hex = `0x${'a1'.repeat(32)}`
  ledger.holder(somebody).stable = 10_000_000n
  const action = { do: 'transfer', to: wallet.address, units: '10000000' } as const
  ledger.take({ hash, sender: somebody, nonce: 0, action, cost: 0n })
  ledger.mineEmpty()
  await look(world)
  expect((await tester.api.listTransactions({ direction: 'in' })).items).toMatchObject([{ txHash: hash }])

  await notePaid(world, id, hash)
  expect(await settle(id)).toMatchObject({ status: 'SETTLED', settlementTxHash: hash })
})

test('one transfer of the operator’s key, made by hand, pays the redeem that it was noted for and no other', async () => {
  const { ledger, operator } = world.chain
  const holder = ledger.holder(operator.address)
  const [one, other] = [await redeem(), await redeem()]
  holder.stable = 0n
  expect([(await settle(one))?.status, (await settle(other))?.status]).toEqual(['SETTLING', 'SETTLING'])
  holder.stable = 10_000_000n
  const call = world.chain.calls.transferPublic(wallet.address, 10_000_000n)
  const fees = { gas: 1n, maxFee: 1n, priorityFee: 1n }
  const { raw, hash } = await world.chain.sign(operator, { ...call, nonce: holder.nonce, ...fees })
  await world.chain.broadcast(raw)
  await notePaid(world, one, hash)
  holder.stable = OPERATOR_STABLE
  expect(await settle(one)).toMatchObject({ status: 'SETTLED', settlementTxHash: hash })
  expect(await settle(other)).toMatchObject({ status: 'SETTLED' })
  expect(ledger.holder(wallet.address).stable).toBe(60_000_000n)
})

test('what finalized another burn of the same wallet and amount has not paid this one', async () => {
  world.config = { ...world.config, SOTTO_REDEEM_MODE: 'backed' }
  world.chain.faults.unpublished = true
  const id = await redeem()
  await settle(id)
  const { chain } = world
  const { ledger } = chain
  // The owner burns as much with the key that they exported, and finalizes it.
  const sender = wallet.address
  const take = (action: Action, hash: Hex) => {
    ledger.take({ hash, sender, nonce: ledger.holder(sender).nonce, action, cost: 0n })
    ledger.mineEmpty()
  }
  const input = await chain.confidential.encrypt(sender, 10_000_000n)
  take({ do: 'unwrap', handle: input.handle }, `0x${'b'.repeat(64)}`)
  const burn = await chain.receipt(`0x${'b'.repeat(64)}`)
  const hash: Hex = `0x${'c'.repeat(64)}`
  take({ do: 'finalize', request: burn?.unwraps[0]?.request ?? '0x', units: '10000000' }, hash)
  const { block, publicMoves } = (await chain.receipt(hash)) ?? {}
  expect(publicMoves).toMatchObject([{ to: sender, units: 10_000_000n }])
  const { finalized } = chain
  const asked: unknown[][] = []
  chain.finalized = (request, ...where) => {
    asked.push(where)
    return finalized(request, ...where)
  }
  await expect(notePaid(world, id, hash)).rejects.toThrow('finalized another burn')
  expect(asked).toEqual([[block, 0]])

  world.chain.faults.unpublished = false
  const settled = await settle(id)
  expect(settled?.status).toBe('SETTLED')
  expect(settled?.settlementTxHash).not.toBe(hash)
})
