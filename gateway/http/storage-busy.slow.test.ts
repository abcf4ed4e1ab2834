import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTester, createTestWorld, type Tester, type TestWorld } from '../testing/test-world.ts'

let world: TestWorld
let tester: Tester
let walletId: string
let folder: string
let other: Sqlite.Database

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sotto-busy-'))
  const file = join(folder, 'sotto.db')
  world = await createTestWorld({}, file)
  tester = await createTester(world)
  walletId = (await tester.api.createWallet({ type: 'custodial' })).wallet.id
  await tester.api.fund({ walletId, amount: '100' })
  other = new Sqlite(file)
  other.exec('begin immediate')
})

afterEach(async () => {
  other.close()
  await world.db.destroy()
  rmSync(folder, { recursive: true })
})

const pay = () => tester.api.mint({ walletId, amount: '10' }, { idempotencyKey: 'once' })

test('while another process writes, this one waits, without standing still: the lock is given back meanwhile', async () => {
  setTimeout(() => other.exec('rollback'), 200)
  expect((await pay()).transaction.status).toBe('SETTLED')
})

test('while another process writes and does not end, nothing is sent, reads go on, and the same key pays later', async () => {
  const sent = world.chain.broadcasts.length
  const refused = expect(pay()).rejects.toMatchObject({
    status: 503,
    code: 'storage_unavailable',
    headers: { 'retry-after': '5' },
  })
  expect((await tester.api.listTransactions({})).total).toBe(1)
  await refused
  expect(world.chain.broadcasts).toHaveLength(sent)
  other.exec('rollback')
  expect((await pay()).transaction.status).toBe('SETTLED')
})

test('where another process writes once the payment is made, the answer tells of it', async () => {
  other.exec('rollback')
  const { broadcast } = world.chain
  world.chain.broadcast = async (raw) => {
    other.exec('begin immediate')
    return broadcast(raw)
  }
  const { transaction } = await pay()
  expect(transaction.status).toBe('PENDING')
  other.exec('rollback')
  world.chain.broadcast = broadcast
  world.clock.pass(1_100)
  expect((await pay()).transaction).toMatchObject({ id: transaction.id, status: 'SETTLED' })
})
