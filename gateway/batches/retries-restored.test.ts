import { expect, test } from 'vitest'
import { Policy } from '#shared/model/policy.ts'
import { atomically } from '../db/database.ts'
import { setPolicy } from '../policies/store.ts'
import { walletWithMoney } from '../testing/test-world.ts'
import {
  backUp,
  begin,
  keepFor,
  restore,
  setUpEach,
  tester,
  wallet,
  world,
} from '../transactions/rebuilding/restore-fixture.ts'
import { round as workerRound } from '../transactions/worker.ts'
import { addressOf, settled } from './batches-fixture.ts'
import { round } from './run/run-batches.ts'

setUpEach()

const rowsFrom = (walletId: string) => [
  { walletId, amount: '5', to: addressOf(0) },
  { walletId, amount: '0.02', to: addressOf(1) },
]
const received = () => [0, 1].map((index) => world.chain.ledger.confidentialOf(addressOf(index)))
const setLimit = (policy: Policy | null) =>
  atomically(world.db, (db) => setPolicy(db, world.keys, 'account', tester.accountId, policy))

async function payAll(): Promise<void> {
  for (let rounds = 0; rounds < 5; rounds++) {
    await round(world)
    await settled(world)
    world.clock.pass(2_000)
    await workerRound(world)
  }
}

/** A batch whose first row a policy has refused, which is gone by now. */
async function withFailedRow(): Promise<string> {
  await begin('float', 'tags')
  await setLimit(Policy.parse({ maxPerPayment: '1' }))
  const { id } = (await tester.api.createBatch({ rows: rowsFrom(wallet.id) })).batch
  await tester.api.startBatch({ id })
  await payAll()
  await setLimit(null)
  return id
}

test('a retry that a restore has forgotten is made again, and is the payment that it was', async () => {
  const id = await withFailedRow()
  await backUp()
  await tester.api.retryBatch({ id })
  await payAll()
  await restore()
  await keepFor(3)
  await tester.api.retryBatch({ id })
  await payAll()
  expect((await tester.api.getBatch({ id })).batch).toMatchObject({
    status: 'DONE',
    progress: [
      { status: 'SETTLED', rows: 2 },
      { status: 'FAILED', rows: 1 },
    ],
  })
  expect(received()).toEqual([5_000_000n, 20_000n])
})

test('nothing is retried that a batch of another wallet has paid, which a restore has forgotten', async () => {
  const id = await withFailedRow()
  const other = await walletWithMoney(tester)
  await backUp()
  const { batch } = await tester.api.createBatch({ rows: rowsFrom(other.id).slice(0, 1) })
  await tester.api.startBatch({ id: batch.id })
  await payAll()
  await restore()
  const retry = () => tester.api.retryBatch({ id }).catch(({ code }: { code: string }) => code)
  await expect.poll(retry).not.toBe('reconciling')
  expect(await retry()).toBe('batch_conflict')
  expect(received()).toEqual([5_000_000n, 20_000n])
})
