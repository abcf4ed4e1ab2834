import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Client } from '#shared/client.ts'
import type { Address } from '#shared/model/ids.ts'
import { Refused } from '#shared/refusal-codes.ts'
import { createApp } from '../../app.ts'
import {
  anotherGateway,
  createTester,
  createTestWorld,
  type Tester,
  type TestWorld,
  testerOf,
  walletWithMoney,
} from '../../testing/test-world.ts'
import { atomically, type Database } from '../database.ts'
import { GatewaysRun, migrate, newerMigrations, stillBeside } from '../migrate.ts'
import { migrations } from '../migrations.ts'
import { NewerSchema } from '../versions-beside.ts'
import { announceGateway } from './leases/gateways.ts'
import { createLeases } from './leases/leases.ts'

/** Three gateways of this version, and what two later ones do to the database: the first adds, the second takes away. */
const adds: Migration = {
  async up(db) {
    await db.schema.alterTable('transactions').addColumn('of_next', 'text').execute()
    await db.schema
      .alterTable('legs')
      .addColumn('of_next', 'text', (c) => c.notNull().defaultTo(''))
      .execute()
    await db.schema
      .createTable('of_next')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .execute()
    await sql`create index transactions_of_next on transactions (of_next) where of_next is not null`.execute(db)
  },
}
const takesAway: Migration = {
  up: (db: Kysely<unknown>) => db.schema.alterTable('transactions').dropColumn('external_id').execute(),
}
const next = { ...migrations, '0901-next-expand': adds }
const afterNext = { ...next, '0902-external-ids-contract-901': takesAway }

let worlds: TestWorld[]
let tester: Tester
let clients: Client[]
let present: { end(): Promise<void> }[]
/** The later version's way to the database. */
let later: Database

beforeEach(async () => {
  const a = await createTestWorld({
    SOTTO_LIMIT_FAUCET: '100000',
    SOTTO_LIMIT_GAS: '1000',
    SOTTO_LIMIT_WRITES: '100000',
  })
  worlds = [a, anotherGateway(a), anotherGateway(a)]
  later = anotherGateway(a).db as Database
  tester = await createTester(a)
  clients = worlds.map((world) => testerOf(tester, createApp(world)).api)
  present = await Promise.all(worlds.map((world) => announceGateway(world.db as Database)))
})
afterEach(async () => {
  await Promise.all(present.map((one) => one.end()))
})

const to: Address = `0x${'7'.repeat(40)}`
const pay = (api: Client | undefined, walletId: string) =>
  (api as Client).transfer({ walletId, to, amount: '0.01', token: 'STABLE' }).then(
    ({ transaction }) => transaction.status as string,
    (error: unknown) => (error instanceof Refused ? `${error.status} ${error.code}` : String(error)),
  )
const stored = () => worlds[0]?.db.selectFrom('transactions').select('id').where('toAddress', '=', to).execute()
const schemaNow = async (world: TestWorld | undefined) => {
  const answer = await createApp(world as TestWorld).request('http://localhost/readyz', {
    headers: { host: 'localhost' },
  })
  const { checks } = (await answer.json()) as { checks: { name: string }[] }
  return checks.find(({ name }) => name === 'schema')
}

test('gateways go on paying while a later version adds to the schema, and afterwards; none of it is refused or lost', async () => {
  const wallets = await Promise.all(worlds.map(() => walletWithMoney(tester)))
  const told: string[] = []
  let changed = false
  /** As many after the change as had been paid before it. */
  const traffic = wallets.map(async ({ id }, index) => {
    for (let left = 5; left > 0; left -= changed ? 1 : 0) told.push(await pay(clients[index], id))
  })
  await vi.waitUntil(() => told.length >= 6, { timeout: 240_000 })
  const before = told.length
  await migrate(later, { all: next }).finally(() => {
    changed = true
  })
  await Promise.all(traffic)
  expect(told.length).toBeGreaterThanOrEqual(before + 15)
  expect(new Set(told)).toEqual(new Set(['SETTLED']))
  expect(await stored()).toHaveLength(told.length)
  expect(await newerMigrations(later)).toEqual(['0901-next-expand'])
  expect(await schemaNow(worlds[0])).toEqual({ name: 'schema', ok: true, newer: ['0901-next-expand'] })
  for (const { db } of worlds) await stillBeside(db)
})

test('what they use is not taken away while any of them runs, and they are told by name', async () => {
  await migrate(later, { all: next })
  const { id } = await walletWithMoney(tester)
  const refused = await migrate(later, { all: afterNext }).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(GatewaysRun)
  expect((refused as Error).message).toMatch(
    /0902-external-ids-contract-901\), beside which 3 of the gateways.*: sotto [\d.]+, schema \d+, on .+, process \d+;/,
  )
  expect([await pay(clients[0], id), await newerMigrations(later)]).toEqual(['SETTLED', ['0901-next-expand']])
})

test('one that stood still for longer than it is known to run pays nothing once it goes on beside what it cannot use', async () => {
  const { id } = await walletWithMoney(tester)
  await Promise.all(present.splice(0).map((one) => one.end()))
  await migrate(later, { all: { ...next, '0902-nothing-it-would-see-contract-901': { up: async () => {} } } })
  expect(await pay(clients[0], id)).toBe('503 storage_unavailable')
  expect(await stored()).toEqual([])
  await expect(stillBeside(worlds[0]?.db as Database)).rejects.toThrow(NewerSchema)
  expect(await schemaNow(worlds[0])).toMatchObject({ ok: false, newer: [expect.any(String), expect.any(String)] })
})

test('what one that is no longer known to run had begun before is not stored after what it cannot use', async () => {
  await Promise.all(present.splice(0).map((one) => one.end()))
  const db = worlds[0]?.db as Database
  const begun = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const late = createLeases(db).run('sender:0x00000000000000000000000000000000000000aa', () =>
    atomically(db, async (trx) => {
      // From here on the transaction sees the database as it is now.
      await trx.selectFrom('loginAttempts').select('id').execute()
      begun.resolve()
      await goOn.promise
      await trx.insertInto('loginAttempts').values({ id: 'late', who: 'x', at: 1 }).execute()
    }),
  )
  late.catch(() => {})
  await begun.promise
  await migrate(later, { all: { ...next, '0902-external-ids-contract-901': takesAway } })
  goOn.resolve()
  await expect(late).rejects.toThrow(NewerSchema)
  expect(await later.selectFrom('loginAttempts').select('id').execute()).toEqual([])
})

test('a version for which nothing is too new takes away beside others for which nothing is', async () => {
  await migrate(later, { all: next })
  const owner = 'sotto 9.0.0, schema 901, on berta, process 7'
  await later.updateTable('leases').set({ owner }).where('name', 'like', 'gateway:%').execute()
  await migrate(later, { all: afterNext })
  expect(await newerMigrations(later)).toEqual(['0901-next-expand', '0902-external-ids-contract-901'])
})
