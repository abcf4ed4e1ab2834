import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Detour, detourTo } from '../../testing/postgres/cut.ts'
import { newDatabase, openMade } from '../../testing/postgres/databases.ts'
import { createTester, createTestWorld, type TestWorld, walletWithMoney } from '../../testing/test-world.ts'
import { atomically, cannotWrite, type Database, DatabaseGone } from '../database.ts'
import { openKeyring } from '../sealed/open-keyring.ts'
import { createLeases } from './leases/leases.ts'
import { openPostgres } from './open.ts'

let detour: Detour
/** By the detour. */
let db: Database
let beside: Database

beforeEach(async () => {
  const url = await newDatabase()
  detour = await detourTo(url)
  db = openPostgres(detour.url)
  beside = openMade(url)
})
afterEach(async () => {
  await db.destroy()
  await detour.close()
})

const insert = (id: string) =>
  atomically(db, async (trx) => {
    await trx.insertInto('loginAttempts').values({ id, who: 'x', at: 1 }).execute()
    return id
  })
const stored = async () => (await beside.selectFrom('loginAttempts').select('id').execute()).map(({ id }) => id)

test('a commit under a lease whose answer was lost counts as what it was', async () => {
  const made = await createLeases(db).run('float', () => {
    detour.loseNextCommit()
    return insert('paid')
  })
  expect([made, detour.lost(), await stored()]).toEqual(['paid', 1, ['paid']])
})

test('any other whose answer was lost is refused as a database that cannot be written to, and is not done again', async () => {
  detour.loseNextCommit()
  const error = await insert('once').catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(DatabaseGone)
  expect([cannotWrite(error), await stored()]).toEqual([true, ['once']])
})

test('a server that is not there is told from a refusal', async () => {
  await detour.close()
  const error = await stored()
    .then(() => insert('never'))
    .catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(DatabaseGone)
  detour = await detourTo(detour.url)
})

test('a payment whose commit a pooler lost the server of is made, and not refused', async () => {
  const world: TestWorld = {
    ...(await createTestWorld()),
    db,
    locks: createLeases(db),
    keys: await openKeyring(beside, new Uint8Array(32)),
  }
  const tester = await createTester(world)
  const wallet = await walletWithMoney(tester)
  const to = world.chain.wallets.create().address
  const before = world.chain.broadcasts.length
  const { run } = world.locks
  // The first commit under this lease is the payment's.
  world.locks.run = (name, work) => {
    if (name.startsWith('sender:')) detour.loseNextCommitBehindPooler()
    return run(name, work)
  }
  const { transaction } = await tester.api.transfer({ walletId: wallet.id, to, amount: '1', token: 'STABLE' })
  const stored = await beside.selectFrom('transactions').select('id').where('toAddress', '=', to).execute()
  expect([detour.lost(), stored, world.chain.broadcasts.length - before]).toEqual([1, [{ id: transaction.id }], 1])
})

test('what became of a commit stays unknown where a successor has not come as far', async () => {
  const hurried = openPostgres(detour.url, { answerMs: 3_000 })
  detour.forgetTransactions()
  const told = createLeases(hurried).run('float', () => {
    detour.loseNextCommit()
    return atomically(hurried, (trx) => trx.insertInto('loginAttempts').values({ id: 'x', who: 'x', at: 1 }).execute())
  })
  await expect(told).rejects.toBeInstanceOf(DatabaseGone)
  await hurried.destroy()
})
