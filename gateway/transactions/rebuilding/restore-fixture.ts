import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect } from 'vitest'
import type { Address, Hex } from '#shared/model/ids.ts'
import { createApp } from '../../app.ts'
import type { Sent } from '../../chain/fake/ledger.ts'
import { copySqlite } from '../../db/copy.ts'
import { openSqlite } from '../../db/sqlite.ts'
import { listAllUnattributed } from '../../legs/reconciling/unattributed/lists-store.ts'
import { type Tag, withTag } from '../../legs/tags/tag.ts'
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
import { keepReconciling } from './keep-reconciling.ts'

// Set-up of the tests beside this. Its bindings are live: each test finds its own world in them.
export const elsewhere: Address = `0x${'1'.repeat(40)}`
export const OPERATOR_STABLE = 1_000_000_000n
let folder: string
export let world: TestWorld
export let tester: Tester
export let wallet: { id: string; address: Address }

/** The set-up of each test of the file that calls it. */
export function setUpEach(): void {
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sotto-restored-'))
  })
  afterEach(async () => {
    await world.db.destroy()
    rmSync(folder, { recursive: true })
  })
}

/** `signs`: as a version before tags, whose payments are in doubt; or with tags, as ever since. */
export async function begin(mode: 'backed' | 'float' = 'float', signs: 'without tags' | 'tags' = 'without tags') {
  const settings = { SOTTO_REDEEM_MODE: mode, SOTTO_LIMIT_WRITES: '100000', SOTTO_LIMIT_READS: '100000' }
  world = await createTestWorld(settings, join(folder, 'now.db'))
  world.chain.ledger.holder(world.chain.operator.address).stable = OPERATOR_STABLE
  tester = await createTester(world)
  wallet = await walletWithMoney(tester)
  world.chain.faults.untagged = signs === 'without tags'
}

export const backUp = () => copySqlite(join(folder, 'now.db'), join(folder, 'backup.db'))

/** The database as it was, in a process of its own; the chain as it is. */
export async function restore() {
  await world.db.destroy()
  const db = openSqlite(join(folder, 'backup.db'))
  Object.assign(world, { db, locks: createLocks(), memory: createMemory() })
  tester = testerOf(tester, createApp(world))
}

/** A payment that was sent before the restore, and that no pool shows. */
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
  const { data, error } = (await answer.json()) as { data?: Named; error?: { code: string; message: string } & Details }
  return { status: answer.status, error, transaction: data?.transaction ?? error?.details?.transaction }
}

type Named = { transaction?: Row }
type Details = { details?: Named }

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

export const unattributed = () => listAllUnattributed(world.db, world.keys)

export const sentAs = (hash: string | null | undefined) => world.chain.ledger.seen(hash as Hex) as Sent

/** What the operator has paid out of its float. */
export const paidOut = () => OPERATOR_STABLE - world.chain.ledger.holder(world.chain.operator.address).stable

/** Signs a burn, or a confidential transfer, with a key of this gateway's, past its database, and sends it. */
export async function outside(from: Address, units: bigint, to?: Address): Promise<Hex> {
  const { ledger, operator, calls } = world.chain
  const { nonce } = ledger.holder(from)
  const input = { handle: ledger.ciphertexts.encrypt(units), proof: '0x' } as const
  const call = to === undefined ? calls.unwrap(from, input) : calls.transferConfidential(to, input)
  const signer = { address: from, key: operator.key }
  const { raw, hash } = await world.chain.sign(signer, { ...call, nonce, gas: 1n, maxFee: 1n, priorityFee: 1n })
  await world.chain.broadcast(raw)
  return hash
}

/** A public transfer with a key of this gateway's, past its database, with a tag as from a copy of its data, or without one. */
export async function paysPast(
  sender: Address,
  to: Address,
  units: bigint,
  tag?: Pick<Tag, 'row' | 'role'>,
): Promise<Hex> {
  const { ledger, operator, chainId } = world.chain
  const { nonce } = ledger.holder(sender)
  const plain = world.chain.calls.transferPublic(to, units)
  const slot = { chainId, sender, nonce }
  const call = tag === undefined ? plain : withTag(world.keys, slot, plain, { ...tag, type: 'REDEEM', digest: null })
  const signer = { address: sender, key: operator.key }
  const { raw, hash } = await world.chain.sign(signer, { ...call, nonce, gas: 1n, maxFee: 1n, priorityFee: 1n })
  await world.chain.broadcast(raw)
  return hash
}

/** Whatever is without a tag from now on is newer than tags in this database. */
export const beginTags = () => sql`update kysely_migration set timestamp = '2020-01-01T00:00:00.000Z'`.execute(world.db)

/** Work during which the node has not seen what a sender sent last. */
export async function behind<T>(sender: Address, nonce: number, work: () => Promise<T>): Promise<T> {
  const { nonce: mined, pendingNonce, receipt } = world.chain
  world.chain.nonce = async (asked, block) => {
    const now = await mined.call(world.chain, asked, block)
    return asked === sender ? Math.min(nonce, now) : now
  }
  world.chain.pendingNonce = async (asked) => {
    const now = await pendingNonce.call(world.chain, asked)
    return asked === sender ? Math.min(nonce, now) : now
  }
  world.chain.receipt = async (hash, options) => {
    const sent = world.chain.ledger.mined.get(hash)?.sent
    return sent?.sender === sender && sent.nonce >= nonce ? undefined : receipt.call(world.chain, hash, options)
  }
  const done = await work()
  Object.assign(world.chain, { nonce: mined, pendingNonce, receipt })
  return done
}

/** So many rounds of what looks after restores as long as a gateway runs; `between`: what happens after the first one. */
export async function keepFor(rounds: number, between = async () => {}): Promise<void> {
  const closing = new AbortController()
  let count = 0
  const clock = {
    ...world.clock,
    sleep: async (ms: number) => {
      world.clock.pass(ms)
      if (++count === 1) await between()
      if (count >= rounds) closing.abort()
    },
  }
  await keepReconciling({ ...world, clock, closing: closing.signal }, 'operator')
}
