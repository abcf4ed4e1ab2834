import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createApp } from '../../app.ts'
import { copySqlite } from '../../db/copy.ts'
import { openSqlite } from '../../db/sqlite.ts'
import { catchUp } from '../../legs/reconciling/catch-up.ts'
import { listStrangers } from '../../legs/reconciling/finds/unattributed-store.ts'
import { legsOf } from '../../legs/store.ts'
import {
  createTester,
  createTestWorld,
  type Tester,
  type TestWorld,
  testerOf,
  walletWithMoney,
} from '../../testing/test-world.ts'
import { createLocks } from '../../world/locks.ts'
import { createMemory } from '../../world/memory.ts'
import { reconcile } from '../reconcile.ts'
import { findTransaction } from '../store.ts'
import { adoptPayout } from './adopt-payout.ts'

/** Two redeems of one amount were paid after the backup that was restored: either payout could be either one's. */
const OPERATOR_STABLE = 1_000_000_000n

let folder: string
let world: TestWorld
let tester: Tester
let wallet: { id: string }

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sotto-adopt-'))
  const settings = { SOTTO_REDEEM_MODE: 'float', SOTTO_LIMIT_WRITES: '100000' }
  world = await createTestWorld(settings, join(folder, 'now.db'))
  world.chain.ledger.holder(world.chain.operator.address).stable = OPERATOR_STABLE
  tester = await createTester(world)
  wallet = await walletWithMoney(tester)
})
afterEach(async () => {
  await world.db.destroy()
  rmSync(folder, { recursive: true })
})

async function redeem(): Promise<string> {
  const answer = await tester.ask('POST', '/redeem', { walletId: wallet.id, amount: '10' })
  const { data } = (await answer.json()) as { data: { transaction: { id: string } } }
  return data.transaction.id
}

async function settle(id: string) {
  for (let looks = 0; looks < 4; looks++) {
    world.clock.pass(4_000)
    await reconcile(world, id)
  }
}

const paidOut = () => OPERATOR_STABLE - world.chain.ledger.holder(world.chain.operator.address).stable

async function twoPaidAndForgotten() {
  const [one, other] = [await redeem(), await redeem()]
  copySqlite(join(folder, 'now.db'), join(folder, 'backup.db'))
  await settle(one)
  await settle(other)
  expect(paidOut()).toBe(20_000_000n)
  await world.db.destroy()
  Object.assign(world, { db: openSqlite(join(folder, 'backup.db')), locks: createLocks(), memory: createMemory() })
  tester = testerOf(tester, createApp(world))
  await catchUp(world, world.chain.operator.address)
  return { one, other }
}

const unattributed = async () => (await listStrangers(world.db, world.keys)).map(({ hash }) => hash)

test('two looks at one redeem at once make one payout its own, and leave the other one’s', async () => {
  const { one, other } = await twoPaidAndForgotten()
  expect(await unattributed()).toHaveLength(2)
  const transaction = await findTransaction(world.db, world.keys, one)
  const [first] = await legsOf(world.db, world.keys, one)
  if (transaction === undefined || first === undefined) throw new Error('the redeem is not in the backup')

  const adopted = await Promise.all([1, 2].map(() => adoptPayout(world, transaction, first)))
  expect(adopted.filter((hash) => hash !== undefined)).toHaveLength(1)
  expect((await legsOf(world.db, world.keys, one)).map(({ kind }) => kind)).toEqual(['transfer', 'payout'])
  expect(await unattributed()).toHaveLength(1)

  await settle(one)
  await settle(other)
  expect(paidOut()).toBe(20_000_000n)
})

test('a look that began before a person noted the redeem as paid makes nothing its own', async () => {
  const { one } = await twoPaidAndForgotten()
  const transaction = await findTransaction(world.db, world.keys, one)
  const [first] = await legsOf(world.db, world.keys, one)
  if (transaction === undefined || first === undefined) throw new Error('the redeem is not in the backup')
  const [hash] = await unattributed()
  await world.db
    .updateTable('transactions')
    .set({ paidBy: hash ?? null })
    .where('id', '=', one)
    .execute()

  expect(await adoptPayout(world, transaction, first)).toBeUndefined()
  expect(await unattributed()).toHaveLength(2)
})
