import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Address, Hex } from '#shared/model/ids.ts'
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
import { voidPayout } from '../payouts/by-hand/by-hand.ts'
import { reconcile } from '../reconcile.ts'

/**
 * After the restore of a backup one answer comes from a node that lags by two blocks: something is signed at a nonce that
 * was used already. That nonce has a leg, so that what was really mined there is looked for by nobody but that leg.
 */
const elsewhere: Address = `0x${'1'.repeat(40)}`
const OPERATOR_STABLE = 1_000_000_000n

let folder: string
let world: TestWorld
let tester: Tester
let wallet: { id: string; address: Address }
let another: { id: string; address: Address }

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sotto-displaced-'))
  const settings = { SOTTO_REDEEM_MODE: 'float', SOTTO_LIMIT_WRITES: '100000', SOTTO_LIMIT_READS: '100000' }
  world = await createTestWorld(settings, join(folder, 'now.db'))
  world.chain.ledger.holder(world.chain.operator.address).stable = OPERATOR_STABLE
  tester = await createTester(world)
  wallet = await walletWithMoney(tester)
  another = await walletWithMoney(tester)
})
afterEach(async () => {
  await world.db.destroy()
  rmSync(folder, { recursive: true })
})

const backUp = () => copySqlite(join(folder, 'now.db'), join(folder, 'backup.db'))

async function restore() {
  await world.db.destroy()
  Object.assign(world, { db: openSqlite(join(folder, 'backup.db')), locks: createLocks(), memory: createMemory() })
  tester = testerOf(tester, createApp(world))
}

type Row = { id: string; status: string; error?: string; txHash: Hex; settlementTxHash: Hex }

async function call(method: string, path: string, body?: unknown, key?: string) {
  const answer = await tester.ask(method, path, body, key === undefined ? {} : { 'idempotency-key': key })
  const json = (await answer.json()) as { data?: { transaction: Row }; error?: { code: string; message: string } }
  return { status: answer.status, code: json.error?.code, message: json.error?.message, row: json.data?.transaction }
}

const transfer = (amount: string, key: string, token = 'STABLE') =>
  call('POST', '/transfer', { walletId: wallet.id, amount, token, to: elsewhere }, key)

async function redeem(from: { id: string }, amount: string): Promise<string> {
  return (await call('POST', '/redeem', { walletId: from.id, amount })).row?.id ?? ''
}

async function read(id: string, times = 4) {
  for (let reads = 0; reads < times; reads++) {
    world.clock.pass(60_000)
    await reconcile(world, id)
  }
  return (await call('GET', `/transactions/${id}`)).row
}

const nonceOf = (sender: Address) => world.chain.ledger.holder(sender).nonce
const paidOut = () => OPERATOR_STABLE - world.chain.ledger.holder(world.chain.operator.address).stable

