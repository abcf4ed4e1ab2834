import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Address, Hex } from '#shared/model/ids.ts'
import { ChainUnavailable } from '../chain/port.ts'
import { forgetAttempts } from '../legs/attempts-store.ts'
import { observeLeg } from '../legs/evidence/observe-leg.ts'
import { legsOf } from '../legs/store.ts'
import { createTester, createTestWorld, type Tester, type TestWorld, walletWithMoney } from '../testing/test-world.ts'
import { look } from './arrivals/look-fixture.ts'
import { scannedBlocks } from './arrivals/position-store.ts'
import { reconcile } from './reconcile.ts'
import { findTransaction } from './store.ts'
import { round } from './worker.ts'

let world: TestWorld
let tester: Tester
let wallet: { id: string; address: Address }

async function begin(mode: string, settings = {}) {
  const limits = { SOTTO_LIMIT_WRITES: '100000', SOTTO_LIMIT_READS: '100000' }
  world = await createTestWorld({ ...limits, SOTTO_REDEEM_MODE: mode, ...settings })
  ledger().holder(world.chain.operator.address).stable = 100_000_000n
  tester = await createTester(world)
  wallet = await walletWithMoney(tester)
}

const ledger = () => world.chain.ledger
const holder = () => ledger().holder(wallet.address)

async function read(id: string) {
  world.clock.pass(1_100)
  return (await tester.api.getTransaction({ id })).transaction
}

async function settledRedeem(): Promise<string> {
  const { id } = (await tester.api.redeem({ walletId: wallet.id, amount: '10' })).transaction
  expect((await read(id)).status).toBe('SETTLED')
  return id
}

/** The worker alone. */
async function work() {
  for (let rounds = 0; rounds < 10; rounds++) {
    world.clock.pass(60_000)
    ledger().mineEmpty()
    await look(world)
    await round(world)
  }
}

test.each(['float', 'backed'])(
  'a settled redeem is paid again where no client reads it, and the clock is two days ahead, %s',
  async (mode) => {
    await begin(mode)
    const id = await settledRedeem()
    await look(world)
    ledger().rollback(1)
    world.clock.pass(48 * 3_600_000)
    await work()
    expect(holder().stable).toBe(50_000_000n)
    expect(await read(id)).toMatchObject({ status: 'SETTLED', waitingFor: null })
  },
)

test('a settled redeem is paid again where a payout above it has its nonce cancelled, since its burn is gone for a while', async () => {
  await begin('float')
  const id = await settledRedeem()
  await look(world)
  ledger().rollback(2)
  world.clock.pass(60_000)
  const other = await createTester(world, {}, tester.app)
  const theirs = (await other.api.createWallet({ type: 'custodial' })).wallet
  await other.api.fund({ walletId: theirs.id }).catch(() => undefined)
  await work()
  expect([holder().stable, ledger().confidentialOf(wallet.address)]).toEqual([50_000_000n, 50_000_000n])
  expect(await read(id)).toMatchObject({ status: 'SETTLED', waitingFor: null })
})

test('a settled redeem is paid again where a process ends after it has seen that a leg is gone, and before the payment says so', async () => {
  await begin('float')
  const id = await settledRedeem()
  ledger().rollback(1)
  const transaction = await findTransaction(world.db, world.keys, id)
  if (transaction === undefined) throw new Error('no transaction')
  for (const leg of await legsOf(world.db, world.keys, id)) await observeLeg(world, transaction, leg)
  world.clock.pass(48 * 3_600_000)
  await round(world)
  expect(holder().stable).toBe(50_000_000n)
})

test('a node that still shows a payment in a block that is gone holds the scan up, not for longer than it does', async () => {
  await begin('float')
  const id = await settledRedeem()
  await look(world)
  const { receipt, block } = world.chain
  const [, payout] = await legsOf(world.db, world.keys, id)
  ledger().rollback(1)
  for (let blocks = 0; blocks < 3; blocks++) ledger().mineEmpty()
  world.chain.receipt = async () => {
    throw new ChainUnavailable('away')
  }
  await look(world)
  expect((await scannedBlocks(world.db, 1))[0]?.number).toBeLessThan(payout?.blockNumber ?? 0)
  Object.assign(world.chain, { receipt, block })
  await work()
  expect(holder().stable).toBe(50_000_000n)
  expect((await scannedBlocks(world.db, 1))[0]?.number).toBeGreaterThan(payout?.blockNumber ?? 0)
})

