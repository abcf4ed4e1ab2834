import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect } from 'vitest'
import type { Address } from '#shared/model/ids.ts'
import { createApp } from '../../app.ts'
import { copySqlite } from '../../db/copy.ts'
import { openSqlite } from '../../db/sqlite.ts'
import { listStrangers } from '../../legs/reconciling/finds/unattributed-store.ts'
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

// Set-up of the tests beside this. Its bindings are live: each test finds its own world in them.
export const elsewhere: Address = `0x${'1'.repeat(40)}`
export const OPERATOR_STABLE = 1_000_000_000n
let folder: string
export let world: TestWorld
export let tester: Tester
export let wallet: { id: string; address: Address }

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sotto-restored-'))
})

afterEach(async () => {
  await world.db.destroy()
  rmSync(folder, { recursive: true })
})

export async function begin(mode: 'backed' | 'float' = 'float') {
  const settings = { SOTTO_REDEEM_MODE: mode, SOTTO_LIMIT_WRITES: '100000', SOTTO_LIMIT_READS: '100000' }
  world = await createTestWorld(settings, join(folder, 'now.db'))
  world.chain.ledger.holder(world.chain.operator.address).stable = OPERATOR_STABLE
  tester = await createTester(world)
  wallet = await walletWithMoney(tester)
}

export const backUp = () => copySqlite(join(folder, 'now.db'), join(folder, 'backup.db'))

/** The database as it was, in a process of its own; the chain as it is. */
export async function restore() {
  await world.db.destroy()
  const db = openSqlite(join(folder, 'backup.db'))
  Object.assign(world, { db, locks: createLocks(), memory: createMemory() })
  tester = testerOf(tester, createApp(world))
}

/** What was sent before the restore, and no pool shows. */
export async function forgotten(send: () => Promise<unknown>) {
  const { ledger } = world.chain
  ledger.automine = false
  await send()
  const hidden = ledger.pending.splice(0)
  expect(hidden).toHaveLength(1)
  await restore()
  return () => {
    ledger.automine = true
    for (const sent of hidden.splice(0)) ledger.take(sent)
  }
}

export async function call(method: string, path: string, body?: unknown, key?: string) {
  const answer = await tester.ask(method, path, body, key === undefined ? {} : { 'idempotency-key': key })
  const json = (await answer.json()) as { data?: { transaction: Row }; error?: { code: string; message: string } }
  return { status: answer.status, error: json.error, transaction: json.data?.transaction }
}

export type Row = {
  id: string
  status: string
  amount: string
  txHash: string
  settlementTxHash: string
  waitingFor: string | null
}

export const redeem = (amount: string, key?: string) => call('POST', '/redeem', { walletId: wallet.id, amount }, key)

export const transfer = (amount: string, key?: string, token = 'cSTABLE') =>
  call('POST', '/transfer', { walletId: wallet.id, amount, token, to: elsewhere }, key)

export async function read(id: string, times = 4) {
  for (let reads = 0; reads < times; reads++) {
    world.clock.pass(4_000)
    await call('GET', `/transactions/${id}`)
  }
  return (await call('GET', `/transactions/${id}`)).transaction
}

export const unattributed = () => listStrangers(world.db, world.keys)
