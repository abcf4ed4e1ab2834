import { beforeEach } from 'vitest'
import type { NewBatch } from '#shared/api/batches.ts'
import type { Batch } from '#shared/model/batch.ts'
import type { Address } from '#shared/model/ids.ts'
import { createTester, createTestWorld, type Tester, type TestWorld, walletWithMoney } from '../testing/test-world.ts'
import { round as workerRound } from '../transactions/worker.ts'
import type { World } from '../world/world.ts'
import { begunIn } from './run/lane.ts'
import { round } from './run/run-batches.ts'

// Set-up of the tests beside this. Its bindings are live: each test finds its own world in them.
export let world: TestWorld
export let alice: Tester
export let wallet: { id: string; address: Address }

/** Of digits alone: its checksum changes nothing. */
export const addressOf = (index: number): Address => `0x${String(index + 10_000).padStart(40, '1')}`

/** The set-up of each test of the file that calls it: a wallet with 40 STABLE and 60 cSTABLE. */
export function setUpEach(settings: Record<string, string> = {}): void {
  beforeEach(async () => {
    world = await createTestWorld({ SOTTO_LIMIT_WRITES: '100000', SOTTO_LIMIT_READS: '100000', ...settings })
    alice = await createTester(world)
    wallet = await walletWithMoney(alice)
  })
}

/** So many rows of a hundredth of a cSTABLE each, to one address each. */
export const rowsTo = (count: number, amount = '0.01') =>
  Array.from({ length: count }, (_, index) => ({
    walletId: wallet.id,
    amount,
    to: addressOf(index),
    externalId: `row-${index + 1}`,
  }))

export const draft = async (input: Partial<NewBatch>, idempotencyKey?: string): Promise<Batch> =>
  (await alice.api.createBatch(input as NewBatch, idempotencyKey === undefined ? {} : { idempotencyKey })).batch

export const read = async (id: string): Promise<Batch> => (await alice.api.getBatch({ id })).batch
export const rowsOf = async (id: string) => (await alice.api.listBatchRows({ id, pageSize: 100 })).items
export const start = async (id: string) => (await alice.api.startBatch({ id, skipFlaws: true })).batch

/** Resolves once all that a round has begun has an outcome. */
export async function settled(on: World): Promise<void> {
  await Promise.all(begunIn(on))
}

/** Rounds of the worker until nothing of a batch is under way, at most so many. */
export async function runUntil(id: string, until: (batch: Batch) => boolean, on: World = world): Promise<Batch> {
  for (let rounds = 0; rounds < 200; rounds++) {
    await round(on)
    await settled(on)
    world.clock.pass(2_000)
    await workerRound(on)
    const batch = await read(id)
    if (until(batch)) return batch
  }
  throw new Error('the batch does not get there')
}

export const runToEnd = (id: string) => runUntil(id, ({ status }) => status === 'DONE')

/** How many rows of a batch have a status, by its sums. */
export const count = (batch: Batch, status: string) => batch.progress.find((one) => one.status === status)?.rows ?? 0