/** Work during which the node has not seen what a sender sent last. */
async function behind<T>(sender: Address, nonce: number, work: () => Promise<T>): Promise<T> {
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

describe('a payout that a restored database does not know, at whose nonce another one was signed behind a node that lagged', () => {
  test('is not made again', async () => {
    const { address: operator } = world.chain.operator
    const [one, two] = [await redeem(wallet, '10'), await redeem(another, '20')]
    backUp()
    const nonce = nonceOf(operator)
    expect((await read(one))?.status).toBe('SETTLED')
    expect((await read(two))?.status).toBe('SETTLED')
    await restore()
    await behind(operator, nonce, () => reconcile(world, two))
    expect((await read(one))?.status).toBe('SETTLED')
    expect((await read(two))?.status).toBe('SETTLED')
    expect(paidOut()).toBe(30_000_000n)
  })

  test('is not made again where a person gave that other one up before anybody had looked', async () => {
    const { address: operator } = world.chain.operator
    const [one, two] = [await redeem(wallet, '10'), await redeem(another, '20')]
    backUp()
    const nonce = nonceOf(operator)
    expect((await read(two))?.status).toBe('SETTLED')
    await restore()
    await behind(operator, nonce, () => reconcile(world, one))
    expect(await voidPayout(world, one)).toContain('is used by')
    expect((await read(one))?.status).toBe('SETTLED')
    expect((await read(two))?.status).toBe('SETTLED')
    expect(paidOut()).toBe(30_000_000n)
  })
})

describe('a payment from after the backup, at whose nonce another one was signed behind a node that lagged', () => {
  test('is not made again by its key', async () => {
    backUp()
    const nonce = nonceOf(wallet.address)
    await transfer('7', 'one')
    await transfer('8', 'two')
    await restore()
    await behind(wallet.address, nonce, () => transfer('8', 'two'))
    expect(await transfer('7', 'one')).not.toMatchObject({ status: 201 })
    expect(world.chain.ledger.holder(elsewhere).stable).toBe(15_000_000n)
  })

  test('does not read FAILED, as though nothing had been moved, when it is repeated there', async () => {
    backUp()
    const nonce = nonceOf(wallet.address)
    const { row } = await transfer('7', 'one', 'cSTABLE')
    expect(row?.status).toBe('SETTLED')
    await restore()
    const again = await behind(wallet.address, nonce, () => transfer('7', 'one', 'cSTABLE'))
    const seen = again.row === undefined ? undefined : await read(again.row.id)
    expect(seen?.error ?? '').not.toContain('Nothing was moved')
    expect((await transfer('7', 'one', 'cSTABLE')).code).toBe('idempotency_mismatch')
  })
})

describe('a payment that is mined, and of which nobody has seen that', () => {
  test.each([
    ['whose receipt the node shows', false],
    ['whose receipt the node does not show, but its block', true],
  ])('and %s keeps the next one waiting for nothing', async (_, isHidden) => {
    world.chain.ledger.automine = false
    const { row } = await transfer('7', 'one')
    world.chain.ledger.automine = true
    world.chain.ledger.mine()
    const { receipt, whoUsedNonce } = world.chain
    if (isHidden) world.chain.receipt = async () => undefined
    let searched = 0
    world.chain.whoUsedNonce = async (...asked) => {
      searched += 1
      return whoUsedNonce.call(world.chain, ...asked)
    }
    const second = transfer('8', 'two')
    await expect(second).resolves.toMatchObject({ status: 201 })
    expect(searched > 0).toBe(isHidden)
    world.chain.receipt = receipt
    expect((await read(row?.id ?? ''))?.status).toBe('SETTLED')
    expect(await listStrangers(world.db, world.keys)).toEqual([])
  })
})

describe('a key that was used before the restore', () => {
  test('is refused at its first use, also where another payment like it was asked for before', async () => {
    backUp()
    const march = (await transfer('7', 'march')).row?.txHash
    await restore()
    expect((await transfer('7', 'april')).status).toBe(409)
    expect((await transfer('7', 'april, once more')).message).toContain(march)
    // Who names what was found knows of it.
    expect((await transfer('7', `april, beside ${march}`)).status).toBe(201)
    expect((await transfer('7', 'march')).status).toBe(409)
    expect(world.chain.ledger.holder(elsewhere).stable).toBe(14_000_000n)
  })

  test('and named an equal payment before it is refused all the same', async () => {
    backUp()
    const march = (await transfer('7', 'march')).row?.txHash
    const key = `april, beside ${march}`
    const april = (await transfer('7', key)).row?.txHash
    await restore()
    expect((await transfer('7', key)).message).toContain(april)
    expect(world.chain.ledger.holder(elsewhere).stable).toBe(14_000_000n)
  })

  test('of the faucet is refused also where another operator pays by now', async () => {
    backUp()
    const { stable } = world.chain.ledger.holder(wallet.address)
    const fund = () => call('POST', '/fund', { walletId: wallet.id, amount: '3' }, 'k')
    expect((await fund()).status).toBe(201)
    const next = world.chain.wallets.create()
    Object.assign(world.chain.ledger.holder(next.address), { wei: 10n ** 24n, stable: OPERATOR_STABLE })
    world.chain.operator = next
    await restore()
    expect((await fund()).status).not.toBe(201)
    expect(world.chain.ledger.holder(wallet.address).stable).toBe(stable + 3_000_000n)
  })
})
