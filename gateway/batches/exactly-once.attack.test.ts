import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { Policy } from '#shared/model/policy.ts'
import { createApp } from '../app.ts'
import type { Sent } from '../chain/fake/ledger.ts'
import { copySqlite } from '../db/copy.ts'
import { atomically, type Database } from '../db/database.ts'
import { openSqlite } from '../db/sqlite.ts'
import { noteRestore } from '../legs/reconciling/restores-store.ts'
import { setPolicy } from '../policies/store.ts'
import {
  createTester,
  createTestWorld,
  type Tester,
  type TestWorld,
  testerOf,
  walletWithMoney,
} from '../testing/test-world.ts'
import { reconcileAtStart } from '../transactions/rebuilding/keep-reconciling-fixture.ts'
import { round as workerRound } from '../transactions/worker.ts'
import { createLocks } from '../world/locks.ts'
import { createMemory } from '../world/memory.ts'
import { createSingleFlight } from '../world/single-flight.ts'
import { addressOf, settled } from './batches-fixture.ts'
import { round } from './run/run-batches.ts'

const ROWS = 12
/** A payment passes so many steps at most until it is sent and its verdict written. */
const STEPS = 8

class Killed extends Error {}
const DEAD = new Proxy({} as Database, {
  get() {
    throw new Killed()
  },
})

let folder: string
let data: Database
afterEach(async () => {
  await data.destroy()
  rmSync(folder, { recursive: true })
})

async function stage() {
  folder = mkdtempSync(join(tmpdir(), 'sotto-batches-'))
  let file = join(folder, 'now.db')
  const world = await createTestWorld(
    { SOTTO_LIMIT_WRITES: '100000', SOTTO_LIMIT_READS: '100000', SOTTO_RECEIPT_WAIT_MS: '0' },
    file,
  )
  data = world.db as Database
  let tester = await createTester(world)
  const wallet = await walletWithMoney(tester)
  const rows = Array.from({ length: ROWS }, (_, index) => ({
    walletId: wallet.id,
    amount: '0.01',
    to: addressOf(index),
  }))
  const begin = async (isAway = false) => {
    await data.destroy()
    data = openSqlite(file)
    const reborn = { memory: createMemory(), locks: createLocks(), singleFlight: createSingleFlight() }
    Object.assign(world, { db: data, step() {}, ...reborn })
    tester = testerOf(tester, createApp(world))
    if (!isAway) await reconcileAtStart(world, 'none')
  }
  return {
    world,
    api: () => tester.api,
    accountId: tester.accountId,
    rows,
    begin,
    backUp() {
      const backup = join(folder, `${world.newId()}.db`)
      copySqlite(file, backup)
      return backup
    },
    /** `isAway`: the gateway starts while the chain cannot be asked. */
    async restore(backup: string, isAway = false) {
      file = join(folder, `${world.newId()}.db`)
      copySqlite(backup, file)
      await begin(isAway)
    },
  }
}

async function aRound(world: TestWorld): Promise<void> {
  await round(world)
  await settled(world)
  world.clock.pass(20_000)
  await workerRound(world)
}

async function runToEnd(world: TestWorld, api: () => Tester['api'], id: string) {
  for (let rounds = 0; rounds < 100; rounds++) {
    await aRound(world)
    const { batch } = await api().getBatch({ id })
    if (batch.status === 'DONE') return batch
  }
  throw new Error('the batch does not end')
}

/** Ends the process at its so-many-th step: nothing is written any more. */
function dieAt(world: TestWorld, count: number): () => boolean {
  let left = count
  world.step = () => {
    if (left-- !== 0) return
    world.db = DEAD
    throw new Killed()
  }
  return () => left < 0
}

function requirePaidOnce(world: TestWorld): void {
  for (let index = 0; index < ROWS; index++) expect(world.chain.ledger.confidentialOf(addressOf(index))).toBe(10_000n)
}

test('killed between any two steps, each row is paid exactly once', async () => {
  const { world, api, rows, begin } = await stage()
  const { id } = (await api().createBatch({ rows }, { idempotencyKey: 'payroll' })).batch
  await api().startBatch({ id })
  let kills = 0
  for (let step = 0; step < STEPS; step++) {
    const isDead = dieAt(world, step)
    // The first round proves.
    for (let rounds = 0; rounds < 3 && !isDead(); rounds++) await aRound(world).catch(() => undefined)
    await settled(world)
    if (isDead()) kills++
    await begin()
  }
  expect(kills).toBeGreaterThan(STEPS / 2)
  expect((await runToEnd(world, api, id)).progress).toMatchObject([{ status: 'SETTLED', rows: ROWS }])
  requirePaidOnce(world)
})

test.each(['before it was made', 'before it was started', 'while it ran'] as const)(
  'restored from a backup %s, and asked for again, each row is paid exactly once',
  async (when) => {
    const { world, api, rows, backUp, restore } = await stage()
    let backup = backUp()
    const make = async () => (await api().createBatch({ rows }, { idempotencyKey: 'payroll' })).batch.id
    const id = await make()
    if (when === 'before it was started') backup = backUp()
    await api().startBatch({ id })
    await aRound(world)
    if (when === 'while it ran') backup = backUp()
    await runToEnd(world, api, id)
    requirePaidOnce(world)
    await restore(backup)
    expect(await make()).toBe(id)
    await api().startBatch({ id })
    const batch = await runToEnd(world, api, id)
    expect(batch.progress).toMatchObject([{ status: 'SETTLED', rows: ROWS }])
    requirePaidOnce(world)
    const { items } = await api().listBatchRows({ id })
    const { transaction } = await api().getTransaction({ id: items[0]?.transactionId ?? '' })
    expect(transaction.batchId).toBe(id)
  },
)