test('one whose row was altered in the database does not', async () => {
  await begin('float')
  const id = await settledRedeem()
  await look(world)
  ledger().rollback(1)
  await sql`update transactions set amount = 'altered' where id = ${id}`.execute(world.db)
  await work()
  expect((await scannedBlocks(world.db, 1))[0]?.number).toBe(ledger().block)
})

test('a payout that reverts when it is mined again is owed, though the chain is away right after that is seen', async () => {
  await begin('float')
  const id = await settledRedeem()
  await look(world)
  ledger().rollback(1)
  world.clock.pass(48 * 3_600_000)
  const [, payout] = await legsOf(world.db, world.keys, id)
  const sent = ledger().seen(payout?.minedHash as `0x${string}`)
  if (sent === undefined) throw new Error('no payout')
  ledger().holder(world.chain.operator.address).stable = 0n
  ledger().take(sent)
  ledger().holder(world.chain.operator.address).stable = 100_000_000n
  const { receipt } = world.chain
  let away = false
  // Away from the moment at which the leg is seen to have reverted.
  const { revertReason } = world.chain
  world.chain.revertReason = async (...asked) => {
    away = true
    return revertReason.call(world.chain, ...asked)
  }
  world.chain.receipt = async (...asked) => {
    if (away) throw new ChainUnavailable('away')
    return receipt.call(world.chain, ...asked)
  }
  await look(world)
  expect((await legsOf(world.db, world.keys, id)).map(({ state }) => state)).toEqual(['confirmed', 'reverted'])
  away = false
  Object.assign(world.chain, { receipt, revertReason })
  await work()
  expect(holder().stable).toBe(50_000_000n)
})

test('a payment that settles while the scan is between its list and the block is looked at', async () => {
  await begin('float')
  await look(world)
  const { id } = (await tester.api.redeem({ walletId: wallet.id, amount: '10' })).transaction
  const known = new Set(ledger().mined.keys())
  world.chain.faults.lie = (hash, truth) => (known.has(hash) ? truth : undefined)
  await read(id)
  expect(holder().stable).toBe(50_000_000n)
  const at = ledger().block
  const { block } = world.chain
  let asked = 0
  world.chain.block = async (...args) => {
    if (args[0] === at && asked++ === 0) {
      world.chain.block = block
      delete world.chain.faults.lie
      expect((await read(id)).status).toBe('SETTLED')
      ledger().rollback(1)
      ledger().mineEmpty()
    }
    return block.call(world.chain, ...args)
  }
  await look(world)
  expect(asked).toBe(1)
  world.clock.pass(48 * 3_600_000)
  await work()
  expect(holder().stable).toBe(50_000_000n)
})

test('a payment whose amount is opened only after the scan has passed its block, which is gone, is looked at', async () => {
  await begin('float', { SOTTO_AMOUNTS: 'decrypted' })
  const to = await walletWithMoney(tester)
  await look(world)
  const before = ledger().confidentialOf(to.address)
  const { confidential } = world.chain
  const { decrypt } = confidential
  ledger().automine = false
  const { id } = (await tester.api.transfer({ walletId: wallet.id, amount: '1', to: to.address })).transaction
  ledger().mine()
  ledger().automine = true
  const [opening, asked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  confidential.decrypt = async (...args) => {
    const opened = await decrypt.apply(confidential, args)
    asked.resolve()
    await opening.promise
    return opened
  }
  const looking = reconcile(world, id)
  await asked.promise
  ledger().rollback(1)
  for (let blocks = 0; blocks < 2; blocks++) ledger().mineEmpty()
  await look(world).catch(() => undefined)
  opening.resolve()
  await looking
  world.clock.pass(48 * 3_600_000)
  await work()
  expect(ledger().confidentialOf(to.address)).toBe(before + 1_000_000n)
})

test('one whose signed bytes were altered in the database does not hold up the scan', async () => {
  await begin('float')
  const id = await settledRedeem()
  await look(world)
  ledger().rollback(1)
  await sql`update attempts set raw = 'altered' where leg_id in (select id from legs where transaction_id = ${id})`.execute(
    world.db,
  )
  await work()
  expect((await scannedBlocks(world.db, 1))[0]?.number).toBe(ledger().block)
})

test('one whose bytes were forgotten does not hold up the scan', async () => {
  await begin('float')
  const id = await settledRedeem()
  await look(world)
  ledger().rollback(1)
  const hashes = (await legsOf(world.db, world.keys, id)).map(({ minedHash }) => minedHash as Hex)
  await forgetAttempts(world.db, world.keys, hashes, world.clock.now())
  for (let blocks = 0; blocks < 3; blocks++) ledger().mineEmpty()
  await look(world)
  expect((await scannedBlocks(world.db, 1))[0]?.number).toBe(ledger().block)
})