test('restored from a backup before it was made, and asked for again in another order, no row takes the payment of another', async () => {
  const { world, api, rows, backUp, restore } = await stage()
  const backup = backUp()
  const { id } = (await api().createBatch({ rows }, { idempotencyKey: 'payroll' })).batch
  await api().startBatch({ id })
  await runToEnd(world, api, id)
  await restore(backup)
  const again = (await api().createBatch({ rows: rows.toReversed() }, { idempotencyKey: 'payroll' })).batch
  await aRound(world)
  const { batch } = await api().getBatch({ id: again.id })
  expect(batch.progress).toMatchObject([{ status: 'WAITING', rows: ROWS }])
  // A person who starts it all the same has read that each was paid.
  expect(batch.report.duplicates).toBe(ROWS)
  requirePaidOnce(world)
})

test('what a restore had forgotten and a person cancelled is shown as paid once it has come back', async () => {
  const { world, api, rows, backUp, restore } = await stage()
  const { id } = (await api().createBatch({ rows }, { idempotencyKey: 'payroll' })).batch
  const backup = backUp()
  await api().startBatch({ id })
  await runToEnd(world, api, id)
  await restore(backup)
  await api().cancelBatch({ id })
  for (let rounds = 0; rounds < 5; rounds++) await aRound(world)
  // What asks for the wallet's nonces finds them.
  await api()
    .transfer({ walletId: rows[0]?.walletId ?? '', amount: '1', to: addressOf(99) })
    .catch(() => undefined)
  for (let rounds = 0; rounds < 5; rounds++) await aRound(world)
  const { batch } = await api().getBatch({ id })
  expect([batch.status, batch.progress]).toEqual([
    'CANCELLED',
    [{ status: 'SETTLED', rows: ROWS, amounts: [{ token: 'cSTABLE', amount: '0.12' }] }],
  ])
  requirePaidOnce(world)
})

/** From now on no payment of the account passes by its policy. */
const allowNothing = (world: TestWorld, accountId: string) =>
  atomically(world.db, (db) => setPolicy(db, world.keys, 'account', accountId, Policy.parse({ verbs: [] })))

describe('what a restore had forgotten and a policy would refuse by now', () => {
  /**
   * A batch that was paid after the backup, in which it had just been started. `away`: the gateway cannot ask the chain from the
   * restore on. `hidden`: the nodes show none of its payments before the test mines them.
   */
  async function forgotten(by: 'away' | 'hidden') {
    const { world, api, rows, backUp, restore, accountId } = await stage()
    const lost: Sent[] = []
    const { id } = (await api().createBatch({ rows }, { idempotencyKey: 'payroll' })).batch
    await api().startBatch({ id })
    const backup = backUp()
    if (by === 'hidden')
      world.chain.faults.broadcast = (sent) => {
        lost.push(sent)
        return 'lost'
      }
    for (let rounds = 0; rounds < 5; rounds++) await aRound(world)
    delete world.chain.faults.broadcast
    world.chain.faults.chainAway = by === 'away'
    await restore(backup, by === 'away')
    // A machine that was put back says nothing of it.
    if (by === 'hidden') await noteRestore(world.db, world.clock.now())
    await allowNothing(world, accountId)
    return { world, api, id, lost, accountId }
  }
  const progressOf = async ({ api, id }: Awaited<ReturnType<typeof forgotten>>) =>
    (await api().getBatch({ id })).batch.progress.map(({ status, rows }) => [status, rows])

  test('waits while the chain cannot be asked, and is shown as paid', async () => {
    const scene = await forgotten('away')
    for (let rounds = 0; rounds < 3; rounds++) await aRound(scene.world).catch(() => undefined)
    expect(await progressOf(scene)).toEqual([['WAITING', ROWS]])
    scene.world.chain.faults.chainAway = false
    for (let rounds = 0; rounds < 8; rounds++) {
      await aRound(scene.world)
      expect((await progressOf(scene)).map(([status]) => status)).not.toContain('FAILED')
    }
    expect(await progressOf(scene)).toEqual([['SETTLED', ROWS]])
    requirePaidOnce(scene.world)
  })

  test('is not tried again while a pool may hold it, and its rows say so once it is mined', async () => {
    const scene = await forgotten('hidden')
    const { world, api, id, lost } = scene
    await runToEnd(world, api, id)
    expect(await progressOf(scene)).toEqual([['FAILED', ROWS]])
    await atomically(world.db, (db) => setPolicy(db, world.keys, 'account', scene.accountId, null))
    await expect(api().retryBatch({ id })).rejects.toMatchObject({ code: 'reconciling' })
    for (const sent of lost) world.chain.ledger.take(sent)
    await expect(api().retryBatch({ id })).rejects.toMatchObject({ code: 'reconciling' })
    for (let rounds = 0; rounds < 5; rounds++) await aRound(world)
    expect(await progressOf(scene)).toEqual([['SETTLED', ROWS]])
    requirePaidOnce(world)
  })
})
